package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Control groups as files: those of version 2 cannot be had on every machine that builds this. */
class ControlGroupTest {
    @TempDir
    private Path folder;

    @Test
    void versionTwoKeepsAllFiguresInOneFolder() throws IOException {
        write("cpu.stat", "usage_usec 4200\nuser_usec 3100\nsystem_usec 1100\nnr_periods 0\n");
        write("memory.current", "1048576\n");
        write("memory.peak", "2097152\n");
        write("pids.current", "17\n");
        write("cgroup.procs", "101\n102\n");

        ControlGroup group = new ControlGroup(2, folder, folder, folder);

        assertThat(group.cpuNanos()).isEqualTo(OptionalLong.of(4_200_000));
        assertThat(group.userNanos()).isEqualTo(OptionalLong.of(3_100_000));
        assertThat(group.memoryBytes()).isEqualTo(OptionalLong.of(1 << 20));
        assertThat(group.memoryPeakBytes()).isEqualTo(OptionalLong.of(2 << 20));
        assertThat(group.tasksNow()).isEqualTo(OptionalLong.of(17));
        assertThat(group.pids()).containsExactly(101L, 102L);
    }

    @Test
    void versionOneKeepsThemByController() throws IOException {
        write("cpuacct/cpuacct.usage", "5000\n");
        write("cpuacct/cpuacct.usage_user", "3000\n");
        write("cpuacct/cgroup.procs", "7\n");
        write("memory/memory.usage_in_bytes", "4096\n");
        write("memory/memory.max_usage_in_bytes", "8192\n");
        write("pids/pids.current", "3\n");

        ControlGroup group =
                new ControlGroup(1, folder.resolve("cpuacct"), folder.resolve("memory"), folder.resolve("pids"));

        assertThat(group.cpuNanos()).isEqualTo(OptionalLong.of(5000));
        assertThat(group.userNanos()).isEqualTo(OptionalLong.of(3000));
        assertThat(group.memoryBytes()).isEqualTo(OptionalLong.of(4096));
        assertThat(group.memoryPeakBytes()).isEqualTo(OptionalLong.of(8192));
        assertThat(group.tasksNow()).isEqualTo(OptionalLong.of(3));
        assertThat(group.pids()).containsExactly(7L);
    }

    @Test
    void aGroupThatIsGoneTellsNothing() {
        ControlGroup group = new ControlGroup(2, folder.resolve("gone"), folder.resolve("gone"), null);

        assertThat(group.cpuNanos()).isEmpty();
        assertThat(group.memoryBytes()).isEmpty();
        assertThat(group.tasksNow()).isEmpty();
        assertThat(group.pids()).isEmpty();
    }

    @Test
    void limitsOfVersionTwoHoldForAllGroupsBelow() throws IOException {
        write("slice/cpu.max", "150000 100000\n");
        write("slice/memory.max", "max\n");
        write("slice/box/cpu.max", "max 100000\n");
        write("slice/box/memory.max", "268435456\n");
        CgroupFolders groups = CgroupFolders.of(
                List.of("25 20 0:22 / " + folder + " rw,nosuid - cgroup2 cgroup2 rw"), List.of("0::/slice/box"));

        assertThat(groups.version()).isEqualTo(2);
        assertThat(ProcessLimits.of(4, groups)).isEqualTo(new ProcessLimits(1.5, OptionalLong.of(256 << 20)));
        assertThat(ProcessLimits.of(1, groups).cpus()).isEqualTo(1);
    }

    @Test
    void limitsOfVersionOneStandByController() throws IOException {
        write("cpu/docker/box/cpu.cfs_quota_us", "50000\n");
        write("cpu/docker/box/cpu.cfs_period_us", "100000\n");
        write("cpu/cpu.cfs_quota_us", "-1\n");
        write("cpu/cpu.cfs_period_us", "100000\n");
        write("memory/docker/box/memory.limit_in_bytes", "9223372036854771712\n");
        CgroupFolders groups = CgroupFolders.of(
                List.of(
                        "30 20 0:30 / " + folder.resolve("cpu") + " rw - cgroup cgroup rw,cpu,cpuacct",
                        "31 20 0:31 / " + folder.resolve("memory") + " rw - cgroup cgroup rw,memory",
                        "32 20 0:32 / " + folder.resolve("unified") + " rw - cgroup2 cgroup2 rw"),
                List.of("4:memory:/docker/box", "2:cpu,cpuacct:/docker/box", "0::/docker/box"));

        assertThat(groups.version()).isEqualTo(1);
        assertThat(ProcessLimits.of(2, groups)).isEqualTo(new ProcessLimits(0.5, OptionalLong.empty()));
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
