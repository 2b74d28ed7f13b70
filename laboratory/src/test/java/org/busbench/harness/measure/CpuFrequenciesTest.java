package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.record.RunInfo.CpuPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuFrequenciesTest {

    @TempDir
    private Path system;

    @Test
    void namesEveryGovernorAndTheWidestRange() throws IOException {
        cpu(0, "acpi-cpufreq", "performance", "800000", "3600000");
        cpu(1, "acpi-cpufreq", "powersave", "400000", "2600000");
        write("cpufreq/boost", "1");

        assertThat(CpuFrequencies.read(system))
                .contains(new CpuPolicy("acpi-cpufreq", "performance,powersave", 400_000L, 3_600_000L, true));
    }

    @Test
    void intelsSwitchIsTheOtherWayRound() throws IOException {
        cpu(0, "intel_pstate", "performance", "800000", "3600000");
        write("intel_pstate/no_turbo", "1");

        assertThat(CpuFrequencies.read(system).orElseThrow().boost()).isFalse();
    }

    @Test
    void whatIsNotToldIsNull() throws IOException {
        write("cpu0/cpufreq/scaling_governor", "schedutil");

        assertThat(CpuFrequencies.read(system)).contains(new CpuPolicy(null, "schedutil", null, null, null));
    }

    @Test
    void aMachineThatTellsNothingHasNoPolicy() throws IOException {
        Files.createDirectories(system.resolve("cpu0/topology"));

        assertThat(CpuFrequencies.read(system)).isEmpty();
    }

    private void cpu(int number, String driver, String governor, String least, String most) throws IOException {
        String folder = "cpu" + number + "/cpufreq/";
        write(folder + "scaling_driver", driver);
        write(folder + "scaling_governor", governor);
        write(folder + "scaling_min_freq", least);
        write(folder + "scaling_max_freq", most);
    }

    private void write(String file, String text) throws IOException {
        Path path = system.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }
}
