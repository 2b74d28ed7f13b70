package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.common.FreePorts;
import org.busbench.harness.adapter.AdapterCatalog;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.IntegrityLog;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.torture.Case;
import org.busbench.harness.torture.CaseFile;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.RunReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mediator of this build, hostile clients, and broken backends: a few cases of every class, and some of them mixed. */
@Tag("nightly")
class TortureIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> OF_EACH_CLASS = List.of(
            "te-and-length-te-first",
            "name-blank-space",
            "host-missing",
            "good-chunked",
            "pipelined",
            "hop-named",
            "answer-te-and-length-te-first",
            "answer-short",
            "garbage-tls",
            "up-fixed-4k",
            "down-chunked-8k",
            "backend-down",
            "resets-in-body",
            "latency-within",
            "silent-on-request",
            "after-20-busy",
            "coded-virtualization-gzip",
            "accepted-plain-xslt",
            "large-xslt-4m",
            "cbr-entity-http",
            "xslt-entity-laughs");
    private static final List<String> MANY_CLIENTS = List.of("half-body-cbr-500", "aborted-upload-45");

    @TempDir
    private Path root;

    private final List<String> notes = new ArrayList<>();
    private Path folder;

    @BeforeEach
    void copyTheCheckout() throws IOException {
        assumeThat(CHECKOUT.resolve("mediation/target/mediation/lib"))
                .as("the mediator is built: mvn -pl mediation package")
                .isDirectory();
        for (String module : List.of("mediation", "xslt", "jmeter-plans")) {
            Files.createSymbolicLink(root.resolve(module), CHECKOUT.resolve(module));
        }
        Path adapter = Files.createDirectories(root.resolve("configs/adapters/busbench"));
        Files.createSymbolicLink(root.resolve("configs/scenarios"), CHECKOUT.resolve("configs/scenarios"));
        Path original = CHECKOUT.resolve("configs/adapters/busbench");
        // Some of its flows are stock Synapse's.
        Files.createSymbolicLink(root.resolve("configs/adapters/synapse"), original.resolveSibling("synapse"));
        try (Stream<Path> folders = Files.list(original)) {
            for (Path part : folders.filter(Files::isDirectory).toList()) {
                Files.createSymbolicLink(adapter.resolve(part.getFileName()), part);
            }
        }
        int port = FreePorts.inARow(2);
        Files.writeString(
                adapter.resolve("adapter.yaml"),
                Files.readString(original.resolve("adapter.yaml"))
                        .replaceFirst(
                                "ports: \\{http: [0-9]+, https: [0-9]+}",
                                "ports: {http: " + port + ", https: " + (port + 1) + "}"));
        folder = Files.createDirectories(root.resolve("runs/torture"));
    }

    @Test
    void theMediatorIsRightInEveryClassOfCasesAndLosesNoGoodAnswerWhenTheyAreMixed() throws Exception {
        List<Case> cases = CaseFile.readAll(CHECKOUT.resolve("configs/torture"));
        List<Case> chosen = Stream.concat(OF_EACH_CLASS.stream(), MANY_CLIENTS.stream())
                .map(id -> cases.stream()
                        .filter(one -> one.id().equals(id))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no case '" + id + "'")))
                .toList();
        assertThat(chosen.stream().map(Case::kind).distinct()).containsExactlyInAnyOrderElementsOf(Case.KINDS);

        try (IntegrityLog log = IntegrityLog.create(folder)) {
            TortureRun run = new TortureRun(settings(), chosen, log, notes::add, line -> {});
            run.of(adapters().find("busbench"), chosen);
            run.mixed(adapters().find("busbench"), Duration.ofSeconds(3), 1);
        }

        List<Integrity> lines = RunReader.integrity(folder);
        assertThat(lines).hasSize(chosen.size() + 1);
        assertThat(lines)
                .filteredOn(line -> line.figures().isEmpty())
                .allSatisfy(line -> assertThat(line.verdict())
                        .as("%s: %s", line.of().id(), line.reason())
                        .isEqualTo(Verdict.RIGHT));
        // Whether an answer is slow depends on what else this machine does.
        List<Integrity> measured =
                lines.stream().filter(line -> !line.figures().isEmpty()).toList();
        assertThat(measured)
                .extracting(line -> line.of().id())
                .containsExactly(MANY_CLIENTS.get(0), MANY_CLIENTS.get(1), "mixed");
        assertThat(measured).allSatisfy(line -> {
            assertThat(line.verdict()).as(line.reason()).isIn(Verdict.RIGHT, Verdict.TOLERABLE);
            assertThat(line.figures())
                    .containsEntry("goodLost", 0.0)
                    .containsEntry("goodWrong", 0.0)
                    .containsEntry("goodSwapped", 0.0)
                    .containsKeys("goodP99Millis", "goodQuietP99Millis", "normalAfterMillis", "memoryAfterMiB");
            assertThat(line.figures().get("goodRight"))
                    .isPositive()
                    .isEqualTo(line.figures().get("goodSent"));
        });
        assertThat(measured.get(0).figures()).containsEntry("attackersMost", 500.0);
        assertThat(measured.get(2).of().title()).contains("seed 1");
        assertThat(measured.get(2).figures().get("descriptorsAfter"))
                .isLessThanOrEqualTo(measured.get(2).figures().get("descriptorsBefore") + 8);
        assertThat(notes).anyMatch(note -> note.contains("attacks; "));
    }

    private AdapterCatalog adapters() {
        return new AdapterCatalog(root.resolve("configs/adapters"), root);
    }

    private TestBed.Settings settings() {
        Project project = new Project(root);
        List<Scenario> scenarios = Stream.of("virtualization", "cbr", "xslt")
                .map(name -> project.scenarios().find(name))
                .toList();
        return new TestBed.Settings(
                project,
                folder,
                Backends.free(),
                List.of(adapters().find("busbench")),
                scenarios,
                List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    }
}
