package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.ParityLines.changed;
import static org.busbench.reports.ParityLines.fair;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.Parity;
import org.busbench.record.RecordedRun;
import org.busbench.reports.ParityLines;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParityBreakTest {

    @TempDir
    private Path folder;

    @Test
    void whoWorksOnEverybodysTermsBreaksNothing() {
        assertThat(breaches(fair("a", "cbr"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    heap                  | "-XX:MaxHeapSize=1073741824"           | "-XX:MaxHeapSize=2147483648"
                    heap                  | "-XX:InitialHeapSize=1073741824"       | "-XX:InitialHeapSize=524288000"
                    collector             | "-XX:+UseParallelGC"]},"threads        | "-XX:+UseG1GC"]},"threads
                    flags                 | "options":["-Xms1g"                    | "options":["-XX:+UseNUMA","-Xms1g"
                    logs-messages         | "logBytes":100                         | "logBytes":14400
                    no-keep-alive-backend | "reopened":0                           | "reopened":40
                    no-keep-alive-client  | "reconnected":0                        | "reconnected":40
                    """)
    void eachTermThatOnlyOneHasIsNamed(String label, String old, String changed) {
        assertThat(breaches(changed(fair("a", "cbr"), old, changed)))
                .singleElement()
                .satisfies(breach -> {
                    assertThat(breach.label()).isEqualTo(label);
                    assertThat(breach.declared()).isFalse();
                });
    }

    @Test
    void delayedAcknowledgementsHurtWhoWritesInPiecesAlone() {
        String delayed = changed(fair("a", "cbr"), "\"noDelay\":true", "\"noDelay\":false");

        assertThat(breaches(delayed)).isEmpty();
        assertThat(breaches(changed(delayed, "\"segments\":1.0", "\"segments\":2.0")))
                .extracting(ParityBreak::label)
                .containsExactly("nagle-client", "nagle-backend");
        assertThat(breaches(changed(delayed, "\"segments\":1.0", "\"segments\":null")))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"heap: it caches,true", "heap,false", "collector: no,false"})
    void whatIsDeclaredWithItsNameIsNoBreak(String entry, boolean declared) {
        String line = changed(fair("a", "cbr"), "\"declared\":[]", "\"declared\":[\"" + entry + "\"]");

        assertThat(breaches(changed(line, "MaxHeapSize=1073741824", "MaxHeapSize=2147483648")))
                .singleElement()
                .satisfies(breach -> assertThat(breach.declared()).isEqualTo(declared));
    }

    @Test
    void aFlagIsDeclaredByItself() {
        String more = changed(
                fair("a", "cbr"), "\"options\":[\"-Xms1g\"", "\"options\":[\"-XX:+UseNUMA\",\"-Xss1m\",\"-Xms1g\"");
        String one = changed(more, "\"declared\":[]", "\"declared\":[\"-Xss1m: deep trees\"]");

        assertThat(breaches(one))
                .singleElement()
                .satisfies(breach -> assertThat(breach.explanation()).startsWith("-XX:+UseNUMA on"));
        assertThat(breaches(changed(one, "deep trees\"", "deep trees\",\"-XX:+UseNUMA: two sockets\""))
                        .get(0)
                        .declared())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    1.0 | -         | 2.0 | -         | cpus   | it may use 1 of the machine's CPUs, other may use 2
                    1.5 | -         | 2.0 | 268435456 | cpus   | it may use 1.5 of the machine's CPUs, other may use 2
                    2.0 | 268435456 | 2.0 | -         | memory | 256 MB of memory is its limit, other has none
                    2.0 | 268435456 | 2.0 | 536870912 | memory | 256 MB of memory is its limit, other has one of 512 MB
                    """)
    void whoMayTakeLessThanAnotherOfTheRunIsNamed(
            double cpus, Long memory, double otherCpus, Long otherMemory, String label, String why) {
        Parity own = limited("a", cpus, memory);
        Parity other = limited("other", otherCpus, otherMemory);

        assertThat(ParityBreak.of(own, List.of(own, other))).singleElement().satisfies(found -> {
            assertThat(found.label()).isEqualTo(label);
            assertThat(found.explanation()).isEqualTo(why);
            assertThat(found.touches("cbr")).isTrue();
            assertThat(found.declared()).isFalse();
        });
        assertThat(ParityBreak.of(own, List.of(own))).isEmpty();
        assertThat(ParityBreak.of(own, List.of(own, limited("twin", cpus, memory))))
                .isEmpty();
    }

    @Test
    void aLimitIsDeclaredByItsName() {
        String declared = changed(fair("a", "cbr"), "\"declared\":[]", "\"declared\":[\"cpus: sold by the CPU\"]");
        Parity own = ParityLines.read(folder, limits(declared, 1, null));

        assertThat(ParityBreak.of(own, List.of(own, limited("other", 2, null))))
                .singleElement()
                .satisfies(found -> assertThat(found.declared()).isTrue());
    }

    private Parity limited(String adapter, double cpus, Long memoryBytes) {
        return ParityLines.read(folder, limits(fair(adapter, "cbr"), cpus, memoryBytes));
    }

    private static String limits(String line, double cpus, Long memoryBytes) {
        String memory = memoryBytes == null ? "" : ",\"memoryBytes\":" + memoryBytes;
        return changed(
                line, "\"logMessages\":360}", "\"logMessages\":360,\"limits\":{\"cpus\":" + cpus + memory + "}}");
    }

    @Test
    void everyFigureThatABreakTouchesIsFlaggedAndNoOther() {
        Adapter closing = SampleRuns.mediator("closing");
        Adapter fine = SampleRuns.mediator("fine");
        RecordedRun run = SampleRuns.run(
                List.of(closing, fine),
                List.of(1),
                1,
                List.of(SampleRuns.measured(closing, 1, 1, 100, 10), SampleRuns.measured(fine, 1, 1, 100, 10)));
        String broken = changed(fair("closing", "cbr"), "\"connections\":1", "\"connections\":120");

        assertThat(flagged(run, broken)).containsExactly("closing");
        assertThat(flagged(
                        run,
                        changed(
                                broken,
                                "\"declared\":[]",
                                "\"declared\":[\"no-keep-alive-client: x\",\"no-keep-alive-backend: x\"]")))
                .isEmpty();
        assertThat(flagged(run, changed(broken, "\"scenario\":\"cbr\"", "\"scenario\":\"xslt\"")))
                .isEmpty();
    }

    private List<String> flagged(RecordedRun run, String line) {
        RecordedRun audited = new RecordedRun(
                run.info(),
                run.finished(),
                run.verifications(),
                run.trials(),
                run.resumes(),
                run.calibrations(),
                List.of(ParityLines.read(folder, line)),
                run.remarks(),
                Optional.empty());
        return Analysis.of(audited).cells().stream()
                .filter(cell -> cell.findings().flagged(Flag.Kind.PARITY))
                .map(cell -> cell.adapter().name())
                .toList();
    }

    private List<ParityBreak> breaches(String line) {
        Parity parity = ParityLines.read(folder, line);
        return ParityBreak.of(parity, List.of(parity));
    }
}
