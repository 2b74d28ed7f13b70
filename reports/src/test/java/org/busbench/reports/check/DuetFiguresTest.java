package org.busbench.reports.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuetFiguresTest {

    @TempDir
    private Path temporary;

    private RecordedFolder run;

    @BeforeEach
    void record() throws IOException {
        run = RecordedFolder.ofDuets(temporary.resolve("run"));
    }

    @Test
    void aRunOfDuetsThatIsWhatItSaysHolds() {
        Check check = Check.of(run.directory());

        assertThat(check.problems()).isEmpty();
        assertThat(check.figures()).isGreaterThan(4 * 45);
    }

    @Test
    void aStretchMustFollowFromTheLogOfItsSide() throws IOException {
        run.forge(1, line -> stretch(line, 1).put("verified", 9999));
        assertRefused("trials.jsonl:1: 'duet.windows[1].verified' is 9999, but trials/0001/latency.hlog says ");

        run.forge(2, line -> stretch(line, 0).put("p50Micros", 1.0));
        assertRefused("trials.jsonl:2: 'duet.windows[0].p50Micros' is 1.0, but trials/0002/latency.hlog says ");
    }

    @Test
    void stretchesOfBothSidesAreTheSameAndLieInTheWindowInTheirOrder() throws IOException {
        run.forge(
                3,
                line -> stretch(line, 1)
                        .put("startMillis", stretch(line, 1).get("startMillis").asLong() - 300));
        assertRefused("trials.jsonl:3: 'duet.windows[1]' begins before what stands before it has ended");
        assertRefused("trials.jsonl:3: 'duet.windows, instants of' is ", "but its other side (line 4) has ");

        run.forge(
                2,
                line -> stretch(line, 2)
                        .put("endMillis", stretch(line, 2).get("endMillis").asLong() + 60));
        assertRefused("trials.jsonl:2: 'duet.windows' end after 'window'");
    }

    @Test
    void theSidesNameEachOther() throws IOException {
        run.forge(1, line -> duet(line).put("partner", 3));
        assertRefused("trials.jsonl:1: is one side of a duet, but trial 3 is not its other side");
        assertRefused("trials.jsonl:2: is one side of a duet, but trial 1 is not its other side");

        run.forge(3, line -> duet(line).put("rival", "c"));
        assertRefused("trials.jsonl:3: 'duet.rival' is c, but its other side (line 4) has b");
    }

    @Test
    void theSidesShareBlockAndComparison() throws IOException {
        run.forge(2, line -> line.put("block", 2).put("concurrency", 9));

        assertRefused("trials.jsonl:1: 'block' is 1, but its other side (line 2) has 2");
        assertRefused("trials.jsonl:2: 'concurrency' is 9, but its other side (line 1) has 8");
    }

    @Test
    void oneSideIsDealtFirstAndTheOtherInTheNextBlock() throws IOException {
        run.forge(2, line -> duet(line).put("dealtFirst", true));
        assertRefused("trials.jsonl:1: 'duet.dealtFirst' is true, as in line 2");

        run.forge(2, line -> duet(line).put("dealtFirst", false));
        run.forge(3, line -> duet(line).put("dealtFirst", true));
        run.forge(4, line -> duet(line).put("dealtFirst", false));
        assertRefused("trials.jsonl:3: 'duet.dealtFirst' is true as in block 1: the sides change from block to block");
    }

    /** A fork of an even number of blocks ends with the sides with which the next one begins. */
    @Test
    void theSidesChangeWithinAForkAndFromTheFirstBlockOfOneToThatOfTheNext() throws IOException {
        run.forkedByBlock();
        assertThat(Check.of(run.directory()).problems()).isEmpty();

        run.forge(3, line -> duet(line).put("dealtFirst", true));
        run.forge(4, line -> duet(line).put("dealtFirst", false));
        assertRefused("trials.jsonl:3: 'duet.dealtFirst' is true as in block 1: the sides change from block to block");

        run.forge(3, line -> line.put("block", 3).put("fork", 3));
        run.forge(4, line -> line.put("block", 3).put("fork", 3));
        assertThat(Check.of(run.directory()).problems()).noneMatch(problem -> problem.contains("dealtFirst"));
    }

    @Test
    void oneCountOfTheBackendIsOfBothSides() throws IOException {
        run.forge(1, line -> counts(line).put("rivalSent", 5));
        assertRefused("trials.jsonl:1: 'reconciliation.rivalSent' is 5, but 'totals.sent' of line 2 says ");
        assertRefused("trials.jsonl:1: 'reconciliation.verdict' is exact, but the backend received ");

        run.forge(2, line -> counts(line).remove("rivalSent"));
        assertRefused("trials.jsonl:2: 'reconciliation' of a duet has no 'rivalSent'");

        run.forge(
                3,
                line -> counts(line)
                        .put(
                                "backendReceived",
                                counts(line).get("backendReceived").asLong() + 1));
        assertRefused("trials.jsonl:3: 'reconciliation.backendReceived' is ", "but its other side (line 4) has ");
    }

    @Test
    void theCpuTimeOfAStretchIsThatBetweenItsMarks() throws IOException {
        run.forge(1, line -> stretch(line, 0).put("cpuMicros", 60_000));

        assertRefused(
                "trials.jsonl:1: 'duet.windows[0].cpuMicros' is 60000, but trials/0001/readings.csv.gz says 30000");
    }

    @Test
    void aTrialOfOneAloneHasNoRival() throws IOException {
        RecordedFolder alone = new RecordedFolder(temporary.resolve("alone"), "nio");
        alone.forge(1, line -> counts(line).put("rivalSent", 0));

        assertThat(Check.of(alone.directory()).problems())
                .anySatisfy(line ->
                        assertThat(line).endsWith("'reconciliation.rivalSent' is 0, but the trial was no duet"));
    }

    @Test
    void aRunThatWasKilledBetweenTheTwoLinesHoldsAsFarAsItCame() throws IOException {
        Files.delete(run.directory().resolve("finished.json"));
        Files.delete(run.directory().resolve("SHA256SUMS"));
        run.editLines(lines -> lines.remove(3));

        assertThat(Check.of(run.directory()).problems()).isEmpty();
    }

    private static ObjectNode duet(ObjectNode line) {
        return (ObjectNode) line.get("duet");
    }

    private static ObjectNode stretch(ObjectNode line, int place) {
        return (ObjectNode) line.at("/duet/windows/" + place);
    }

    private static ObjectNode counts(ObjectNode line) {
        return (ObjectNode) line.get("reconciliation");
    }

    private void assertRefused(String... parts) {
        assertThat(Check.of(run.directory()).problems())
                .anySatisfy(line -> assertThat(line).contains(parts));
    }
}
