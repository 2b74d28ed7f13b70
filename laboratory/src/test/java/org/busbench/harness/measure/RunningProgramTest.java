package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProgramTest {

    @TempDir
    private Path folder;

    @Test
    void theBytesAreThoseThatRunThoughTheFileWasReplaced() throws Exception {
        Path copy = Files.copy(Path.of("/bin/sleep").toRealPath(), folder.resolve("nap"));
        String running = sha256(copy);
        Process process = new ProcessBuilder(copy.toString(), "60").start();
        try {
            awaitProgram(process, copy);
            Files.delete(copy);
            Files.copy(Path.of("/bin/cat").toRealPath(), copy);

            RunningProgram program =
                    RunningProgram.of(process.pid(), List.of("--version")).orElseThrow();

            assertThat(program.sha256()).isEqualTo(running);
            assertThat(program.path()).startsWith(copy.toString());
            assertThat(program.versionOutput()).isNotBlank();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void whoIsNotAskedSaysNothing() throws Exception {
        RunningProgram program =
                RunningProgram.of(ProcessHandle.current().pid(), List.of()).orElseThrow();

        assertThat(program.path()).endsWith("/bin/java");
        assertThat(program.versionOutput()).isNull();
    }

    @Test
    void aProcessThatHasEndedHasNoProgram() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();

        assertThat(RunningProgram.of(process.pid(), List.of())).isEmpty();
    }

    /** Between fork and exec it runs this JVM's helper. */
    private static void awaitProgram(Process process, Path program) throws IOException, InterruptedException {
        Path link = Path.of("/proc", Long.toString(process.pid()), "exe");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!Files.readSymbolicLink(link).equals(program)) {
            assertThat(System.nanoTime()).as("%s runs after a minute", program).isLessThan(end);
            Thread.sleep(5);
        }
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
