package org.busbench.harness.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.text.Problem;

/**
 * A shell that outlives this JVM, however it ends, and then ends the processes that it was told of. It learns of the
 * end from its standard input, which the system closes with this JVM.
 */
final class Guardian implements AutoCloseable {
    private static final String SCRIPT = "guardian.sh";

    private final Process process;
    private final Writer orders;
    private final Path log;

    private Guardian(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    static Guardian start(Path log) {
        List<String> command = Commands.inOwnSession(List.of("sh", "-c", script(), "busbench-guardian"));
        try {
            return new Guardian(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start(),
                    log);
        } catch (IOException noShell) {
            throw new Problem("cannot start the guardian process: " + Problem.brief(noShell), noShell);
        }
    }

    void add(ProcessId id) {
        order("add " + id.pid() + " " + id.start());
    }

    void remove(ProcessId id) {
        order("remove " + id.pid() + " " + id.start());
    }

    long pid() {
        return process.pid();
    }

    private synchronized void order(String line) {
        try {
            orders.write(line + "\n");
            orders.flush();
        } catch (IOException gone) {
            throw new Problem("the guardian process is gone, see " + log + ": " + Problem.brief(gone), gone);
        }
    }

    /** Lets it end what is left, and waits for it. */
    @Override
    public synchronized void close() {
        try {
            orders.close();
        } catch (IOException gone) {
            throw new Problem("the guardian process is gone, see " + log + ": " + Problem.brief(gone), gone);
        } finally {
            process.onExit().join();
        }
    }

    private static String script() {
        try (InputStream in = Guardian.class.getResourceAsStream(SCRIPT)) {
            if (in == null) {
                throw new IllegalStateException(SCRIPT + " is missing from the program's own jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
