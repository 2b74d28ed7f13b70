package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunProblem;
import org.busbench.reports.Report;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is done around a run, its report, the check and the audit, ends by SIGKILL as well: nothing half-written is left in
 * its place, or trusted. {@code -Dbusbench.kills=20} for more moments than the build has.
 */
@Tag("nightly")
class KilledReaderIT {
    private static final long SEED = Long.getLong("busbench.killSeed", 20070713L);
    /** About as long as a report or a check takes, the start of its JVM included. */
    private static final int READ_MILLIS = 2_000;

    private static final List<String> PAGES = List.of("index.html", "trials.csv");

    @TempDir
    private Path root;

    private Killable running;

    @BeforeEach
    void layOut() throws IOException {
        running = new Killable(root);
        FakeProject project = new FakeProject(root);
        project.mediator("first", false);
        project.mediator("second", false);
        project.settings("[cbr]", "500ms", "[1]", "blocks: 1");
    }

    @AfterEach
    void endTheProcess() {
        running.close();
    }

    static IntStream moments() {
        return IntStream.range(0, Integer.getInteger("busbench.kills", 2));
    }

    @Test
    void aReportThatIsKilledAtAnyMomentLeavesWholePagesOrNoneAndAKilledCheckHasChangedNothing() throws Exception {
        running.start("run");
        assertThat(running.exit()).as(running.log()).isZero();
        Report.write(run());
        Map<String, String> whole = files();
        for (int moment : moments().toArray()) {
            for (String page : PAGES) {
                Files.deleteIfExists(run().resolve(page));
            }
            running.start("report");
            if (moment % 2 == 0) {
                running.killAsSoonAsThereIs(run().resolve(PAGES.get(moment / 2 % 2) + ".part"));
            } else {
                running.killAfter(new Random(SEED + moment).nextInt(READ_MILLIS));
            }
            Map<String, String> left = files();
            left.keySet().removeIf(name -> name.endsWith(".part"));
            assertThat(whole).containsAllEntriesOf(left);
            assertThat(left.keySet())
                    .containsAll(whole.keySet().stream()
                            .filter(name -> !PAGES.contains(name))
                            .toList());
            assertThat(Check.of(run()).problems())
                    .allMatch(problem -> problem.endsWith(" is missing, but SHA256SUMS names it"));

            Report.write(run());
            assertThat(Check.of(run()).problems()).isEmpty();
            assertThat(files()).isEqualTo(whole);

            running.start("check");
            running.killAfter(new Random(SEED + moment).nextInt(READ_MILLIS));
            assertThat(files()).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("moments")
    void aRunThatIsKilledDuringItsAuditsIsNoRun(int moment) throws Exception {
        running.start("audited");
        running.killAsSoonAsThereIs(run().resolve(moment % 2 == 0 ? "parity.jsonl" : "trials.jsonl"));

        assertThat(run().resolve("run.json")).doesNotExist();
        assertThatThrownBy(() -> Resumption.of(new Project(root), Backends.free(), run()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("start the suite anew");
        assertThatThrownBy(() -> Check.of(run())).isInstanceOf(RunProblem.class);
    }

    /** SHA-256 of every file of the run by its path. */
    private Map<String, String> files() throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(run())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                hashes.put(run().relativize(file).toString(), Sha256.of(file));
            }
        }
        return hashes;
    }

    private Path run() {
        return root.resolve("runs/r");
    }
}
