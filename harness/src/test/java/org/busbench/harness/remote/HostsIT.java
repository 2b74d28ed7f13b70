package org.busbench.harness.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.target.CommandLineRun;
import org.busbench.harness.target.HostRig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over several hosts, which are network namespaces with an sshd each. */
class HostsIT {
    /** Of the run that is named 'whole', with the mediator on one CPU. */
    private static final String WHOLE = "whole-cpus-1";

    private static final Path FAKETIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

    private static final String PACED = """
            schema: busbench/suite/1
            name: paced
            about: The backend takes half a second, and so sets the pace.
            adapters: [busbench]
            scenarios: [slow-stub]
            concurrency: [8]
            blocks: 9
            forks: 1
            primer: 1s
            warmup: 1s
            measure: 3s
            seed: 1
            errorBound: 0.0
            calibrate: true
            jvm: {options: [-Xms256m, -Xmx256m, -XX:+UseParallelGC]}
            """;

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
        boolean shifted = clocksCanBeSet();
        if (shifted) {
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
        if (shifted) {
            assertThat(doctor.out())
                    .containsPattern("injector injector-2 +warn +clock +(4.9|5.0)[0-9]+ s ahead, known to");
        }
        assertThat(rig.process("backend", "busbench"))
                .as("nothing is left running")
                .isEmpty();
        assertThat(rig.home("backend").resolve("runs")).isEmptyDirectory();
    }

    private static boolean clocksCanBeSet() {
        boolean can = Files.exists(FAKETIME);
        if (!can) {
            System.out.println("HostsIT: clocks that are wrong are left out: there is no " + FAKETIME
                    + " (apt-get install libfaketime)");
        }
        return can;
    }

    /** Its clock is ahead by what the file says that this returns, such as {@code +5s}. */
    private static Path aheadOnTheSecondInjector(Path hosts) throws IOException {
        String java = System.getProperty("java.home");
        Path ahead = Files.writeString(folder.resolve("ahead-by"), "+5s");
        Path wrapper = Files.createDirectories(folder.resolve("ahead/bin")).resolve("java");
        // Timed waits of a JVM spin where the library touches the monotonic clock, too.
        Files.writeString(
                wrapper,
                "#!/bin/sh\nexport LD_PRELOAD=" + FAKETIME + " FAKETIME_TIMESTAMP_FILE=" + ahead
                        + " FAKETIME_CACHE_DURATION=1 FAKETIME_DONT_FAKE_MONOTONIC=1 FAKETIME_FORCE_MONOTONIC_FIX=0\nexec "
                        + java
                        + "/bin/java \"$@\"\n");
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        String text = Files.readString(hosts);
        int second = text.indexOf("injector-2");
        Files.writeString(
                hosts,
                text.substring(0, second)
                        + text.substring(second).replaceFirst("java: " + java, "java: " + folder.resolve("ahead")));
        return ahead;
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

    private CommandLineRun run(Path hosts, String id, String measure, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "run", "smoke",
                "--hosts", hosts.toString(),
                "--ssh-config", rig.sshConfig().toString(),
                "--adapter", "busbench",
                "--scenario", "cbr",
                "--clients", "8",
                "--warmup", "500ms",
                "--measure", measure,
                "--id", id));
        words.addAll(List.of(more));
        return rig.start(words.toArray(String[]::new));
    }

    private Path runFolder(String id) {
        return rig.project().resolve("runs").resolve(id);
    }

    /** One run, since it is dear: a trial that is whole, one in which a clock is set, and one in which an injector is killed. */
    @Test
    void twoInjectorsReconcileToTheMessageAndAClockThatIsSetAndAnInjectorThatIsKilledFailTheirTrialsByName()
            throws IOException, InterruptedException {
        Path hosts = rig.file("injector-1", "injector-2");
        Files.writeString(hosts, Files.readString(hosts).replace("mediator: {", "mediator: {cpus: [1], "));
        boolean shifted = clocksCanBeSet();
        Path ahead = shifted ? aheadOnTheSecondInjector(hosts) : null;
        int last = shifted ? 3 : 2;
        CommandLineRun run = run(hosts, "whole", "3s", "--forks", "1", "--blocks", "" + last);
        if (shifted) {
            injectorUnderLoad(run, WHOLE, "injector-2", "0002");
            Files.writeString(ahead, "+9s");
        }
        injectorUnderLoad(run, WHOLE, "injector-2", "000" + last).destroyForcibly();

        assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
        assertThat(run.out()).contains("clock of injector injector-1: ");
        assertThat(run.all()).contains("ended after " + last + " trials: injector injector-2: ");
        List<JsonNode> trials = new ArrayList<>();
        for (String line : Files.readAllLines(runFolder(WHOLE).resolve("trials.jsonl"))) {
            trials.add(new ObjectMapper().readTree(line));
        }
        assertThat(trials).hasSize(last);
        theCountsReconcile(trials.get(0));
        if (shifted) {
            assertThat(trials.get(1).path("outcome").asText()).isEqualTo("failed");
            assertThat(trials.get(1).path("reason").asText())
                    .matches("injector injector-2: its clock was set during the trial: it was [45].[0-9]{3} s ahead,"
                            + " known to .* ms, and is [89].[0-9]{3} s ahead, known to .* ms");
        }
        JsonNode killed = trials.get(last - 1);
        assertThat(killed.path("outcome").asText()).isEqualTo("failed");
        assertThat(killed.path("reason").asText()).startsWith("injector injector-2: ");
        assertThat(killed.path("verified").asLong()).isZero();
        assertThat(rig.process("injector-1", "busbench"))
                .as("nothing is left running")
                .isEmpty();
        assertThat(Files.readString(runFolder(WHOLE).resolve("index.html")))
                .contains("host-table", "<th scope=\"row\">injector-2</th>", "<th scope=\"row\">backend</th>");
        CommandLineRun check = rig.start("check", runFolder(WHOLE).toString());
        assertThat(check.exitCode()).as(check.all()).isZero();
    }

    private void theCountsReconcile(JsonNode trial) throws IOException {
        JsonNode own = new ObjectMapper()
                .readTree(runFolder(WHOLE).resolve("trials/0001/hosts.json").toFile());
        assertThat(trial.path("outcome").asText()).as(trial.toString()).isEqualTo("measured");
        assertThat(trial.path("reconciliation").path("verdict").asText()).isEqualTo("exact");
        assertThat(trial.path("processes")
                        .path("mediator")
                        .path("cpuMicrosPerMessage")
                        .asDouble())
                .isPositive();
        assertThat(trial.path("pinning").path("mediator").asText())
                .as("one CPU, as the running process has it")
                .matches("[0-9]+");
        assertThat(trial.path("series").size()).as("seconds of both").isBetween(3, 4);
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
    }

    /** Waits until the injectors of a trial are at work: the log on one of the hosts has an interval. */
    private ProcessHandle injectorUnderLoad(CommandLineRun run, String id, String host, String trial)
            throws IOException, InterruptedException {
        Path log = rig.home(host).resolve("runs/" + id + "/injector-" + host + "/" + trial + "/latency.hlog");
        while (run.isAlive()
                && (!Files.exists(log) || Files.readString(log).lines().count() < 5)) {
            Thread.sleep(50);
        }
        assertThat(run.isAlive()).as(run.all()).isTrue();
        return rig.process(host, "org.busbench.injector.Injector")
                .orElseThrow(() -> new AssertionError("no injector runs on " + host));
    }

    /** One run, since it is dear: the backend sets the pace, so that two injectors can do no more than one. */
    @Test
    void theInjectorsAreCalibratedFirstAndACableThatIsPulledFailsTheTrialByTheHostsNameAndNothingSurvivesThere()
            throws IOException, InterruptedException {
        CommandLineRun run = rig.start(
                "run",
                Files.writeString(folder.resolve("paced.yaml"), PACED).toString(),
                "--hosts",
                rig.file("injector-1", "injector-2").toString(),
                "--ssh-config",
                rig.sshConfig().toString(),
                "--id",
                "cut");
        injectorUnderLoad(run, "cut", "injector-2", "0001");

        rig.cut("mediator");
        try {
            assertThat(run.exitCode()).as(run.all()).isEqualTo(1);
            assertThat(run.all())
                    .containsPattern(
                            "ended after [0-9]+ trials: mediator mediator: it fell silent: nothing came from it for 6 s");
            theCalibrationHasBothAloneAndTogether(run);
            List<String> lines = Files.readAllLines(runFolder("cut").resolve("trials.jsonl"));
            JsonNode trial = new ObjectMapper().readTree(lines.get(lines.size() - 1));
            assertThat(trial.path("outcome").asText()).isEqualTo("failed");
            assertThat(trial.path("reason").asText()).startsWith("mediator mediator: ");
            for (String reached : List.of("injector-1", "injector-2", "backend")) {
                assertThat(rig.process(reached, "busbench"))
                        .as("nothing is left running on " + reached)
                        .isEmpty();
            }
            while (rig.process("mediator", "busbench").isPresent()) {
                Thread.sleep(100);
            }
        } finally {
            rig.mend("mediator");
        }
    }

    private void theCalibrationHasBothAloneAndTogether(CommandLineRun run) throws IOException, InterruptedException {
        List<Integer> injectors = new ArrayList<>();
        for (String text : Files.readAllLines(runFolder("cut").resolve("calibration.jsonl"))) {
            JsonNode line = new ObjectMapper().readTree(text);
            injectors.add(line.path("injectors").asInt());
            assertThat(line.path("verified").asLong()).as(text).isPositive();
            assertThat(line.path("errors").asLong()).as(text).isZero();
        }
        assertThat(injectors).containsExactly(1, 2, 2, 1);
        assertThat(run.out()).contains("busbench, own, 8 clients: ");
        assertThat(Files.readString(runFolder("cut").resolve("index.html")))
                .contains("<h2 id=\"enough-injectors-title\">");
        CommandLineRun check = rig.start("check", runFolder("cut").toString());
        assertThat(check.exitCode()).as(check.all()).isZero();
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
