package org.busbench.harness.process;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.common.http.HttpCaller;
import org.busbench.harness.adapter.Adapter.Stop;
import org.busbench.harness.text.Problem;

/**
 * A process to be started.
 *
 * @param logs folder that gets {@code NAME.out.log} and {@code NAME.err.log}
 * @param ports that must be free before the start
 * @param container what the command runs, and what must be gone with it; empty for a process of this system
 * @param ready when it is up; empty when it is up at once
 */
public record ProcessSpec(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        Path logs,
        List<PortClaim> ports,
        Optional<ReadyCheck> ready,
        Stop stop,
        Optional<Container> container) {
    public ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        ports = List.copyOf(ports);
        if (command.isEmpty()) {
            throw new IllegalArgumentException(name + ": no command");
        }
    }

    public ProcessSpec withCommand(List<String> other) {
        return new ProcessSpec(name, other, environment, directory, logs, ports, ready, stop, container);
    }

    /** This process under another name, and so with logs of its own. */
    public ProcessSpec named(String other) {
        return new ProcessSpec(other, command, environment, directory, logs, ports, ready, stop, container);
    }

    /** Where its standard output goes. */
    public Path output() {
        return logs.resolve(name + ".out.log");
    }

    /** Where its standard error goes. */
    public Path errors() {
        return logs.resolve(name + ".err.log");
    }

    /**
     * When a process is up: a real request is answered.
     *
     * @param url whose GET must be answered with 200
     * @param within how long that may take
     * @param access how it wants to be asked
     */
    public record ReadyCheck(URI url, Duration within, Access access) {
        private static final Duration REQUEST_LIMIT = Duration.ofSeconds(2);
        private static final Duration PAUSE = Duration.ofMillis(100);
        private static final int OK = 200;

        /** A check with a URL that needs no credentials. */
        public ReadyCheck(URI url, Duration within) {
            this(url, within, Access.USUAL);
        }

        /** Asks again and again for as long as it may take; says what is still missing then, and nothing when it is up. */
        public Optional<String> awaited() throws InterruptedException {
            long end = System.nanoTime() + within.toNanos();
            Optional<String> missing = missing();
            while (missing.isPresent() && System.nanoTime() < end) {
                Thread.sleep(PAUSE.toMillis());
                missing = missing();
            }
            return missing;
        }

        /** Asks once; says what is still missing, in a few words. */
        Optional<String> missing() {
            try (HttpCaller once = HttpCaller.within(REQUEST_LIMIT).with(access)) {
                int status = once.call("GET", url, "", null).status();
                return status == OK ? Optional.empty() : Optional.of("it answers with status " + status);
            } catch (IOException notYet) {
                return Optional.of("it does not answer (" + Problem.brief(notYet) + ")");
            }
        }
    }
}
