package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.busbench.record.RecordedRun;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Looks;
import org.busbench.reports.statistics.PairedSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole procedure of duets, looks included, on a machine whose noise is known because it is made. Each test answers one
 * objection: it fails if the objection were true. The seeds are fixed; {@code -Dbusbench.duets.runs=50} makes fifty times as
 * many runs.
 */
class DuetSimulationTest {

    private static final int TIMES = Integer.getInteger("busbench.duets.runs", 1);
    private static final Map<String, Double> COPY = Map.of("reference-copy", 1.0);

    /** Objection: often repeated looks find something. */
    @ParameterizedTest(name = "{0} comparisons, {1} to {2} forks, processes differ by {3}, {4} of that in all alike")
    @CsvSource({
        "1, 4, 12, 0.02, 0.5",
        "1, 6, 12, 0.042, 0.5",
        "10, 4, 8, 0.02, 0.5",
        "10, 4, 8, 0.028, 1",
        "8, 4, 12, 0.3, 1"
    })
    void aCopyIsAccusedInFewerThanFiveOfAHundredRuns(
            int comparisons, int least, int most, double processes, double alike) {
        int runs = TIMES * (comparisons == 1 ? 120 : 40);
        long accused = count(
                runs,
                seed -> new DuetRig(seed, COPY, comparisons, least, most)
                        .noise(0.07, processes, alike)
                        .measuredUntilDecided(),
                contrast -> called(contrast.verdict()));

        assertThat(accused).isLessThanOrEqualTo(likely(0.05, runs));
    }

    /** What a selftest without counters asks for: copies in ten comparisons, each slowed one in six, within twenty minutes. */
    @Test
    void copiesTieAndSlowedOnesAreCalled() {
        int runs = TIMES * 12;
        List<Verdict> copies = verdicts(
                means(runs, seed -> new DuetRig(seed, COPY, 10, 4, 8).measuredUntilDecided()), "reference-copy");
        List<DuetContrast> slowed = means(
                runs,
                seed -> new DuetRig(seed, Map.of("reference-slow-5", 1.05, "reference-slow-10", 1.1), 6, 8, 10)
                        .stretches(6)
                        .measuredUntilDecided());

        assertThat(share(copies, Verdict.TIE)).isGreaterThanOrEqualTo(0.93);
        assertThat(share(copies, Verdict.FASTER) + share(copies, Verdict.SLOWER))
                .isLessThan(0.01);
        assertThat(share(verdicts(slowed, "reference-slow-10"), Verdict.SLOWER)).isGreaterThan(0.95);
        assertThat(share(verdicts(slowed, "reference-slow-5"), Verdict.SLOWER)).isGreaterThan(0.7);
        assertThat(share(verdicts(slowed, "reference-slow-5"), Verdict.FASTER)).isZero();
    }

    /**
     * Two shared cores as a stranger found them: within a fork trials differ by 12 %, means of ten cells by 4 % from fork to fork. No
     * single cell can tell 7 or 10 % there in eight trials; all cells of the pair together can.
     */
    @ParameterizedTest(name = "{0}: {1} in {2} at least")
    @CsvSource({"1.00, TIE, 0.95", "1.07, SLOWER, 0.9", "1.10, SLOWER, 0.95"})
    void overAllCellsOfANoisyMachineIsFoundWhatNoCellTells(double cost, Verdict due, double share) {
        int runs = TIMES * 80;
        List<DuetContrast> all = cpu(
                runs,
                seed -> new DuetRig(seed, Map.of("reference-b", cost), 10, 8, 8)
                        .noise(0.07, 0.1155, 0.012)
                        .measured(8));
        List<DuetContrast> means =
                all.stream().filter(one -> one.comparison().isMean()).toList();
        List<DuetContrast> cells =
                all.stream().filter(one -> !one.comparison().isMean()).toList();

        assertThat(means).hasSize(runs);
        assertThat(share(verdicts(means, "reference-b"), due)).isGreaterThanOrEqualTo(share);
        assertThat(share(verdicts(cells, "reference-b"), due)).isLessThan(0.4);
        assertThat(means.stream()
                        .filter(one -> one.cells().orElseThrow().beyondChance())
                        .count())
                .isLessThanOrEqualTo(likely(0.05, runs));
    }

    /** One scenario and size of a duel, with the noise of warm mediators on two shared cores: 16 s of each pair in six to twelve forks. */
    @ParameterizedTest(name = "{0}: called in {1} at least")
    @CsvSource({"1.05, 0.2", "1.10, 0.97", "1.20, 1"})
    void aDuelFindsTheSlowerBuildAndItsIntervalHoldsTheTruth(double cost, double found) {
        int runs = TIMES * 40;
        List<DuetContrast> contrasts = cpu(
                runs,
                seed -> new DuetRig(seed, Map.of("reference-b", cost), 1, 6, 12)
                        .noise(0.15, 0.03, 1)
                        .stretches(20)
                        .measuredUntilDecided());

        assertThat(share(verdicts(contrasts, "reference-b"), Verdict.SLOWER)).isGreaterThanOrEqualTo(found);
        assertThat(contrasts.stream()
                        .filter(one -> one.interval().orElseThrow().contains(cost))
                        .count())
                .isGreaterThanOrEqualTo(runs - likely(0.05, runs));
    }

    /** Objection: neighbouring seconds are alike, so many stretches are few. They would be, if they were the units. */
    @Test
    void stretchesTakenForUnitsWouldAccuseCopies() {
        int runs = 100;
        long byStretches = 0;
        long byForks = 0;
        for (long seed = 0; seed < runs; seed++) {
            DuetContrast cpu = DuetContrasts.of(new DuetRig(seed, COPY, 1, 8, 8)
                            .stretches(20)
                            .noise(0.06, 0.03, 0.5)
                            .measured(8))
                    .get(0);
            double[] all = cpu.forks().stream()
                    .flatMap(fork -> fork.stretches().stream())
                    .mapToDouble(one -> Math.log(one.ratio()))
                    .toArray();
            byStretches += Estimate.paired(PairedSample.of(all)).pValue() < Verdict.SIGNIFICANCE ? 1 : 0;
            byForks += called(cpu.verdict()) ? 1 : 0;
        }

        assertThat(byStretches).isGreaterThan(20);
        assertThat(byForks).isLessThanOrEqualTo(8);
    }

    /** Objection: of ten comparisons one differs by chance. It would, if each were judged alone. */
    @Test
    void comparisonsJudgedAloneWouldAccuseCopies() {
        int runs = 60;
        long alone = 0;
        long together = 0;
        for (long seed = 0; seed < runs; seed++) {
            List<DuetContrast> cpu = DuetContrasts.of(new DuetRig(seed, COPY, 10, 6, 6).measured(6)).stream()
                    .filter(contrast -> contrast.measure() == Measure.CPU
                            && !contrast.comparison().isMean())
                    .toList();
            alone += cpu.stream().anyMatch(one -> !one.interval().orElseThrow().contains(1)) ? 1 : 0;
            together += cpu.stream().anyMatch(one -> called(one.verdict())) ? 1 : 0;
        }

        assertThat(alone).isGreaterThan(10);
        assertThat(together).isLessThanOrEqualTo(3);
    }

    /** Objection: a rule that stops where data look sharp stops where noise is underestimated. It does: the looks pay for it. */
    @Test
    void withoutSpentLooksRepeatingAccusesCopiesAndWithThemItDoesNot() {
        Looks looks = Looks.of(4, 20, 1);

        assertThat(accusedByStopping(looks, reached -> 1)).isGreaterThan(0.065);
        assertThat(accusedByStopping(looks, looks::share)).isLessThan(0.045);
    }

    /** Of single comparisons of copies that go on until a difference of ten percent would be seen, the share that is accused. */
    private static double accusedByStopping(Looks looks, IntToDoubleFunction share) {
        Random random = new Random(1);
        int runs = 4_000;
        int accused = 0;
        for (int run = 0; run < runs; run++) {
            double[] units = IntStream.range(0, 20)
                    .mapToDouble(i -> random.nextGaussian() * 0.1)
                    .toArray();
            for (int look : looks.blocks()) {
                Estimate estimate = Estimate.paired(PairedSample.of(Arrays.copyOf(units, look)));
                double level = Verdict.SIGNIFICANCE * share.applyAsDouble(look);
                if (estimate.pValue() < level) {
                    accused++;
                    break;
                }
                if (estimate.detectable(level, Verdict.POWER) <= Math.log(Verdict.RELEVANT_RATIO)) {
                    break;
                }
            }
        }
        return (double) accused / runs;
    }

    private static boolean called(Verdict verdict) {
        return verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
    }

    private static long count(int runs, LongFunction<RecordedRun> measure, Predicate<DuetContrast> chosen) {
        return LongStream.range(0, runs)
                .filter(seed -> DuetContrasts.of(measure.apply(seed)).stream()
                        .filter(contrast -> contrast.measure() == Measure.CPU)
                        .anyMatch(chosen))
                .count();
    }

    private static List<DuetContrast> cpu(int runs, LongFunction<RecordedRun> measure) {
        return LongStream.range(0, runs)
                .mapToObj(measure)
                .flatMap(run -> DuetContrasts.of(run).stream())
                .filter(contrast -> contrast.measure() == Measure.CPU)
                .toList();
    }

    private static List<DuetContrast> means(int runs, LongFunction<RecordedRun> measure) {
        return cpu(runs, measure).stream()
                .filter(contrast -> contrast.comparison().isMean())
                .toList();
    }

    private static List<Verdict> verdicts(List<DuetContrast> contrasts, String adapter) {
        return contrasts.stream()
                .filter(contrast -> contrast.pair().second().equals(adapter))
                .map(DuetContrast::verdict)
                .toList();
    }

    /** So many of these runs an event of this probability exceeds in one case of a hundred only. */
    private static long likely(double probability, int runs) {
        return Math.round(runs * probability + 2.33 * Math.sqrt(runs * probability * (1 - probability)));
    }

    private static double share(List<Verdict> verdicts, Verdict which) {
        return verdicts.stream().filter(one -> one == which).count() / (double) verdicts.size();
    }
}
