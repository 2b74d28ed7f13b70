package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.busbench.record.RecordedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the verdicts are right, on a rig whose noise is known because it is made. The seeds are fixed. */
class VerdictSimulationTest {

    private static final int RUNS = 12;

    @ParameterizedTest(name = "20 comparisons, {0} blocks, own noise {1}")
    @CsvSource({"5, 0.02", "8, 0.025", "10, 0.03"})
    void aCopyIsAlmostNeverAccusedAndTenPercentAreFound(int blocks, double noise) {
        Map<String, Tally> found =
                tallies(RUNS, seed -> new NoisyRig(seed, noise, 20, adapters(1, 1, 0.9)).measured(blocks));

        assertThat(found.get("INSTRUCTIONS copy1").share(Verdict.TIE)).isGreaterThan(0.98);
        assertThat(found.get("INSTRUCTIONS copy2").share(Verdict.SLOWER)).isEqualTo(1);
        assertThat(found.get("CPU copy1").share(Verdict.TIE)).isGreaterThan(0.98);
        assertThat(found.get("GOODPUT copy1").share(Verdict.FASTER, Verdict.SLOWER))
                .isLessThan(0.01);
        assertThat(found.get("GOODPUT copy2").share(Verdict.SLOWER)).isGreaterThan(0.97);
        assertThat(found.get("CPU copy2").share(Verdict.SLOWER)).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} comparisons, {1} blocks, own noise {2}")
    @CsvSource({"1, 3, 0.02", "1, 5, 0.02", "1, 10, 0.03", "4, 6, 0.02"})
    void withFewComparisonsChanceIsStillKeptToWhatItMayBe(int comparisons, int blocks, double noise) {
        Map<String, Tally> found =
                tallies(400, seed -> new NoisyRig(seed, noise, comparisons, adapters(1, 1)).measured(blocks));

        assertThat(found.get("GOODPUT copy1").share(Verdict.FASTER, Verdict.SLOWER))
                .isLessThan(0.07);
        assertThat(found.get("CPU copy1").share(Verdict.FASTER, Verdict.SLOWER)).isLessThan(0.07);
    }

    /** The whole procedure: five blocks of everything, then up to ten of what is open. */
    @ParameterizedTest(name = "own noise {0}: tie {1}")
    @CsvSource({"0.02, 0.95", "0.03, 0.9"})
    void aRunThatRepeatsWhatIsOpenDecidesAlmostEverything(double noise, double ties) {
        Map<String, Tally> found = tallies(
                RUNS * 2,
                seed -> new NoisyRig(seed, noise, 4, adapters(1, 1, 0.95, 0.9, 0.8)).measuredUntilDecided(5, 10));

        assertThat(found.get("GOODPUT copy1").share(Verdict.TIE)).isGreaterThan(ties);
        assertThat(found.get("GOODPUT copy1").share(Verdict.FASTER, Verdict.SLOWER))
                .isLessThan(0.02);
        assertThat(found.get("CPU copy1").share(Verdict.TIE)).isGreaterThan(0.97);
        assertThat(found.get("GOODPUT copy3").share(Verdict.SLOWER)).isGreaterThan(0.95);
        assertThat(found.get("GOODPUT copy4").share(Verdict.SLOWER)).isEqualTo(1);
        assertThat(found.get("GOODPUT copy2").share(Verdict.FASTER)).isZero();
        assertThat(found.get("CPU copy2").share(Verdict.SLOWER)).isGreaterThan(0.9);
    }

    /**
     * Processes of one program that differ by some percent, and a rig that drifts; at first six forks of two blocks, more
     * where that does not decide, as the suites do it. What differs between processes differs in all comparisons alike,
     * so the few false claims come together, in few runs; over many runs their share stays below the bound.
     */
    @ParameterizedTest(name = "{0} comparisons, processes differ by {1}, own noise {2}, drift {3} a trial")
    @CsvSource({
        "20, 0.02, 0.03, 0, 0.01",
        "20, 0.03, 0.04, 0.005, 0.01",
        "4, 0.03, 0.04, 0, 0.03",
        "4, 0, 0.05, 0.005, 0.03",
        "1, 0.03, 0.04, 0, 0.08"
    })
    void processesThatDifferAndARigThatDriftsAccuseNobody(
            int comparisons, double forkNoise, double noise, double drift, double accused) {
        int runs = 10 + 180 / comparisons;
        Map<String, Tally> found = tallies(
                runs,
                seed -> new NoisyRig(seed, noise, comparisons, adapters(1, 1, 0.9))
                        .forked(2, forkNoise)
                        .drifting(drift)
                        .measuredUntilDecided(12, 24));

        assertThat(found.get("CPU copy1").share(Verdict.FASTER, Verdict.SLOWER)).isLessThan(accused);
        assertThat(found.get("GOODPUT copy1").share(Verdict.FASTER, Verdict.SLOWER))
                .isLessThan(accused);
        assertThat(found.get("CPU copy1").share(Verdict.TIE)).isGreaterThan(0.95);
        assertThat(found.get("CPU copy2").share(Verdict.SLOWER)).isGreaterThan(0.95);
        assertThat(found.get("GOODPUT copy2").share(Verdict.SLOWER)).isGreaterThan(0.95);
    }

    /** What the forks are for: as if the same two processes had been measured on and on. */
    @Test
    void withoutForksProcessesThatDifferAreTakenForPrograms() {
        Function<Long, RecordedRun> oneProcess = seed ->
                new NoisyRig(seed, 0.02, 4, adapters(1, 1)).forked(12, 0.04).measured(12);

        assertThat(tallies(50, oneProcess).get("CPU copy1").share(Verdict.FASTER, Verdict.SLOWER))
                .isGreaterThan(0.5);
    }

    @Test
    void whoSaysTieWouldHaveSeenTenPercent() {
        for (Contrast contrast : Contrasts.of(new NoisyRig(1, 0.03, 20, adapters(1, 1)).measured(6))) {
            if (contrast.verdict() == Verdict.TIE) {
                assertThat(contrast.detectable()).isLessThanOrEqualTo(Verdict.RELEVANT_RATIO);
            }
            assertThat(contrast.interval())
                    .hasValueSatisfying(interval ->
                            assertThat(interval.contains(contrast.ratio())).isTrue());
        }
    }

    /** Verdicts on one adapter by one figure, over many runs. */
    private static final class Tally {
        private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

        void add(Verdict verdict) {
            counts.merge(verdict, 1, Integer::sum);
        }

        double share(Verdict... verdicts) {
            double all = counts.values().stream().mapToInt(Integer::intValue).sum();
            double share = 0;
            for (Verdict verdict : verdicts) {
                share += counts.getOrDefault(verdict, 0) / all;
            }
            return share;
        }
    }

    private static Map<String, Tally> tallies(int runs, Function<Long, RecordedRun> measure) {
        Map<String, Tally> tallies = new LinkedHashMap<>();
        for (long seed = 0; seed < runs; seed++) {
            for (Contrast contrast : Contrasts.of(measure.apply(seed))) {
                tallies.computeIfAbsent(contrast.measure() + " " + contrast.adapter(), name -> new Tally())
                        .add(contrast.verdict());
            }
        }
        return tallies;
    }

    private static Map<String, Double> adapters(double... ratios) {
        Map<String, Double> adapters = new LinkedHashMap<>();
        for (int i = 0; i < ratios.length; i++) {
            adapters.put("copy" + i, ratios[i]);
        }
        return adapters;
    }
}
