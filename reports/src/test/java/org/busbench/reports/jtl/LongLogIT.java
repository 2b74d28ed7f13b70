package org.busbench.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is longer than the memory of the JVM that reads it: {@code -Dbusbench.jtl.rows=1000000} for a million rows. */
class LongLogIT {
    private static final Set<String> SCENARIOS = Set.of("virtualization", "cbr", "xslt", "rest-json");

    private static final int ROWS = Integer.getInteger("busbench.jtl.rows", 150_000);
    private static final int PER_SECOND = 1000;
    /** As much as 150,000 samples would need, were they kept. */
    private static final String HEAP = "-Xmx12m";

    @TempDir
    private Path folder;

    /** Reads the log that is named, and prints what was counted. */
    public static void main(String[] arguments) {
        SampleRun run = SampleRun.read(List.of(Path.of(arguments[0])), new SampleOptions(SCENARIOS, Map.of(), 5, 0));
        System.out.println(run.run().samples().orElseThrow().samples() + " "
                + run.run().trials().get(0).result().verified());
    }

    @Test
    void isReadInMemoryThatDoesNotGrowWithItsRows() throws Exception {
        Path log = write();

        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        HEAP,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongLogIT.class.getName(),
                        log.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();

        assertThat(reader.waitFor(10, TimeUnit.MINUTES)).isTrue();
        int inWindow = ROWS - (5 + 1) * PER_SECOND;
        assertThat(Files.readString(folder.resolve("out")).trim()).isEqualTo(ROWS + " " + inWindow);
        assertThat(reader.exitValue()).isZero();
    }

    /** Every second is full but the last, which is left out, as are five of warm-up. */
    private Path write() throws IOException {
        Path log = folder.resolve("camel-cbr-500-c20.jtl");
        try (BufferedWriter out = Files.newBufferedWriter(log)) {
            out.write(LogDraft.HEADER + "\n");
            for (int row = 0; row < ROWS; row++) {
                int elapsed = 5 + row % 97;
                out.write(LogDraft.START + row * 1000L / PER_SECOND - elapsed + "," + elapsed
                        + ",cbr,200,OK,users 1-" + (1 + row % 20)
                        + ",text,true,,700,900,20,20,http://127.0.0.1/x," + (elapsed - 1) + ",0,0\n");
            }
        }
        return log;
    }
}
