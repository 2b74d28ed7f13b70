package org.busbench.gatling;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import org.busbench.sampler.protocol.Conversation;
import org.busbench.sampler.protocol.Events;
import org.busbench.sampler.protocol.LoadException;

/**
 * Makes loads with Gatling on command, one after another, in this one JVM, as {@link org.busbench.sampler.protocol} says.
 * Everything that Gatling prints goes to standard error. The process ends when standard input does.
 *
 * <pre>
 * java -Dbusbench.gatling.warmup=SECONDS -cp ... org.busbench.gatling.Injector
 * </pre>
 *
 * <p>Before it takes commands it asks a server of its own for as long as the property says: fresh code costs Gatling several
 * times what warm code does, and no primer of a suite is as long.
 */
public final class Injector {
    private static final String WARM_UP = "busbench.gatling.warmup";
    private static final String USUAL_SECONDS = "20";

    private Injector() {}

    /**
     * Starts the injector.
     *
     * @throws IOException when the warm-up finds no free port, or standard input cannot be read
     * @throws LoadException when the warm-up does not work
     */
    public static void main(String[] arguments) throws IOException, LoadException {
        PrintStream out = System.out;
        System.setOut(System.err);
        String seconds = System.getProperty(WARM_UP, USUAL_SECONDS);
        if (arguments.length != 0 || !seconds.matches("\\d{1,4}")) {
            System.err.println("usage: Injector, with the property " + WARM_UP + " in whole seconds");
            System.exit(2);
        }
        WarmGatling gatling = new WarmGatling();
        WarmUp.run(gatling, Duration.ofSeconds(Long.parseLong(seconds)));
        Events events = new Events(out);
        new Conversation(events, command -> new GatlingLoad(command, gatling, events)).obeyUntilEndOf(System.in);
        System.exit(0);
    }
}
