package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data of which each row makes another message: {@code -Dbusbench.data.rows=1000000} for a million of them. */
class LongDataIT {
    private static final int ROWS = Integer.getInteger("busbench.data.rows", 200_000);
    /**
     * Where each row was held twice, as text and as fields, 200,000 of them did not fit into 74 MB; 58 are enough. They are
     * of three kinds, so that nothing else grows with them.
     */
    private static final int HEAP_MEGABYTES = 16 + ROWS / 4_000;

    @TempDir
    private Path folder;

    @Test
    void areCheckedInMemoryThatHoldsEachRowOnce() throws Exception {
        assertThat(busbench("scenario", "new", "orders", folder.toString())).contains("wrote ");
        try (BufferedWriter data = Files.newBufferedWriter(folder.resolve("orders/data.csv"))) {
            data.write("nonce,customer,region,route\n");
            for (int row = 1; row <= ROWS; row++) {
                data.write(
                        String.format("%016x,%d,EU,backend-%c%n", row * 0x9E3779B97F4A7C15L, row % 3, 'A' + row % 3));
            }
        }

        assertThat(busbench("scenario", "lint", folder.resolve("orders").toString()))
                .isEqualToIgnoringNewLines("orders: 3 requests, 1 size, 3 routes, answered by its files, ready");
    }

    private String busbench(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbusbench.project=" + ProjectFiles.ROOT,
                "-cp",
                System.getProperty("java.class.path"),
                Busbench.class.getName()));
        command.addAll(List.of(words));
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return Files.readString(said);
    }
}
