package org.busbench.injector;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.sampler.protocol.Conversation;
import org.busbench.sampler.protocol.Events;

/**
 * Runs plans on command, one after another, in this one JVM, as {@link org.busbench.sampler.protocol} says. Everything that
 * JMeter prints goes to standard error. The process ends when standard input does.
 *
 * <pre>
 * java -Dbusbench.injector.log=FILE -cp 'HOME/bin/ApacheJMeter.jar:HOME/lib/*:HOME/lib/ext/*' org.busbench.injector.Injector HOME
 * </pre>
 */
public final class Injector {
    private Injector() {}

    /**
     * Starts the injector.
     *
     * @throws IOException when the home's property files or standard input cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        if (arguments.length != 1 || !Files.isRegularFile(Path.of(arguments[0], "bin/jmeter.properties"))) {
            System.err.println("usage: Injector HOME, where HOME is a JMeter home (with bin/jmeter.properties)");
            System.exit(2);
        }
        Path home = Path.of(arguments[0]).toAbsolutePath();
        Path log = Path.of(System.getProperty("busbench.injector.log", "jmeter.log"));
        Events events = new Events(out);
        JMeterRuntime runtime = JMeterRuntime.start(home, log);
        new Conversation(events, command -> new PlanRun(command, runtime, events)).obeyUntilEndOf(System.in);
        System.exit(0);
    }
}
