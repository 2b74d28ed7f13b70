package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {

    @TempDir
    private Path folder;

    @Test
    void theKernelsLineIsRead() throws IOException {
        Path meminfo = folder.resolve("meminfo");
        Files.writeString(meminfo, "MemTotal: 4000 kB\nMemFree:  100 kB\nMemAvailable:    2048 kB\n");

        assertThat(AvailableMemory.bytes(meminfo)).isEqualTo(2048 * 1024);
    }

    @Test
    void whereTheSystemDoesNotSayItNothingIsHeldBack() throws IOException {
        Path meminfo = folder.resolve("meminfo");
        assertThat(AvailableMemory.bytes(meminfo)).isEqualTo(Long.MAX_VALUE);

        Files.writeString(meminfo, "MemTotal: 4000 kB\n");
        assertThat(AvailableMemory.bytes(meminfo)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void thisMachineHasSome() {
        assertThat(AvailableMemory.bytes()).isGreaterThan(1 << 20);
    }
}
