package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;
import static org.busbench.reports.SampleRuns.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Latency;
import org.busbench.record.Machine;
import org.busbench.record.Probe;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.Reconciliation;
import org.busbench.record.Reconciliation.Verdict;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;
import org.busbench.reports.TrialDraft;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingsTest {

    private final Adapter own = mediator("own");

    @Test
    void oneBlockHasNoIntervalAndFiveSayHowSureTheyAre() {
        assertThat(findings(trial(own, 1, 8)).goodput()).isEmpty();

        TrialDraft[] five = IntStream.rangeClosed(1, 5)
                .mapToObj(block -> trial(own, block, 8).measured(100 * block, 10 + block))
                .toArray(TrialDraft[]::new);
        assertThat(findings(five).goodput()).hasValue(new Interval(100, 500, 0.9375));
        assertThat(findings(five).cpu()).hasValue(new Interval(11, 15, 0.9375));
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', textBlock = """
        100 101 99 100 101 99 100 5 | trial 1008 stalled in second 8: 5 responses, usually 100
        60 61 59 60 100 101 99 100 | trial 1008 (the second half is 67 % faster than the first: the warm-up was too short)
        100 101 99 100 50 51 49 50 | trial 1008 (the second half is 50 % slower than the first)
        100 101 99 100 98 101 99 100 101 100 102 60 61 59 | trial 1008 changed its level by -40 % after 11 seconds
        100 101 99 98 100 101 99 100 98 101 99 100 101 100 99 98 100 101 99 100 101 99 100 87 86 88 87 86 88 87 | trial 1008 changed its level by -13 % after 23 seconds
        """)
    void aTrialThatIsNotOneStateIsUnstable(String seconds, String reason) {
        Findings found = findings(trial(own, 1, 8).series(numbers(seconds)));

        assertThat(found.flags()).singleElement().satisfies(flag -> {
            assertThat(flag.kind()).isEqualTo(Flag.Kind.UNSTABLE);
            assertThat(flag.explanation()).startsWith(reason);
        });
    }

    @ParameterizedTest
    @CsvSource({"100 101 99 100 101 99 100 98", "50 100 60", "90 110 95 108 92 107 91 109 95 105"})
    void aSteadyTrialAndOneTooShortToTellAreNot(String seconds) {
        assertThat(findings(trial(own, 1, 8).series(numbers(seconds))).flags()).isEmpty();
    }

    /** 5 % noise from second to second, half of it kept by the next second, as a shared machine has it. */
    @Test
    void aSteadyTrialIsAlmostNeverAccused() {
        Random random = new Random(3);
        int accused = 0;
        for (int i = 0; i < 1000; i++) {
            double[] series = new double[8 + i % 20];
            double level = 0;
            for (int second = 0; second < series.length; second++) {
                level = 0.5 * level + random.nextGaussian() * 500 * Math.sqrt(0.75);
                series[second] = 10_000 + level;
            }
            accused +=
                    Steadiness.of(trial(own, 1, 8).series(series).build()).own().isEmpty() ? 0 : 1;
        }
        assertThat(accused).isLessThan(10);
    }

    @Test
    void whatGrowsWithTheMessagesLeaks() {
        assertThat(explanation(
                        Flag.Kind.LEAKS,
                        trial(own, 1, 8)
                                .measured(1000, 10)
                                .processes(sized(second ->
                                        new ProcessUse.Sample(second, (long) (3e8 + second * 1e7), 30, 50, 8, null)))))
                .isEqualTo("memory grows by 10,000 bytes a message within a trial");
        assertThat(explanation(
                        Flag.Kind.LEAKS,
                        trial(own, 1, 8)
                                .measured(1000, 10)
                                .processes(sized(second -> new ProcessUse.Sample(
                                        second, 300_000_000, 30 + 2 * second, 50 + 10 * second, 8, null)))))
                .isEqualTo(
                        "threads grow by 0.0020 a message within a trial; descriptors grow by 0.010 a message within a"
                                + " trial");
    }

    @Test
    void aHeapThatFillsUpToItsSizeDoesNotLeakNorDoesANoisyOne() {
        Random random = new Random(5);

        assertThat(findings(trial(own, 1, 8)
                                .measured(1000, 10)
                                .processes(sized(second -> new ProcessUse.Sample(
                                        second, 300_000_000 + Math.min(second, 4) * 80_000_000L, 30, 50, 8, null))))
                        .flags())
                .isEmpty();
        assertThat(findings(trial(own, 1, 8)
                                .measured(1000, 10)
                                .processes(sized(second -> new ProcessUse.Sample(
                                        second, 300_000_000 + random.nextInt(80_000_000), 30, 50, 8, null))))
                        .flags())
                .isEmpty();
    }

    @Test
    void memoryWithinTheHeapOfAJvmIsNoLeakAndBeyondItIsOne() {
        Trial grows = trial(own, 1, 8)
                .measured(1000, 10)
                .processes(sized(second -> new ProcessUse.Sample(second, (long) (3e8 + second * 1e7), 30, 50, 8, null)))
                .build();

        assertThat(new Growth(1L << 30).within(grows)).isEmpty();
        assertThat(new Growth(300L << 20).within(grows))
                .singleElement()
                .asString()
                .startsWith("memory grows");
    }

    @Test
    void memoryThatGrowsFromTrialToTrialLeaks() {
        assertThat(explanation(Flag.Kind.LEAKS, growing(block -> "cbr")))
                .startsWith("memory grows by ")
                .endsWith("from trial to trial");
    }

    @Test
    void whatGrowsWithEachNewScenarioDoesNotLeak() {
        assertThat(explanation(Flag.Kind.LEAKS, growing(block -> "job-" + block)))
                .isEqualTo("no such flag");
    }

    private TrialDraft[] growing(IntFunction<String> scenario) {
        return IntStream.rangeClosed(1, 10)
                .mapToObj(block -> trial(own, block, 8)
                        .scenario(scenario.apply(block))
                        .number(block)
                        .processes(new Processes(
                                new ProcessUse(
                                        10.0,
                                        1,
                                        1,
                                        null,
                                        200_000_000L + block * 30_000_000L,
                                        30,
                                        null,
                                        null,
                                        List.of(),
                                        null),
                                null,
                                null,
                                null)))
                .toArray(TrialDraft[]::new);
    }

    @ParameterizedTest(name = "mediator {0}, injector {2} CPUs; steal {4}, idle {5}: {6}")
    @CsvSource({
        "1.0, 0.2, 0.6, 0.9, 0.00, 0.05, MEDIATOR",
        "0.3, 0.2, 1.3, 0.9, 0.00, 0.05, INJECTOR",
        "0.3, 1.2, 0.4, 0.9, 0.00, 0.05, BACKEND",
        "1.0, 0.2, 0.6, 0.9, 0.15, 0.00, MACHINE",
        "0.4, 0.1, 0.3, 0.95, 0.00, 0.05, MACHINE",
        "0.4, 0.1, 0.4, 0.5, 0.00, 0.50, NONE",
        "0.97, 0.1, 0.4, 0.7, 0.00, 0.30, MEDIATOR"
    })
    void theBottleneckIsWhoUsedUpTheCpus(
            double mediator,
            double backend,
            double injector,
            double busy,
            double steal,
            double idle,
            Bottleneck expected) {
        Trial trial = trial(own, 1, 8)
                .processes(new Processes(cpus(mediator), cpus(backend), cpus(injector), null))
                .machine(new Machine(busy, steal, idle, null, null, null, null))
                .build();

        assertThat(Bottleneck.of(trial, 2)).isEqualTo(expected);
    }

    @Test
    void whereTheMediatorWasNotMeasuredTheBottleneckIsUnknown() {
        Trial trial = trial(own, 1, 8)
                .processes(new Processes(null, cpus(0.2), cpus(1.3), "a daemon serves"))
                .machine(new Machine(0.95, 0.0, 0.05, null, null, null, null))
                .build();

        assertThat(Bottleneck.of(trial, 2)).isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void withoutTheMachinesLoadTheBottleneckIsUnknown() {
        assertThat(findings(trial(own, 1, 8)).bottleneck()).isEqualTo(Bottleneck.UNKNOWN);
    }

    @Test
    void aTrialInWhichOtherProgramsTookATenthOfTheCpuIsMarked() {
        assertThat(explanation(Flag.Kind.NOISY, disturbed(0.6, 0.5, 0.1)))
                .isEqualTo("in trial 1008 other programs or machines took 40 % of the CPU");
        assertThat(findings(disturbed(0.15, 0.04, 0.1)).flags()).isEmpty();
        assertThat(findings(disturbed(0.09, 0.09, 0.09, 1.0)).flags())
                .as("the last is a rest of some milliseconds")
                .isEmpty();
    }

    @Test
    void aTrialFromWhichTheHypervisorTookATenthIsMarkedThoughACpuWasIdle() {
        assertThat(explanation(Flag.Kind.NOISY, stolen(0.32)))
                .isEqualTo("in trial 1008 other programs or machines took 32 % of the CPU");
        assertThat(findings(stolen(0.09)).flags()).isEmpty();
        assertThat(stolen(0.1).build().bearsVerdict()).isFalse();
        assertThat(stolen(0.09).build().bearsVerdict()).isTrue();
    }

    private TrialDraft stolen(double share) {
        return trial(own, 1, 8).machine(new Machine(0.3, share, 0.37, null, null, List.of(0.0, 0.0, 0.0), null));
    }

    private TrialDraft disturbed(Double... shares) {
        return trial(own, 1, 8).machine(new Machine(0.9, 0, 0.1, null, null, List.of(shares), null));
    }

    @Test
    void aFaultInTheCountsHasItsName() {
        assertThat(explanation(Flag.Kind.NOT_RECONCILED, counted(Verdict.LOST, 100, 97, 97, 97)))
                .isEqualTo("trial 1008: 3 lost");
        assertThat(explanation(Flag.Kind.NOT_RECONCILED, counted(Verdict.LOST, 100, 60, 60, 100)))
                .isEqualTo("trial 1008: 40 answered without the backend");
        assertThat(explanation(Flag.Kind.NOT_RECONCILED, counted(Verdict.DUPLICATED, 100, 101, 101, 100)))
                .isEqualTo("trial 1008: 1 duplicated");
        assertThat(findings(counted(Verdict.EXACT, 100, 100, 100, 100)).reconciled())
                .isEqualTo(1);
        assertThat(findings(counted(Verdict.EXACT, 100, 100, 100, 100)).flags()).isEmpty();
    }

    @Test
    void whatWasComparedShowsHowRareAnErrorMayBe() {
        Findings right = findings(trial(own, 1, 8).sampled(new Sampled(300, 0, null)));
        assertThat(right.smallestVisibleRate()).isCloseTo(0.00994, within(1e-5));
        assertThat(right.flags()).isEmpty();

        assertThat(explanation(Flag.Kind.DIFFERENT, trial(own, 1, 8).sampled(new Sampled(300, 2, "/Envelope"))))
                .isEqualTo("trial 1008: 2 of 300 compared responses differ, the first one: /Envelope");
    }

    @Test
    void aBlockFarFromTheOthersIsNamedAndCounts() {
        double[] goodputs = {1000, 1010, 990, 1005, 600, 995};
        TrialDraft[] trials = IntStream.range(0, goodputs.length)
                .mapToObj(i -> trial(own, i + 1, 8).measured(goodputs[i], 10))
                .toArray(TrialDraft[]::new);

        assertThat(explanation(Flag.Kind.OUTLIER, trials))
                .isEqualTo("far from the others, and counted like them: block 5 (600/s)");
        assertThat(findings(trials).goodput().orElseThrow().low()).isEqualTo(600);
    }

    @Test
    void latencyIsAddedWithinTheBlockAndTheProbeIsPreferred() {
        Latency base = new Latency(1, 1, 100, 200, 300, 400, 500, 600);
        Latency slow = new Latency(1, 1, 150, 250, 350, 900, 950, 960);
        List<Trial> trials = List.of(
                trial(own, 1, 8).measured(1000, 10).latency(slow).build(),
                trial(direct(), 1, 8).measured(1000, 10).latency(base).build());
        AddedLatency added = cell(trials).findings().added().orElseThrow();

        assertThat(added.p50Micros()).isEqualTo(50);
        assertThat(added.p99Micros()).isEqualTo(500);
        assertThat(added.byProbe()).isFalse();
        assertThat(added.p50Interval()).isEmpty();

        List<Trial> probed = List.of(
                trial(own, 1, 8)
                        .probe(new Probe(200, 1000, 1000, 0, slow, null))
                        .build(),
                trial(direct(), 1, 8)
                        .probe(new Probe(200, 1000, 1000, 0, base, null))
                        .build());
        assertThat(cell(probed).findings().added().orElseThrow().byProbe()).isTrue();
        assertThat(cell(probed).findings().probe().orElseThrow().p99()).isEqualTo(900);
    }

    @Test
    void aPercentileAboveWhichFewerThanTenResponsesLieIsNotTold() {
        Latency latency = new Latency(1, 1, 100, 200, 300, 400, 500, 600);
        List<Trial> few = List.of(
                trial(own, 1, 8)
                        .probe(new Probe(200, 1000, 999, 1, latency, null))
                        .build(),
                trial(direct(), 1, 8)
                        .probe(new Probe(200, 1000, 1000, 0, latency, null))
                        .build());
        assertThat(cell(few).findings().added().orElseThrow().p99Micros()).isNull();
        assertThat(cell(few).findings().probe().orElseThrow()).isEqualTo(new Figures.Percentiles(100, 200, null, null));

        List<Trial> enough = List.of(trial(own, 1, 8)
                .probe(new Probe(200, 10_000, 10_000, 0, latency, null))
                .build());
        assertThat(cell(enough).findings().probe().orElseThrow())
                .isEqualTo(new Figures.Percentiles(100, 200, 400.0, 500.0));
    }

    @Test
    void theRigIsTheLimitBlockByBlock() {
        List<Trial> trials = new ArrayList<>();
        double[] ceilings = {1000, 500, 1000};
        for (int block = 1; block <= 3; block++) {
            trials.add(trial(own, block, 8)
                    .measured(0.95 * ceilings[block - 1], 10)
                    .build());
            trials.add(
                    trial(direct(), block, 8).measured(ceilings[block - 1], 10).build());
        }

        assertThat(cell(trials).shareOfDirect().orElseThrow()).isCloseTo(0.95, within(1e-12));
        assertThat(cell(trials).findings().flagged(Flag.Kind.RIG_LIMITED)).isTrue();
    }

    @Test
    void goodputOverConcurrencyIsFittedFromFourLevelsOn() {
        List<Integer> levels = List.of(1, 18, 36, 72, 108, 144, 216);
        double[] goodputs = {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2};
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < goodputs.length; i++) {
            trials.add(trial(own, 1, levels.get(i)).measured(goodputs[i], 10).build());
        }
        Scaling scaling =
                Analysis.of(run(List.of(own), levels, 1, trials)).scalings().get(0);

        assertThat(scaling.saturation()).isEqualTo(72);
        assertThat(scaling.law().orElseThrow().sigma()).isCloseTo(0.0277, within(1e-4));
        assertThat(Analysis.of(run(List.of(own), List.of(1, 18), 1, trials.subList(0, 2)))
                        .scalings()
                        .get(0)
                        .law())
                .isEmpty();
    }

    @Test
    void theLawAloneNamesASerialPart() {
        List<Integer> levels = List.of(1, 2, 4, 32);
        assertThat(curve(levels, 228, 234.7, 233, 231).isSerial())
                .as("flat from one client on")
                .isTrue();
        assertThat(curve(levels, 206, 232, 234, 231).isSerial())
                .as("a lock of 4 ms in a message of 4.8 ms")
                .isTrue();
        assertThat(curve(levels, 9_000, 16_500, 21_000, 22_000).isSerial())
                .as("two busy processors")
                .isFalse();
        assertThat(curve(List.of(1, 2), 230, 230).isSerial()).as("no law").isFalse();
    }

    private Scaling curve(List<Integer> levels, double... goodputs) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < goodputs.length; i++) {
            trials.add(trial(own, 1, levels.get(i)).measured(goodputs[i], 10).build());
        }
        return Analysis.of(run(List.of(own), levels, 1, trials)).scalings().get(0);
    }

    /** A series that was seen: the growth of each second follows from its messages, and looks like a curve over time. */
    @Test
    void growthIsOverMessagesThoughTheMachineHadFastAndSlowSeconds() {
        double[] seconds = {684, 762, 1197, 991, 1261, 520, 560, 840, 866};
        long[] megabytes = {63, 76, 90, 108, 124, 143, 151, 160, 174, 186};
        List<ProcessUse.Sample> samples = IntStream.range(0, megabytes.length)
                .mapToObj(second -> new ProcessUse.Sample(second, megabytes[second] << 20, 30, 50, 8, null))
                .toList();

        assertThat(explanation(
                        Flag.Kind.LEAKS,
                        trial(own, 1, 8)
                                .series(seconds)
                                .measured(853, 10)
                                .processes(new Processes(
                                        new ProcessUse(10.0, 1, 1, null, 1, 1, null, null, samples, null),
                                        null,
                                        null,
                                        null))))
                .startsWith("memory grows by 16,");
    }

    private TrialDraft counted(Verdict verdict, long sent, long received, long answered, long verified) {
        return trial(own, 1, 8)
                .totals(new Totals(sent, verified, ErrorCounts.NONE, 0, null, null))
                .reconciliation(new Reconciliation(
                        sent,
                        received,
                        0,
                        Map.of("A", answered),
                        0,
                        verdict,
                        received - sent,
                        null,
                        null,
                        null,
                        null,
                        null));
    }

    private static Processes sized(IntFunction<ProcessUse.Sample> at) {
        return new Processes(
                new ProcessUse(
                        10.0,
                        1,
                        1,
                        null,
                        1,
                        1,
                        null,
                        null,
                        IntStream.range(0, 12).mapToObj(at).toList(),
                        null),
                null,
                null,
                null);
    }

    /** So many CPUs over the three seconds of a drafted trial. */
    private static ProcessUse cpus(double count) {
        return new ProcessUse(10.0, Math.round(count * 3e6), 0, null, 1, 1, null, null, List.of(), null);
    }

    private String explanation(Flag.Kind kind, TrialDraft... trials) {
        return findings(trials).flags().stream()
                .filter(flag -> flag.kind() == kind)
                .map(Flag::explanation)
                .findFirst()
                .orElse("no such flag");
    }

    private Findings findings(TrialDraft... trials) {
        return cell(List.of(trials).stream().map(TrialDraft::build).toList()).findings();
    }

    private Cell cell(List<Trial> trials) {
        return Analysis.of(run(List.of(own, direct()), List.of(8), 1, trials))
                .cells()
                .get(0);
    }

    private static double[] numbers(String text) {
        return List.of(text.split(" ")).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
