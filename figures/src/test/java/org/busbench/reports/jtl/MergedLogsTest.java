package org.busbench.reports.jtl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.record.RunProblem;
import org.busbench.record.SampleSource.Sender;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs of several injectors as one test. */
class MergedLogsTest {
    private static final SampleOptions TWO_SECONDS = new SampleOptions(Set.of("cbr", "xslt"), Map.of(), 2, 0);

    @TempDir
    private Path folder;

    /**
     * Eight seconds, of which the last is not full and two are warm-up: 5 s with 99 samples of 5 ms each from one injector and
     * 1 sample of 500 ms from the other. Of 500 samples the 495th is the 99th percentile: 5 ms. The average of both injectors'
     * own percentiles would be 252.5 ms, their maximum 500 ms.
     */
    @Test
    void percentilesAreThoseOfAllSamplesAndUsersAreAdded() {
        Path fast = new LogDraft().steady(4, 8, 99, 5).in(folder, "camel-cbr-500-c4@host1.jtl");
        Path slow = new LogDraft().steady(2, 8, 1, 500).in(folder, "camel-cbr-500-c2@host2.jtl");

        SampleRun merged = SampleRun.merged(List.of(fast, slow), TWO_SECONDS);

        assertThat(merged.run().trials()).singleElement().satisfies(trial -> {
            assertThat(trial.adapter()).isEqualTo("camel");
            assertThat(trial.concurrency()).isEqualTo(6);
            assertThat(trial.result().verified()).isEqualTo(500);
            assertThat(trial.result().goodputPerSecond()).isEqualTo(100);
            assertThat(trial.result().latencyMicros().p50()).isEqualTo(5_000);
            assertThat(trial.result().latencyMicros().p99()).isEqualTo(5_000);
            assertThat(trial.result().latencyMicros().p999()).isEqualTo(500_000);
            assertThat(trial.result().latencyMicros().max()).isEqualTo(500_000);
            assertThat(trial.result().latencyMicros().mean()).isEqualTo((495 * 5_000 + 5 * 500_000) / 500.0);
            assertThat(trial.result().series())
                    .extracting(Trial.Second::verified, Trial.Second::p99Micros)
                    .containsOnly(tuple(100L, 5_000.0))
                    .hasSize(5);
        });
        assertThat(merged.run().samples().orElseThrow().senders())
                .containsExactly(
                        new Sender("camel-cbr-500-c4@host1.jtl", "", 4, 792),
                        new Sender("camel-cbr-500-c2@host2.jtl", "", 2, 8));
        assertThat(merged.run().remarks()).isEmpty();
    }

    @Test
    void onlyTheSecondsThatAllInjectorsMeasuredCountAndThatIsSaid() {
        Path early = new LogDraft().steady(4, 20, 50, 5).in(folder, "camel-cbr-500@1.jtl");
        Path late = new LogDraft().pause(10).steady(4, 15, 50, 5).in(folder, "camel-cbr-500@2.jtl");

        SampleRun merged = SampleRun.merged(List.of(early, late), TWO_SECONDS);

        assertThat(merged.run().trials())
                .extracting(
                        Trial::concurrency,
                        trial -> trial.conditions().window().startMillis() - LogDraft.START,
                        trial -> trial.conditions().measuredSeconds(),
                        trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(8, 12_000L, 7.0, 100.0));
        assertThat(merged.run().remarks())
                .containsExactly(
                        "camel-cbr-500@1.jtl: begins 10 s before the last log does, and ends 0 s after the first one:"
                                + " what not all logs cover was left out. Clocks that differ look the same",
                        "camel-cbr-500@2.jtl: begins 0 s before the last log does, and ends 5 s after the first one:"
                                + " what not all logs cover was left out. Clocks that differ look the same");
    }

    @Test
    void logsOfOtherTimesAreRefusedByName() {
        Path one = new LogDraft().steady(4, 8, 50, 5).in(folder, "cbr@1.jtl");
        Path other = new LogDraft().pause(600).steady(4, 8, 50, 5).in(folder, "cbr@2.jtl");

        refused(one, other)
                .hasMessageStartingWith(other + ": its samples are from 2023-11-14T22:23:19.995Z on, and those of "
                        + one + " end at 2023-11-14T22:13:27.980Z: these are no logs of one test");
    }

    @Test
    void aCopyOfALogIsRefused() throws IOException {
        Path one = new LogDraft().steady(4, 8, 50, 5).in(folder, "cbr@1.jtl");
        Path copy = Files.copy(one, folder.resolve("cbr@2.jtl"));

        refused(one, copy).hasMessageStartingWith(copy + ": holds the same bytes as " + one);
    }

    @ParameterizedTest
    @CsvSource({
        "synapse-cbr-500.jtl, its name or label says adapter 'synapse'; that of camel-cbr-500.jtl 'camel'",
        "camel-cbr-10K.jtl,   its name or label says message size '10K'; that of camel-cbr-500.jtl '500'",
        "camel-cbr.jtl,       its name or label says no message size; that of camel-cbr-500.jtl '500'",
    })
    void logsThatSayDifferentThingsAreRefused(String name, String expected) {
        Path one = new LogDraft().steady(4, 8, 50, 5).in(folder, "camel-cbr-500.jtl");
        Path other = new LogDraft().steady(4, 8, 60, 5).in(folder, name);

        refused(one, other).hasMessageStartingWith(other + ": " + expected.replace(";", ","));
    }

    @Test
    void aLabelThatOneLogLacksIsNamed() {
        LogDraft both = new LogDraft().steady(4, 8, 50, 5);
        Path one = both.row(10, 5, "login", "200", "OK", true, "", 4).in(folder, "shop-500@1.jtl");
        Path other = new LogDraft().steady(4, 8, 50, 5).in(folder, "shop-500@2.jtl");

        assertThat(SampleRun.merged(List.of(one, other), TWO_SECONDS).run().remarks())
                .contains("shop-500@2.jtl: has no sample with the label login, which another log has");
    }

    @Test
    void oneLogAloneIsNothingToMerge() {
        Path one = new LogDraft().steady(4, 8, 50, 5).in(folder, "cbr.jtl");

        refused(one).hasMessageStartingWith(one + ": --merge needs the logs of two injectors or more");
    }

    @Test
    void aFailureOfASecondLogIsFoundByItsFileAndLine() {
        Path one = new LogDraft().steady(4, 8, 50, 5).in(folder, "cbr@1.jtl");
        Path other = new LogDraft()
                .steady(4, 4, 50, 5)
                .row(10, 5, "cbr", "500", "Server Error", false, "", 4)
                .steady(4, 4, 50, 5)
                .in(folder, "cbr@2.jtl");

        assertThat(SampleRun.merged(List.of(one, other), TWO_SECONDS).run().trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.result().reason())
                        .endsWith("the first: cbr@2.jtl, line 202: 500 Server Error"));
    }

    /** The rows of each server say that server's threads: 3 and 5, in one log. */
    @Test
    void hostsInTheLogOfAControllerAreToldApart() {
        Path log = new LogDraft()
                .host("10.0.0.11:1099")
                .steady(3, 8, 50, 5)
                .host("10.0.0.12:1099")
                .steady(5, 8, 30, 5)
                .in(folder, "camel-cbr-500.jtl");

        SampleRun found = SampleRun.read(List.of(log), TWO_SECONDS);

        assertThat(found.run().trials())
                .extracting(Trial::concurrency, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(8, 80.0));
        assertThat(found.run().samples().orElseThrow().senders())
                .containsExactly(
                        new Sender("camel-cbr-500.jtl", "10.0.0.11:1099", 3, 400),
                        new Sender("camel-cbr-500.jtl", "10.0.0.12:1099", 5, 240));
    }

    /** Taurus and pods write it so: each host has a thread of each name, and its clock is its own. */
    @Test
    void hostsThatOnlyTheColumnHostnameNamesAreToldApart() throws IOException {
        Path log = new LogDraft()
                .host("pod-1")
                .steady(3, 8, 50, 5)
                .host("pod-2")
                .steady(5, 8, 30, 5)
                .in(folder, "camel-cbr-500.jtl");
        Files.write(
                log,
                Files.readAllLines(log).stream()
                        .map(row -> row.replaceFirst("(.*,)(pod-.)-(users.*)", "$1$3,$2"))
                        .map(row -> row.equals(LogDraft.HEADER) ? row + ",Hostname" : row)
                        .toList());

        SampleRun found = SampleRun.read(List.of(log), TWO_SECONDS);

        assertThat(found.run().trials())
                .extracting(Trial::concurrency, trial -> trial.result().goodputPerSecond())
                .containsExactly(tuple(8, 80.0));
        assertThat(found.run().samples().orElseThrow().senders())
                .extracting(Sender::host)
                .containsExactly("pod-1", "pod-2");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(Path... files) {
        return assertThatThrownBy(() -> SampleRun.merged(List.of(files), TWO_SECONDS))
                .isInstanceOf(RunProblem.class)
                .hasMessageNotContaining("\n");
    }
}
