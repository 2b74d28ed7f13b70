package org.busbench.sampler.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Obeys commands: one load runs at a time, on a thread of its own, so that it can be marked and stopped. For one thread. */
public final class Conversation {
    private final Events events;
    private final Function<Command.Run, Load> loads;
    private final AtomicReference<Load> running = new AtomicReference<>();

    /**
     * A conversation that has not begun.
     *
     * @param loads makes a load of a command; what is wrong with the command comes out when the load is executed
     */
    public Conversation(Events events, Function<Command.Run, Load> loads) {
        this.events = events;
        this.loads = loads;
    }

    /** Takes commands and says so. */
    public void obeyUntilEndOf(InputStream input) throws IOException {
        events.ready();
        BufferedReader commands = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
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
        Load load = loads.apply(command);
        if (!running.compareAndSet(null, load)) {
            events.failed(command.id(), "a plan is running: " + command.plan() + " must wait for its end");
            return;
        }
        new Thread(() -> execute(load), "injector-run").start();
    }

    /** A stop that crosses the plan's own end has nothing left to do. */
    private void stop(Duration grace) {
        Load load = running.get();
        if (load != null) {
            load.stop(grace);
        }
    }

    private void mark(Long id) {
        Load load = running.get();
        if (load == null) {
            events.failed(id, "no plan is running: there is nothing to mark");
        } else {
            events.marked(id, load.mark(), load.counts());
        }
    }

    private void execute(Load load) {
        Runnable outcome;
        try {
            long samples = load.execute();
            outcome = () -> events.finished(load.id(), samples, load.counts());
        } catch (LoadException | IOException | RuntimeException | Error problem) {
            outcome = () ->
                    events.failed(load.id(), problem.getMessage() == null ? problem.toString() : problem.getMessage());
        }
        running.set(null); // first: the reader of the event may send its next command at once
        outcome.run();
    }
}
