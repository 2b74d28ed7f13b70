package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.busbench.harness.target.CommandLineRun;
import org.busbench.harness.target.HostRig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over several hosts, which are network namespaces with an sshd each. */
class HostsIT {
    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

    @TempDir
    private static Path folder;

    private static HostRig rig;

    /** The clock of one injector is wrong where the library for it is installed. */
    @BeforeAll
    static void makeTheHosts() throws IOException, InterruptedException {
        Map<String, String> ahead = Files.exists(FAKETIME)
                ? Map.of(
                        "LD_PRELOAD", FAKETIME.toString(),
                        "FAKETIME", "+5s",
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1")
                : Map.of();
        rig = new HostRig(folder, Map.of("injector-2", ahead));
    }

    @AfterAll
    static void removeTheHosts() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void theDoctorLooksAtEachHostAndNamesAClockThatIsWrong() throws IOException, InterruptedException {
        CommandLineRun doctor = rig.start(
                "doctor",
                "--hosts",
                rig.file("injector-1", "injector-2").toString(),
                "--ssh-config",
                rig.sshConfig() + "");

        assertThat(doctor.exitCode()).as(doctor.all()).isZero();
        assertThat(doctor.out())
                .containsPattern("injector injector-1 +ok +clock")
                .containsPattern("injector injector-1 +ok +busbench +was copied now")
                .containsPattern("injector injector-2 +ok +busbench +was there")
                .containsPattern("injector injector-2 +ok +way to mediator +10.77.0.13 port 8280 is reached")
                .containsPattern("mediator mediator +ok +way to backend +10.77.0.14 port 9000 is reached")
                .containsPattern("backend backend +ok +ports of 10.77.0.14 +3 free");
        if (Files.exists(FAKETIME)) {
            assertThat(doctor.out()).containsPattern("injector injector-2 +warn +clock +5.00[0-9] s ahead, known to");
        }
        assertThat(rig.process("backend", "busbench"))
                .as("nothing is left running")
                .isEmpty();
        assertThat(rig.home("backend").resolve("runs")).isEmptyDirectory();
    }

    @Test
    void theDoctorNamesAHostThatIsNotReached() throws IOException, InterruptedException {
        Path file = rig.file("injector-1");
        Files.writeString(file, Files.readString(file).replace("host: injector-1", "host: nobody"));
        CommandLineRun doctor = rig.start("doctor", "--hosts", file.toString(), "--ssh-config", rig.sshConfig() + "");

        assertThat(doctor.exitCode()).as(doctor.all()).isEqualTo(2);
        assertThat(doctor.out())
                .containsPattern("injector nobody +fail +ssh +nobody: not reached by ssh: ")
                .containsPattern("backend backend +ok +ports of 10.77.0.14 +3 free");
    }
}
