package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.Duet;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.TrialDraft;
import org.busbench.reports.analysis.DuetContrast.Basis;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;

class DuetContrastsTest {

    private static final double[] QUIET = {0.99, 1.01, 1.0, 1.01, 0.99, 1.0};

    private final List<Trial> trials = new ArrayList<>();
    private String first = "reference";
    private String second = "reference-b";
    private int numbers;
    private double favoured = 1;

    @Test
    void aTieWhoseIntervalLiesOnOneSideOfZeroIsExplained() {
        assertThat(tie(0.901, 0.998).explanation())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("CPU time of b, cbr 500 c=20: tie although zero lies outside the interval"));
        assertThat(tie(0.95, 1.01).explanation()).isEmpty();
    }

    private static DuetContrast tie(double low, double high) {
        return new DuetContrast(
                Measure.CPU,
                new Comparison("cbr", "500", 20, null),
                new Suite.Pair("a", "b"),
                List.of(new DuetContrast.Fork("1/1", 0.948, List.of())),
                0,
                0.948,
                Optional.of(new Interval(low, high, 0.95)),
                0.08,
                1.09,
                Verdict.TIE,
                DuetContrast.Basis.CONFIRMED,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void theRatioIsOfTheSecondOverTheFirstInWhateverOrderTheirLinesStand() {
        for (int fork = 1; fork <= 6; fork++) {
            duet(fork, fork, fork % 2 == 0, 1.2 * QUIET[fork - 1], 1.2 * QUIET[fork - 1]);
        }

        DuetContrast cpu = contrast(Measure.CPU);
        assertThat(cpu.pair()).isEqualTo(new Suite.Pair("reference", "reference-b"));
        assertThat(cpu.ratio()).isCloseTo(1.2, within(0.01));
        assertThat(cpu.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(cpu.basis()).isEqualTo(Basis.SAME_PRODUCT);
        assertThat(cpu.forks())
                .extracting(DuetContrast.Fork::unit)
                .containsExactly("1/1", "2/2", "3/3", "4/4", "5/5", "6/6");
        assertThat(cpu.forks().get(1).stretches())
                .extracting(DuetContrast.Stretch::secondFirst)
                .containsExactly(true, true);
        assertThat(contrast(Measure.GOODPUT).ratio()).isCloseTo(1 / 1.2, within(0.01));
        assertThat(contrast(Measure.GOODPUT).verdict()).isEqualTo(Verdict.OPEN);
        assertThat(contrast(Measure.GOODPUT).basis()).isEqualTo(Basis.UNCHECKED);
        assertThat(contrast(Measure.LATENCY).ratio()).isCloseTo(1.2, within(0.01));
    }

    /** Objection: two that share a machine hinder each other, and by place or luck not alike. */
    @Test
    void aDifferenceNoLargerThanThatOfTheCopiesDecidesNothing() {
        List<DuetContrast> fair = beside(1.08, 1);
        assertThat(fair).filteredOn(one -> !one.ofCopies()).allMatch(one -> one.verdict() == Verdict.SLOWER);
        List<DuetContrast> far = beside(1.2, 1.06);
        assertThat(far).filteredOn(one -> !one.ofCopies()).allMatch(one -> one.verdict() == Verdict.SLOWER);

        List<DuetContrast> biased = beside(1.04, 1.06);

        assertThat(biased)
                .filteredOn(DuetContrast::ofCopies)
                .extracting(DuetContrast::verdict)
                .containsExactly(Verdict.TIE, Verdict.FASTER, Verdict.FASTER);
        assertThat(biased)
                .filteredOn(one -> !one.ofCopies())
                .extracting(DuetContrast::basis)
                .containsExactly(Basis.SAME_PRODUCT, Basis.BIASED, Basis.BIASED);
        assertThat(biased)
                .filteredOn(one -> !one.ofCopies())
                .extracting(DuetContrast::verdict)
                .containsExactly(Verdict.SLOWER, Verdict.OPEN, Verdict.OPEN);
    }

    /** A dearer build, and copies of which the second is served so much faster at the same CPU time. */
    private List<DuetContrast> beside(double dearer, double favour) {
        trials.clear();
        numbers = 0;
        for (int fork = 1; fork <= 6; fork++) {
            second = "reference-b";
            duet(fork, fork, fork % 2 == 0, dearer * QUIET[fork - 1]);
            second = "reference-copy";
            favoured = favour;
            duet(fork, fork, fork % 2 == 0, QUIET[fork - 1]);
            favoured = 1;
        }
        List<String> names = List.of("reference", "reference-b", "reference-copy");
        return DuetContrasts.of(SampleRuns.withDuets(
                SampleRuns.run(names.stream().map(SampleRuns::mediator).toList(), List.of(20), 1, trials),
                List.of(new Suite.Pair("reference", "reference-b"), new Suite.Pair("reference", "reference-copy")),
                new Suite.Repeats(6, null, 6, null)));
    }

    @Test
    void aForkIsOneUnitHoweverManyDuetsAndStretchesItHas() {
        for (int block = 1; block <= 6; block++) {
            duet(block, (block + 1) / 2, block % 2 == 0, 1.0, 1.0, 1.0, 1.0);
        }

        assertThat(contrast(Measure.CPU).forks())
                .hasSize(3)
                .allSatisfy(fork -> assertThat(fork.stretches()).hasSize(8));
    }

    @Test
    void whatASideGainsByBeingDealtFirstCancelsWithinAFork() {
        for (int fork = 1; fork <= 4; fork++) {
            duet(2 * fork - 1, fork, false, 1.04, 1.04);
            duet(2 * fork, fork, true, 0.96, 0.96, 0.96, 0.96);
        }

        assertThat(contrast(Measure.CPU).forks())
                .allSatisfy(fork -> assertThat(fork.ratio()).isCloseTo(Math.sqrt(1.04 * 0.96), within(1e-4)));
    }

    @Test
    void aWildStretchIsDrawnIn() {
        for (int fork = 1; fork <= 6; fork++) {
            double wild = fork == 3 ? 3 : 1;
            duet(fork, fork, false, 0.98, 1.02, wild, 0.99, 1.01, 1.0);
        }

        assertThat(contrast(Measure.CPU).forks().get(2).ratio()).isCloseTo(1, within(0.02));
    }

    @Test
    void twoForksGiveARatioAndNoVerdict() {
        duet(1, 1, false, 2);
        duet(2, 2, true, 2.1);

        DuetContrast cpu = contrast(Measure.CPU);
        assertThat(cpu.verdict()).isEqualTo(Verdict.OPEN);
        assertThat(cpu.tooFew()).isTrue();
        assertThat(cpu.interval()).isPresent();
        assertThat(StoppingRule.openDuets(run())).singleElement().satisfies(open -> {
            assertThat(open.pair().second()).isEqualTo("reference-b");
            assertThat(open.reason()).isEqualTo("reference-b: 2 of at least 3 forks");
        });
    }

    @Test
    void aDuetOfWhichOneSideFailedIsCountedAsLostAndNotAsARatio() {
        for (int fork = 1; fork <= 3; fork++) {
            duet(fork, fork, false, 1.0);
        }
        int number = numbers;
        duet(4, 4, false, 1.0);
        trials.set(
                number + 1,
                draft(second, 4, 4)
                        .number(number + 2)
                        .duet(new Duet(number + 1, first, false, List.of()))
                        .without(Outcome.NOT_SERVED, "too many errors")
                        .build());

        assertThat(contrast(Measure.CPU).forks()).hasSize(3);
        assertThat(contrast(Measure.CPU).lost()).isEqualTo(1);
    }

    @Test
    void aDuetIsNoTrialOfACellNorOfASoloContrast() {
        for (int fork = 1; fork <= 4; fork++) {
            duet(fork, fork, false, 1.3, 1.3);
        }
        Analysis analysis = Analysis.of(run());

        assertThat(analysis.cells()).isEmpty();
        assertThat(analysis.duetsAlone()).isTrue();
        assertThat(analysis.rankings()).allMatch(Ranking::nothing);
        assertThat(analysis.contrasts()).isEmpty();
        assertThat(StoppingRule.open(run())).isEmpty();
    }

    @Test
    void betweenTwoLooksWhatWasOpenAtTheLastOneIsOpen() {
        for (int fork = 1; fork <= 5; fork++) {
            duet(fork, fork, fork % 2 == 0, fork < 5 ? 1 + 0.3 * (fork % 2) : 1.15);
        }
        RecordedRun run =
                SampleRuns.withDuets(run(), List.of(new Suite.Pair(first, second)), new Suite.Repeats(4, 12, 4, null));

        assertThat(StoppingRule.openDuets(run))
                .singleElement()
                .satisfies(open -> assertThat(open.reason()).startsWith("reference-b: after 4 forks a difference of "));
    }

    @Test
    void differentProductsAreHeldAgainstSoloTrialsThatAgree() {
        differentProducts(1.3, 1.3);

        DuetContrast cpu = contrast(Measure.CPU);
        assertThat(cpu.basis()).isEqualTo(Basis.CONFIRMED);
        assertThat(cpu.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(cpu.solo().orElseThrow().ratio()).isCloseTo(1.3, within(0.02));
    }

    @Test
    void whereSoloTrialsContradictTheirVerdictStands() {
        differentProducts(1.3, 0.8);

        DuetContrast cpu = contrast(Measure.CPU);
        assertThat(cpu.basis()).isEqualTo(Basis.INTERFERES);
        assertThat(cpu.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(contrast(Measure.GOODPUT).basis()).isEqualTo(Basis.INTERFERES);
        assertThat(contrast(Measure.GOODPUT).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(StoppingRule.openDuets(run())).isEmpty();
    }

    @Test
    void differentProductsWithoutSoloTrialsAreUnconfirmed() {
        second = "rival";
        for (int fork = 1; fork <= 4; fork++) {
            duet(fork, fork, false, 1.3, 1.31);
        }

        assertThat(contrast(Measure.CPU).basis()).isEqualTo(Basis.UNCONFIRMED);
    }

    @Test
    void betweenBuildsOfOneProductTheDuetDecidesWhateverSoloTrialsSay() {
        differentProducts("reference-b", 1.3, 0.8);

        assertThat(contrast(Measure.CPU).basis()).isEqualTo(Basis.SAME_PRODUCT);
        assertThat(contrast(Measure.CPU).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void aPairThatMeetsInDuetsWaitsForNoVerdictOfItsSoloTrials() {
        second = "rival";
        double[] wild = {0.5, 2, 0.7, 1.5, 0.6, 1.8};
        for (int fork = 1; fork <= 6; fork++) {
            duet(fork, fork, fork % 2 == 0, QUIET[fork - 1], 1);
            solo(fork, wild[fork - 1]);
        }
        assertThat(contrast(Measure.CPU).basis()).isEqualTo(Basis.CONFIRMED);
        assertThat(contrast(Measure.CPU).verdict()).isEqualTo(Verdict.TIE);

        assertThat(StoppingRule.open(run())).isEmpty();
        assertThat(StoppingRule.openDuets(run())).isEmpty();
        trials.removeIf(trial -> trial.duet() != null);
        assertThat(StoppingRule.open(run())).isNotEmpty();
    }

    /** Objection: neighbours interfere, so a test for it must not cry wolf either. */
    @Test
    void solosThatAgreeAreCalledContradictionInFewerThanFiveOfAHundred() {
        int called = 0;
        int runs = 100;
        java.util.Random random = new java.util.Random(7);
        for (int run = 0; run < runs; run++) {
            trials.clear();
            numbers = 0;
            second = "rival";
            for (int fork = 1; fork <= 6; fork++) {
                duet(fork, fork, fork % 2 == 0, 1.1 * Math.exp(random.nextGaussian() * 0.04));
                solo(fork, 1.1 * Math.exp(random.nextGaussian() * 0.1));
            }
            called += contrast(Measure.CPU).basis() == Basis.INTERFERES ? 1 : 0;
        }

        assertThat(called).isLessThanOrEqualTo(7);
    }

    private void differentProducts(double duets, double solos) {
        differentProducts("rival", duets, solos);
    }

    private void differentProducts(String name, double duets, double solos) {
        second = name;
        for (int fork = 1; fork <= 6; fork++) {
            duet(fork, fork, fork % 2 == 0, duets * QUIET[fork - 1], duets);
            solo(fork, solos * QUIET[fork - 1]);
        }
    }

    /** The second's CPU time and latency are the first's times these ratios, its goodput the inverse. */
    private void duet(int block, int fork, boolean secondFirst, double... ratios) {
        List<Duet.Stretch> below =
                IntStream.range(0, ratios.length).mapToObj(i -> stretch(i, 1)).toList();
        List<Duet.Stretch> above = IntStream.range(0, ratios.length)
                .mapToObj(i -> stretch(i, ratios[i], favoured))
                .toList();
        int one = ++numbers;
        int two = ++numbers;
        int own = secondFirst ? two : one;
        int other = secondFirst ? one : two;
        Trial ofFirst = draft(first, block, fork)
                .number(own)
                .duet(new Duet(other, second, !secondFirst, below))
                .build();
        Trial ofSecond = draft(second, block, fork)
                .number(other)
                .duet(new Duet(own, first, secondFirst, above))
                .build();
        trials.addAll(secondFirst ? List.of(ofSecond, ofFirst) : List.of(ofFirst, ofSecond));
    }

    private Duet.Stretch stretch(int place, double ratio) {
        return stretch(place, ratio, 1);
    }

    private static Duet.Stretch stretch(int place, double ratio, double faster) {
        long from = 1_000_000 + place * 800L;
        long verified = Math.round(100_000 * faster / ratio);
        return new Duet.Stretch(from, from + 800, verified, Math.round(verified * 50 * ratio), 900 * ratio / faster);
    }

    private void solo(int block, double ratio) {
        trials.add(
                draft(first, block, block).number(++numbers).measured(1000, 50).build());
        trials.add(draft(second, block, block)
                .number(++numbers)
                .measured(1000 / ratio, 50 * ratio)
                .build());
    }

    private static TrialDraft draft(String adapter, int block, int fork) {
        return SampleRuns.trial(SampleRuns.mediator(adapter), block, 20).fork(fork);
    }

    private DuetContrast contrast(Measure measure) {
        return DuetContrasts.of(run()).stream()
                .filter(one -> one.measure() == measure)
                .findFirst()
                .orElseThrow();
    }

    private RecordedRun run() {
        List<Adapter> adapters = List.of(SampleRuns.mediator(first), SampleRuns.mediator(second));
        return SampleRuns.withDuets(
                SampleRuns.run(adapters, List.of(20), 1, trials),
                List.of(new Suite.Pair(first, second)),
                new Suite.Repeats(3, null, 3, null));
    }
}
