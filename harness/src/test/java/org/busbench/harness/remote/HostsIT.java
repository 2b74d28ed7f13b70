package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

    @BeforeAll
    static void makeTheHosts() throws IOException, InterruptedException {
        rig = new HostRig(folder);
    }

    @AfterAll
    static void removeTheHosts() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void theDoctorLooksAtEachHostAndNamesAClockThatIsWrong() throws IOException, InterruptedException {
        Path hosts = rig.file("injector-1", "injector-2");
        if (Files.exists(FAKETIME)) {
            aheadOnTheSecondInjector(hosts);
        }
        CommandLineRun doctor = rig.start("doctor", "--hosts", hosts.toString(), "--ssh-config", rig.sshConfig() + "");

        assertThat(doctor.exitCode()).as(doctor.all()).isZero();
        assertThat(doctor.out())
                .containsPattern("injector injector-1 +ok +clock")
                .containsPattern("injector injector-1 +ok +busbench +was (copied now|there)")
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

    /** JMeter's own timed waits hang under the library, so that only the doctor meets a wrong clock. */
    private static void aheadOnTheSecondInjector(Path hosts) throws IOException {
        String java = System.getProperty("java.home");
        Path wrapper = Files.createDirectories(folder.resolve("ahead/bin")).resolve("java");
        Files.writeString(
                wrapper,
                "#!/bin/sh\nexport LD_PRELOAD=" + FAKETIME + " FAKETIME=+5s FAKETIME_DONT_FAKE_MONOTONIC=1\nexec "
                        + java + "/bin/java \"$@\"\n");
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        String text = Files.readString(hosts);
        int second = text.indexOf("injector-2");
        Files.writeString(
                hosts,
                text.substring(0, second)
                        + text.substring(second).replaceFirst("java: " + java, "java: " + folder.resolve("ahead")));
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

    private CommandLineRun run(String id, String measure, String... injectors) throws IOException {
        return rig.start(
                "run", "smoke",
                "--hosts", rig.file(injectors).toString(),
                "--ssh-config", rig.sshConfig().toString(),
                "--adapter", "busbench",
                "--scenario", "cbr",
                "--clients", "8",
                "--warmup", "500ms",
                "--measure", measure,
                "--id", id);
    }

    private Path runFolder(String id) {
        return rig.project().resolve("runs").resolve(id);
    }

    @Test
    void twoInjectorsAMediatorAndABackendMeasureATrialWhoseCountsReconcile() throws IOException, InterruptedException {
        CommandLineRun run = run("whole", "2s", "injector-1", "injector-2");

        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(run.out()).contains("clock of injector injector-1: ");
        JsonNode trial = new ObjectMapper()
                .readTree(runFolder("whole").resolve("trials.jsonl").toFile());
        JsonNode own = new ObjectMapper()
                .readTree(runFolder("whole").resolve("trials/0001/hosts.json").toFile());
        assertThat(trial.path("outcome").asText()).as(trial.toString()).isEqualTo("measured");
        assertThat(trial.path("reconciliation").path("verdict").asText()).isEqualTo("exact");
        assertThat(trial.path("processes")
                        .path("mediator")
                        .path("cpuMicrosPerMessage")
                        .asDouble())
                .isPositive();
        long sent = 0;
        for (JsonNode injector : own.path("injectors")) {
            assertThat(injector.path("users").asInt()).isEqualTo(4);
            assertThat(injector.path("totals").path("verified").asLong()).isPositive();
            sent += injector.path("totals").path("sent").asLong();
        }
        assertThat(own.path("injectors")).hasSize(2);
        assertThat(trial.path("reconciliation").path("sent").asLong()).isEqualTo(sent);
        assertThat(trial.path("reconciliation").path("backendReceived").asLong())
                .isEqualTo(sent);
        assertThat(runFolder("whole").resolve("index.html")).isRegularFile();
        CommandLineRun check = rig.start("check", runFolder("whole").toString());
        assertThat(check.exitCode()).as(check.all()).isZero();
    }

    /** Waits until injectors of a trial are at work. */
    private ProcessHandle injectorUnderLoad(CommandLineRun run, String id, String host)
            throws IOException, InterruptedException {
        while (run.isAlive() && !Files.isDirectory(runFolder(id).resolve("trials/0001"))) {
            Thread.sleep(50);
        }
        return rig.process(host, "org.busbench.injector.Injector")
                .orElseThrow(() -> new AssertionError("no injector runs on " + host));
    }

    @Test
    void anInjectorThatIsKilledFailsTheTrialByName() throws IOException, InterruptedException {
        CommandLineRun run = run("killed", "60s", "injector-1", "injector-2");

        injectorUnderLoad(run, "killed", "injector-2").destroyForcibly();

        assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
        assertThat(run.all()).contains("ended after 1 trials: injector injector-2: ");
        JsonNode trial = new ObjectMapper()
                .readTree(runFolder("killed").resolve("trials.jsonl").toFile());
        assertThat(trial.path("outcome").asText()).isEqualTo("failed");
        assertThat(trial.path("reason").asText()).startsWith("injector injector-2: ");
        assertThat(trial.path("verified").asLong()).isZero();
        assertThat(rig.process("injector-1", "busbench"))
                .as("nothing is left running")
                .isEmpty();
    }

    @Test
    void whatHostsCannotDoIsRefusedInOneLine() throws IOException, InterruptedException {
        CommandLineRun run =
                rig.start("run", "quick", "--hosts", rig.file("injector-1").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.all().strip())
                .isEqualTo("busbench: a run with --hosts does not know a probe: use a suite without 'probe'");
    }
}
