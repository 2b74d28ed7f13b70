package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link RunProcess} of a folder that can be killed, and says what it is at when it does not end. For one thread. */
final class Killable implements AutoCloseable {
    /** A run of some seconds; the machine may have ten other things to do. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Duration DUMP = Duration.ofSeconds(3);

    /** Short beside what is written after such a file. */
    private static final Duration LOOK = Duration.ofNanos(100_000);

    private final Path root;
    private Process process;

    Killable(Path root) {
        this.root = root;
    }

    /** Starts it; see {@link RunProcess} for what there is. */
    void start(String what) throws IOException {
        process = begin(what);
    }

    /** Starts one more, for which the caller has to care. */
    Process begin(String what) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dbusbench.rigJvm=" + System.getProperty("busbench.rigJvm", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RunProcess.class.getName(),
                        what,
                        root.toString())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(err().toFile()))
                .start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it after a while; it may have come to its end before. */
    void killAfter(int millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** Kills it as soon as a file is there; it may have come to its end before. */
    void killAsSoonAsThereIs(Path file) throws InterruptedException {
        while (process.isAlive() && !Files.exists(file)) {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        kill();
    }

    private void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Waits for its end; one that does not come fails with the stacks of all threads. */
    int exit() throws IOException, InterruptedException {
        boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(ended).as(() -> "it hangs: " + stacks() + log()).isTrue();
        return process.exitValue();
    }

    /** What the program says for people. */
    String log() {
        return text(err());
    }

    /** The JVM writes them to its standard output when it gets SIGQUIT. */
    private String stacks() {
        try {
            String children = process.descendants()
                    .map(ProcessHandle::info)
                    .map(Object::toString)
                    .collect(Collectors.joining("\n"));
            new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            Thread.sleep(DUMP.toMillis());
            return text(out()) + "\nits processes:\n" + children + "\n";
        } catch (IOException e) {
            return "its threads cannot be seen: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted while its threads were asked for";
        }
    }

    private Path out() {
        return root.resolve("harness.out");
    }

    private Path err() {
        return root.resolve("harness.log");
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return file + " cannot be read: " + e;
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
