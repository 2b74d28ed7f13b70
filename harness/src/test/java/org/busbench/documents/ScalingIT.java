package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.documents.ScalingPage.Block;
import org.busbench.harness.target.HostRig;
import org.busbench.harness.target.HostRig.Typed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Does what {@code docs/hosts.md} says, on hosts that are network namespaces with an sshd each: writes its files and types its
 * commands. Only the lengths of the loads and the numbers of users are others. While these runs go on a clock is set, an injector is
 * killed, and a cable pulled. The clock of one injector is 5 s ahead from the beginning.
 */
@Tag("nightly")
class ScalingIT {
    /** Of each JMeter. */
    static final int USERS = 3;
    /** With answers that are as slow as this a load is long enough for a page. */
    static final int LOOPS = 360;

    private static final int MILLIS_AN_ANSWER = 30;
    private static final int REQUESTS = 2 * USERS * LOOPS;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder;

    private static HostRig rig;
    private static boolean clocksAreSet;

    @BeforeAll
    static void makeTheHostsAndWriteTheFilesOfThePage() throws IOException {
        rig = new HostRig(folder);
        clocksAreSet = HostRig.clocksCanBeSet();
        ScalingPage.writeFiles(rig.project());
    }

    @AfterAll
    static void removeTheHosts() {
        if (rig != null) {
            rig.close();
        }
    }

    @BeforeEach
    void theClockOfTheSecondInjectorIsWrong() throws IOException {
        if (clocksAreSet) {
            rig.setClock("+5s");
        }
    }

    @Test
    void everyCommandOfThePageIsTypedByATestHere() throws IOException {
        assertThat(ScalingPage.blocks())
                .filteredOn(block -> block.kind().startsWith("sh"))
                .extracting(Block::section)
                .containsOnly(
                        "Hosts", "How many injectors are enough", "Cost per core", "JMeter's own distributed mode");
    }

    /** Types the commands of a block one after another, all of which must end well. */
    private static String typed(Block block) throws IOException, InterruptedException {
        assertThat(block.kind()).isEqualTo("sh");
        StringBuilder said = new StringBuilder();
        for (String line : block.lines()) {
            said.append(rig.type(line).succeeded());
        }
        return said.toString();
    }

    @Test
    void theDoctorLooksAtEachHostAndNamesAClockThatIsWrong() throws IOException, InterruptedException {
        List<Block> steps = ScalingPage.steps("Hosts");
        assertThat(steps).hasSize(1);

        String said = typed(steps.get(0));
        assertThat(said)
                .containsPattern("injector load-1 +ok +busbench +was (copied now|there)")
                .containsPattern("injector load-2 +ok +busbench +was there")
                .containsPattern("injector load-2 +ok +way to mediator +10.0.0.20 port 8280 is reached")
                .containsPattern("mediator esb +ok +way to backend +10.0.0.30 port 9000 is reached")
                .containsPattern("backend backend +ok +ports of 10.0.0.30 +3 free")
                .containsPattern(
                        clocksAreSet
                                ? "injector load-2 +warn +clock +(4.9|5.0)[0-9]+ s ahead, known to"
                                : "injector load-2 +ok +clock");
        aClockThatIsRightIsWithinItsBound(said);
        assertThat(rig.process("backend", "busbench"))
                .as("nothing is left running")
                .isEmpty();
        assertThat(rig.kept("backend").resolve("runs")).isDirectoryNotContaining("glob:**/doctor-*");
    }

    /** The hosts have one clock in truth. */
    private static void aClockThatIsRightIsWithinItsBound(String said) {
        Matcher clock = Pattern.compile(
                        "injector load-1 +ok +clock +([0-9.]+) ms (?:ahead|behind), known to ([0-9.]+) ms")
                .matcher(said);
        assertThat(clock.find()).as(said).isTrue();
        double rounded = 0.1;
        assertThat(Double.parseDouble(clock.group(1)))
                .isLessThanOrEqualTo(Double.parseDouble(clock.group(2)) + rounded);
    }

    private static Path runFolder(String id) {
        return rig.project().resolve("runs").resolve(id);
    }

    private static List<JsonNode> lines(String id, String file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(runFolder(id).resolve(file))) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    /** One run, since it is dear: a trial that is whole, one in which a clock is set, and one in which an injector is killed. */
    @Test
    void injectorsAreCalibratedAndReconcileToTheMessageAndAClockThatIsSetAndOneThatIsKilledFailTheirTrialsByName()
            throws IOException, InterruptedException {
        List<Block> steps = ScalingPage.steps("How many injectors are enough");
        assertThat(steps).extracting(Block::kind).containsExactly("sh", "text");
        assertThat(steps.get(0).lines()).hasSize(2);
        Typed run = rig.type(steps.get(0).lines().get(0));
        if (clocksAreSet) {
            injectorUnderLoad(run, "agree", "load-2", "0002");
            rig.setClock("+9s");
        }
        injectorUnderLoad(run, "agree", "load-2", "0003").destroyForcibly();

        assertThat(run.exitCode()).as(run.said()).isEqualTo(1);
        assertThat(run.said())
                .contains("clock of injector load-1: ")
                .contains("ended after 3 trials: injector load-2: ")
                .contains("busbench, own, 64 clients: ");
        theCalibrationHasBothAloneAndTogether();
        List<JsonNode> trials = lines("agree", "trials.jsonl");
        assertThat(trials).hasSize(3);
        theCountsReconcile(trials.get(0));
        if (clocksAreSet) {
            assertThat(trials.get(1).path("outcome").asText()).isEqualTo("failed");
            assertThat(trials.get(1).path("reason").asText())
                    .matches("injector load-2: its clock was set during the trial: it was [45].[0-9]{3} s ahead,"
                            + " known to .* ms, and is [89].[0-9]{3} s ahead, known to .* ms");
        }
        JsonNode killed = trials.get(2);
        assertThat(killed.path("outcome").asText()).isEqualTo("failed");
        assertThat(killed.path("reason").asText()).startsWith("injector load-2: ");
        assertThat(killed.path("verified").asLong()).isZero();
        assertThat(Files.readString(runFolder("agree").resolve("index.html")))
                .contains("<h2 id=\"enough-injectors-title\">")
                .contains("host-table", "<th scope=\"row\">load-2</th>", "<th scope=\"row\">backend</th>");
        assertThat(rig.process("load-1", "busbench"))
                .as("nothing is left running")
                .isEmpty();
        rig.type(steps.get(0).lines().get(1)).succeeded();
    }

    private static void theCalibrationHasBothAloneAndTogether() throws IOException {
        List<JsonNode> calibration = lines("agree", "calibration.jsonl");
        assertThat(calibration)
                .extracting(line -> line.path("injectors").asInt())
                .containsExactly(1, 2, 2, 1);
        assertThat(calibration).allSatisfy(line -> {
            assertThat(line.path("verified").asLong()).isPositive();
            assertThat(line.path("errors").asLong()).isZero();
        });
    }

    private static void theCountsReconcile(JsonNode trial) throws IOException {
        JsonNode own = JSON.readTree(
                runFolder("agree").resolve("trials/0001/hosts.json").toFile());
        assertThat(trial.path("outcome").asText()).as(trial.toString()).isEqualTo("measured");
        assertThat(trial.path("reconciliation").path("verdict").asText()).isEqualTo("exact");
        assertThat(trial.path("series").size()).as("seconds of both").isBetween(8, 9);
        long sent = 0;
        for (JsonNode injector : own.path("injectors")) {
            assertThat(injector.path("users").asInt()).isEqualTo(32);
            assertThat(injector.path("totals").path("verified").asLong()).isPositive();
            sent += injector.path("totals").path("sent").asLong();
        }
        assertThat(own.path("injectors")).hasSize(2);
        assertThat(trial.path("reconciliation").path("sent").asLong()).isEqualTo(sent);
        assertThat(trial.path("reconciliation").path("backendReceived").asLong())
                .isEqualTo(sent);
    }

    /**
     * It is killed in the second of two blocks, each of which meets a mediator that was started anew. {@code KilledRunIT} proves the same of
     * a run on one machine.
     */
    @Test
    void aRunWithForksAtARateAndWithAProbeIsResumedOverItsHostsAfterItWasKilled()
            throws IOException, InterruptedException {
        Files.writeString(rig.project().resolve("forks.yaml"), """
                schema: busbench/suite/1
                name: forks
                about: Requests at a rate, beside a probe, to a mediator that is started anew for each block.
                adapters: [busbench]
                scenarios: [cbr]
                payloads: [500]
                rates: [61]
                concurrency: [7]
                fixedRate: 30
                blocks: 2
                forks: 2
                primer: 300ms
                warmup: 300ms
                measure: 8s
                probe: 20
                seed: 1
                errorBound: 0.0
                jvm: {options: [-Xms256m, -Xmx256m, -XX:+UseParallelGC]}
                """);
        Typed run = rig.type("./busbench run forks.yaml --hosts hosts.yaml --id forks");
        awaitLog(run, "forks", "load-1", "0002", 1);
        run.kill();
        for (String host : List.of("load-1", "load-2", "esb", "backend")) {
            for (int tries = 0; rig.process(host, "busbench").isPresent(); tries++) {
                assertThat(tries).as("looks for what is left on " + host).isLessThan(600);
                Thread.sleep(100);
            }
        }
        Typed here = rig.type("./busbench run --resume forks");
        assertThat(here.exitCode()).as(here.said()).isEqualTo(2);
        assertThat(here.said()).contains("forks was begun over several hosts: give their file with --hosts");

        rig.type("./busbench run --resume forks --hosts hosts.yaml").succeeded();

        rig.type("./busbench check runs/forks").succeeded();
        List<JsonNode> trials = lines("forks", "trials.jsonl");
        assertThat(trials).extracting(trial -> trial.path("fork").asInt()).containsExactly(1, 2, 2, 2);
        assertThat(trials).extracting(trial -> trial.path("attempt").asInt()).containsExactly(1, 2, 1, 1);
        assertThat(trials).allSatisfy(trial -> {
            assertThat(trial.path("outcome").asText()).as(trial.toString()).isEqualTo("measured");
            assertThat(trial.path("probe").path("verified").asLong()).isPositive();
            assertThat(trial.path("reconciliation").path("verdict").asText()).isEqualTo("exact");
            assertThat(trial.path("reconciliation").path("probeSent").asLong()).isPositive();
            assertThat(trial.path("processes").path("mediator").path("samples")).isNotEmpty();
        });
        assertThat(trials)
                .extracting(trial -> trial.path("load").path("ratePerSecond").asInt())
                .containsExactly(61, 61, 30, 30);
        assertThat(JSON.readTree(runFolder("forks")
                                .resolve("trials/0001/hosts.json")
                                .toFile())
                        .path("injectors"))
                .extracting(injector -> injector.path("users").asInt())
                .containsExactly(4, 3);
        assertThat(lines("forks", "resumes.jsonl")).hasSize(1);
        assertThat(lines("forks", "verifications.jsonl")).hasSize(1);
    }

    /** The cable is pulled in the last of all trials. */
    @Test
    void aMediatorIsKeptToOneCpuAndToTwoAndACableThatIsPulledFailsItsTrialByTheHostsNameAndNothingSurvivesThere()
            throws IOException, InterruptedException {
        assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThanOrEqualTo(2);
        List<Block> steps = ScalingPage.steps("Cost per core");
        assertThat(steps).extracting(Block::kind).containsExactly("sh", "text printed", "sh");
        assertThat(steps.get(0).lines()).hasSize(1);
        Typed run = rig.type(steps.get(0).lines().get(0));
        awaitLog(run, "curve-cpus-2", "load-1", "0002", 1);

        rig.cut("esb");
        try {
            assertThat(run.exitCode()).as(run.said()).isEqualTo(1);
            assertThat(run.said())
                    .contains("ended after 2 trials: mediator esb: it fell silent: nothing came from it for 6 s")
                    .containsPattern(steps.get(1).printed());
            for (String reached : List.of("load-1", "backend")) {
                assertThat(rig.process(reached, "busbench"))
                        .as("nothing is left running on " + reached)
                        .isEmpty();
            }
            assertThat(lines("curve-cpus-1", "trials.jsonl"))
                    .hasSize(2)
                    .allSatisfy(trial -> isMeasured(trial, "[0-9]+"));
            List<JsonNode> trials = lines("curve-cpus-2", "trials.jsonl");
            assertThat(trials).hasSize(2);
            isMeasured(trials.get(0), "[0-9]+[-,][0-9]+");
            assertThat(trials.get(1).path("outcome").asText()).isEqualTo("failed");
            assertThat(trials.get(1).path("reason").asText()).startsWith("mediator esb: ");
            assertThat(typed(steps.get(2)).strip()).endsWith("cpus.md");
            assertThat(Files.readString(rig.project().resolve("cpus.md")))
                    .containsPattern(steps.get(1).printed());
            theDoctorNamesAHostThatIsNotReached();
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (rig.process("esb", "busbench").isPresent()) {
                assertThat(System.nanoTime())
                        .as("all processes of the run have ended on the host whose cable was pulled")
                        .isLessThan(end);
                Thread.sleep(100);
            }
        } finally {
            rig.mend("esb");
        }
    }

    private static void isMeasured(JsonNode trial, String cpus) {
        assertThat(trial.path("outcome").asText()).as(trial.toString()).isEqualTo("measured");
        assertThat(trial.path("pinning").path("mediator").asText())
                .as("the CPUs, as the running process has them")
                .matches(cpus);
        assertThat(trial.path("processes")
                        .path("mediator")
                        .path("cpuMicrosPerMessage")
                        .asDouble())
                .isPositive();
    }

    /** Without the program by which ssh finds the hosts here. */
    private static void theDoctorNamesAHostThatIsNotReached() throws IOException, InterruptedException {
        Files.writeString(
                rig.project().resolve("nobody.yaml"),
                Files.readString(rig.project().resolve("cores.yaml")).replace("load-1", "nobody"));
        Typed doctor = rig.type("PATH=/usr/bin:/bin ./busbench doctor --hosts nobody.yaml --ssh-config ../ssh_config");

        assertThat(doctor.exitCode()).as(doctor.said()).isEqualTo(2);
        assertThat(doctor.said())
                .containsPattern("injector nobody +fail +ssh +nobody: not reached by ssh: ")
                .containsPattern("mediator esb +fail +ssh +esb: not reached by ssh: ")
                .containsPattern("backend backend +ok +ports of 10.0.0.30 +3 free");
    }

    private static ProcessHandle injectorUnderLoad(Typed run, String id, String host, String trial)
            throws IOException, InterruptedException {
        awaitLog(run, id, host, trial, 5);
        return rig.process(host, "org.busbench.injector.Injector")
                .orElseThrow(() -> new AssertionError("no injector runs on " + host));
    }

    /** Waits until the log of an injector has so many lines: four at its beginning, then one for each second. */
    private static void awaitLog(Typed run, String id, String host, String trial, int lines)
            throws IOException, InterruptedException {
        Path log = rig.kept(host).resolve("runs/" + id + "/injector-" + host + "/" + trial + "/latency.hlog");
        while (run.isAlive()
                && (!Files.exists(log) || Files.readString(log).lines().count() < lines)) {
            Thread.sleep(20);
        }
        assertThat(run.isAlive()).as(run.said()).isTrue();
    }

    /** What one JMeter alone does of it, {@code ScenarioPlansIT} proves: nonces of its own, never the same in two loads. */
    @Test
    void jmetersServersAndJmetersOfTheirOwnSendNoNonceTwiceAndAreDrawnAsOneTest()
            throws IOException, InterruptedException {
        rig.rightClock();
        List<Block> steps = ScalingPage.steps("JMeter's own distributed mode");
        assertThat(steps).extracting(Block::kind).containsExactly("sh", "sh terminals", "sh", "sh terminals", "sh");
        typed(steps.get(0));
        List<Typed> terminals = new ArrayList<>();
        Path nonces = folder.resolve("nonces.txt");
        Process mediator = mediator(nonces);
        try {
            for (String line : steps.get(1).lines()) {
                terminals.add(rig.type(line));
            }
            for (Typed server : terminals) {
                awaitServer(server);
            }
            List<String> controllers = steps.get(2).lines();
            assertThat(controllers).hasSize(3);
            theControllerHasEverySample(controllers.get(0));
            noNonceCameTwiceOf(REQUESTS, nonces);
            everyServerHasItsHistograms(controllers.get(1));
            noNonceCameTwiceOf(2 * REQUESTS, nonces);
            for (Typed server : terminals) {
                server.succeeded();
            }
            assertThat(page(rig.type(controllers.get(2)).succeeded()))
                    .contains("10.0.0.11", "10.0.0.12")
                    .contains(2 * USERS + " clients");

            for (String line : steps.get(3).lines()) {
                terminals.add(rig.type(line));
            }
            for (Typed terminal : terminals) {
                terminal.succeeded();
            }
            noNonceCameTwiceOf(3 * REQUESTS, nonces);
            assertThat(page(typed(steps.get(4))))
                    .contains("load-1.jtl", "load-2.jtl")
                    .contains(2 * USERS + " clients");
            assertThat(rows("busbench-cbr-500@load-1.jtl")).hasSize(REQUESTS / 2);
            assertThat(rows("busbench-cbr-500@load-2.jtl")).hasSize(REQUESTS / 2);
        } finally {
            mediator.destroyForcibly().onExit().join();
            terminals.forEach(Typed::kill);
        }
    }

    /** That of the page, as far as a client can tell; {@code said} gets the nonces. */
    private static Process mediator(Path said) throws IOException, InterruptedException {
        Process mediator = rig.program(
                "esb",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-Dsun.net.httpserver.nodelay=true",
                        "-cp",
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                                .collect(Collectors.joining(File.pathSeparator)),
                        NonceKeeper.class.getName(),
                        "10.0.0.20",
                        "8280",
                        Integer.toString(MILLIS_AN_ANSWER)),
                said);
        while (mediator.isAlive() && !Files.readString(said).startsWith("ready")) {
            Thread.sleep(20);
        }
        assertThat(mediator.isAlive()).as(Files.readString(said)).isTrue();
        return mediator;
    }

    private static void awaitServer(Typed server) throws IOException, InterruptedException {
        while (server.isAlive() && !server.said().contains("Created remote object")) {
            Thread.sleep(50);
        }
        assertThat(server.isAlive()).as(server.said()).isTrue();
    }

    private static void noNonceCameTwiceOf(int requests, Path said) throws IOException {
        List<String> nonces = Files.readAllLines(said);
        assertThat(nonces.remove(0)).isEqualTo("ready");
        assertThat(nonces).hasSize(requests).allMatch(line -> line.matches("[0-9a-f]{16}"));
        assertThat(new HashSet<>(nonces)).as("no nonce twice").hasSize(requests);
    }

    private static void theControllerHasEverySample(String command) throws IOException, InterruptedException {
        rig.type(command).succeeded();

        List<Map<String, String>> rows = rows("busbench-cbr-500.jtl");
        assertThat(rows).hasSize(REQUESTS);
        for (String host : List.of("10.0.0.11", "10.0.0.12")) {
            assertThat(rows)
                    .filteredOn(row -> row.get("threadName").startsWith(host + "-users "))
                    .hasSize(REQUESTS / 2);
        }
    }

    private static void everyServerHasItsHistograms(String command) throws IOException, InterruptedException {
        rig.type(command).succeeded();

        assertThat(rows("nio-cbr-500.jtl")).hasSize(REQUESTS);
        for (String host : List.of("load-1", "load-2")) {
            Path record = rig.home(host).resolve("busbench/runs/jmeter-1");
            assertThat(answers(record.resolve("latency.hlog"))).as(host).isEqualTo(REQUESTS / 2);
            assertThat(record.resolve("errors.csv")).hasContent("second-start-millis,class,count\n");
            assertThat(record.resolve("failures.jsonl")).doesNotExist();
        }
    }

    private static long answers(Path log) throws IOException {
        Histogram all = new Histogram(3);
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram(); next != null; ) {
                all.add((Histogram) next);
                next = reader.nextIntervalHistogram();
            }
        }
        return all.getTotalCount();
    }

    /** The samples of a log, none of which has failed. */
    private static List<Map<String, String>> rows(String log) throws IOException {
        List<String> lines = Files.readAllLines(rig.project().resolve(log));
        String[] columns = lines.get(0).split(",");
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            assertThat(fields).as(line).hasSameSizeAs(columns);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < columns.length; i++) {
                row.put(columns[i], fields[i]);
            }
            assertThat(row).as(line).containsEntry("success", "true");
            rows.add(row);
        }
        return rows;
    }

    /** The page that a command has named. */
    private static String page(String said) throws IOException {
        return Files.readString(rig.project()
                .resolve(said.lines()
                        .filter(line -> line.endsWith("index.html"))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no page in " + said))));
    }
}
