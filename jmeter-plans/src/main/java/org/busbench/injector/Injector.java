package org.busbench.injector;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs plans on command, one after another, in this one JVM. Each line of standard input is a {@link Command}, each line
 * of standard output one of the {@link Events}; everything that JMeter prints goes to standard error. The process ends
 * when standard input does.
 *
 * <pre>
 * java -Dbusbench.injector.log=FILE -cp 'HOME/bin/ApacheJMeter.jar:HOME/lib/*:HOME/lib/ext/*' org.busbench.injector.Injector HOME
 * </pre>
 */
public final class Injector {
    private final JMeterRuntime runtime;
    private final Events events;
    private final AtomicReference<PlanRun> running = new AtomicReference<>();

    private Injector(JMeterRuntime runtime, Events events) {
        this.runtime = runtime;
        this.events = events;
    }

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
        Injector injector = new Injector(JMeterRuntime.start(home, log), events);
        events.ready();
        injector.obeyUntilEndOfInput();
        System.exit(0);
    }

    private void obeyUntilEndOfInput() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (!line.isBlank()) {
                obey(line);
            }
        }
    }

    private void obey(String line) {
        try {
            Command command = Command.parse(line);
            if (command instanceof Command.Run run) {
                start(run);
            } else if (command instanceof Command.Stop stop) {
                stop(stop.grace());
            } else if (command instanceof Command.Mark mark) {
                mark(mark.id());
            }
        } catch (JsonProcessingException malformed) {
            events.failed(null, "not a command: " + malformed.getOriginalMessage() + " in: " + line);
        }
    }

    private void start(Command.Run command) {
        PlanRun run = new PlanRun(command, events);
        if (!running.compareAndSet(null, run)) {
            events.failed(command.id(), "a plan is running: " + command.plan() + " must wait for its end");
            return;
        }
        new Thread(() -> execute(run), "injector-run").start();
    }

    /** A stop that crosses the plan's own end has nothing left to do. */
    private void stop(Duration grace) {
        PlanRun run = running.get();
        if (run != null) {
            run.stop(grace);
        }
    }

    private void mark(Long id) {
        PlanRun run = running.get();
        if (run == null) {
            events.failed(id, "no plan is running: there is nothing to mark");
        } else {
            events.marked(id, run.mark(), run.counts());
        }
    }

    private void execute(PlanRun run) {
        Runnable outcome;
        try {
            long samples = run.execute(runtime);
            outcome = () -> events.finished(run.id(), samples, run.counts());
        } catch (PlanException | IOException | RuntimeException | Error problem) {
            outcome = () ->
                    events.failed(run.id(), problem.getMessage() == null ? problem.toString() : problem.getMessage());
        }
        running.set(null); // first: the reader of the event may send its next command at once
        outcome.run();
    }
}
