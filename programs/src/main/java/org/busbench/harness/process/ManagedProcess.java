package org.busbench.harness.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.busbench.harness.process.ProcessSpec.ReadyCheck;
import org.busbench.harness.text.Problem;

/** A process that the harness started and will end. Safe for use by several threads. */
public final class ManagedProcess implements AutoCloseable {
    private static final int SIGNAL_BASE = 128;
    private static final int MOST_SIGNALS = 64;

    private final ProcessSpec spec;
    private final Process process;
    private final ProcessId id;
    private final Consumer<ManagedProcess> onStopped;
    private boolean stopped;

    ManagedProcess(ProcessSpec spec, Process process, ProcessId id, Consumer<ManagedProcess> onStopped) {
        this.spec = spec;
        this.process = process;
        this.id = id;
        this.onStopped = onStopped;
    }

    public ProcessSpec spec() {
        return spec;
    }

    public String name() {
        return spec.name();
    }

    public ProcessId id() {
        return id;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The process and all its descendants that still run. */
    public Set<ProcessId> family() {
        return new ProcessTree(id).members();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes when it ends, for any reason. */
    public CompletableFuture<ManagedProcess> onExit() {
        return process.onExit().thenApply(ended -> this);
    }

    /** The command line as the running process itself has it; as it was asked for when it has ended. */
    public List<String> commandLine() {
        return Commands.lineOf(id.pid()).filter(words -> isAlive()).orElse(spec.command());
    }

    /** How it ended, with its last line; says so when it still runs. */
    public String end() {
        if (isAlive()) {
            return name() + " (pid " + id.pid() + ") is running";
        }
        return name() + " ended with " + exit()
                + LogTail.of(spec).map(line -> "; its last line: " + line).orElse("");
    }

    /** With what it ended, as in {@code exit code 1}; empty when it still runs after that time. */
    Optional<String> endWithin(Duration limit) {
        process.onExit()
                .completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        return isAlive() ? Optional.empty() : Optional.of(exit());
    }

    private String exit() {
        int code = process.exitValue();
        return code > SIGNAL_BASE && code <= SIGNAL_BASE + MOST_SIGNALS
                ? "exit code " + code + " (signal " + (code - SIGNAL_BASE) + ")"
                : "exit code " + code;
    }

    /** Ends it and everything that it started. Once is enough; a second call does nothing. */
    public synchronized void stop() {
        if (!stopped) {
            new ProcessTree(id).end(spec.stop());
            process.onExit().join();
            spec.container().ifPresent(Container::remove);
            stopped = true;
            onStopped.accept(this);
        }
    }

    /** Waits until it is up. */
    void awaitReady(ReadyCheck check) throws InterruptedException {
        long deadline = System.nanoTime() + check.within().toNanos();
        for (Optional<String> missing = check.missing(); missing.isPresent(); missing = check.missing()) {
            if (!isAlive()) {
                throw StartProblem.of(spec, "ended with " + exit() + " before it was ready");
            }
            if (System.nanoTime() > deadline) {
                throw StartProblem.of(
                        spec,
                        "was not ready within " + check.within().toSeconds() + " s, " + missing.get() + " at "
                                + check.url());
            }
            Thread.sleep(50);
        }
        if (!isAlive()) {
            throw StartProblem.of(spec, "ended with " + exit() + " while another process answered at " + check.url());
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** The last words of a process. */
    static final class LogTail {
        private static final int BYTES = 8_192;
        /** Where in its code a Java program failed tells its developers something; what it said tells everybody. */
        private static final Pattern FRAME =
                Pattern.compile("\\s+(at \\S+\\(.*\\).*|\\.\\.\\. \\d+ (more|common frames omitted))");

        private LogTail() {}

        /** The last line of what a process wrote: of its errors, or of its output when it wrote no error. */
        static Optional<String> of(ProcessSpec spec) {
            return of(spec.errors()).or(() -> of(spec.output()));
        }

        /** The newest bytes of a log; empty where there is none. */
        static String text(Path log, int most) throws IOException {
            if (!Files.exists(log)) {
                return "";
            }
            try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
                long from = Math.max(0, file.length() - most);
                byte[] bytes = new byte[(int) (file.length() - from)];
                file.seek(from);
                file.readFully(bytes);
                return new String(bytes, StandardCharsets.UTF_8);
            }
        }

        private static Optional<String> of(Path log) {
            try {
                return text(log, BYTES)
                        .lines()
                        .filter(line -> !line.isBlank() && !FRAME.matcher(line).matches())
                        .map(line -> line.replaceAll("\\p{Cntrl}+", " ").strip())
                        .reduce((first, last) -> last);
            } catch (IOException unreadable) {
                return Optional.of("(the log " + log + " cannot be read: " + Problem.brief(unreadable) + ")");
            }
        }
    }
}
