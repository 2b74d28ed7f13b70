package org.busbench.reports.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every method against numbers that others have published. */
class PublishedExamplesTest {

    /**
     * The sleep data of Cushny and Peebles as printed in Student (1908); R's {@code t.test(extra ~ group, data = sleep,
     * paired = TRUE)} gives t = -4.0621, df = 9, p = 0.002833, interval -2.4598858 to -0.7001142.
     */
    @Test
    void pairedDifferencesOfStudentsSleepData() {
        double[] first = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] second = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
        PairedSample sample = PairedSample.of(
                IntStream.range(0, 10).mapToDouble(i -> first[i] - second[i]).toArray());
        Estimate difference = Estimate.paired(sample);

        assertThat(sample.mean()).isCloseTo(-1.58, within(1e-12));
        assertThat(sample.mean() / difference.standardError()).isCloseTo(-4.0621, within(5e-5));
        assertThat(difference.pValue()).isCloseTo(0.002833, within(5e-7));
        assertThat(difference.interval(0.95).low()).isCloseTo(-2.4598858, within(5e-8));
        assertThat(difference.interval(0.95).high()).isCloseTo(-0.7001142, within(5e-8));
    }

    /**
     * The same data as if of two groups of people: R's {@code t.test(extra ~ group, data = sleep)} gives t = -1.8608, df =
     * 17.776, p = 0.07939, interval -3.3654832 to 0.2054832 for the first less the second.
     */
    @Test
    void independentSamplesOfStudentsSleepData() {
        double[] group1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
        double[] group2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

        Estimate difference = Estimate.independent(group2, group1);

        assertThat(difference.mean() / difference.standardError()).isCloseTo(-1.8608, within(5e-5));
        assertThat(difference.degrees()).isCloseTo(17.776, within(5e-4));
        assertThat(difference.pValue()).isCloseTo(0.07939, within(5e-6));
        assertThat(difference.interval(0.95).low()).isCloseTo(-3.3654832, within(5e-8));
        assertThat(difference.interval(0.95).high()).isCloseTo(0.2054832, within(5e-8));
    }

    /**
     * Calcium in four turnip leaves, four determinations each (Snedecor and Cochran 1967, Statistical Methods, section
     * 10.12): mean square between leaves 0.2961, within 0.0066; the variance of the mean is 0.2961/16 = 0.0185 with 3
     * degrees of freedom. Sixteen independent determinations would have claimed a third of that.
     */
    @Test
    void theUnitsOfGroupedDifferencesAreTheGroups() {
        List<double[]> leaves = List.of(
                new double[] {3.28, 3.09, 3.03, 3.03},
                new double[] {3.52, 3.48, 3.38, 3.38},
                new double[] {2.88, 2.80, 2.81, 2.76},
                new double[] {3.34, 3.38, 3.23, 3.26});

        PairedSample sample = PairedSample.grouped(0, leaves);
        Estimate mean = Estimate.paired(sample);

        assertThat(sample.count()).isEqualTo(4);
        assertThat(sample.degrees()).isEqualTo(3);
        assertThat(sample.mean()).isCloseTo(3.165625, within(1e-9));
        assertThat(4 * sample.variance()).isCloseTo(0.2961, within(5e-5));
        assertThat(mean.standardError() * mean.standardError()).isCloseTo(0.0185, within(5e-5));
    }

    /**
     * Yields of penicillin from five blends, drawn by chance, and four treatments (Box, Hunter and Hunter 1978, Statistics for
     * Experimenters, page 209): mean 86, mean squares of blends 66.0, of treatments 23.3, of the rest 18.8; F = 1.24 with 3 and 12
     * degrees of freedom for the treatments, which R's {@code pf} calls p = 0.3387.
     */
    @Test
    void theTwoWayLayoutOfPenicillin() {
        TwoWay yields = TwoWay.of(List.of(
                new double[] {89, 88, 97, 94},
                new double[] {84, 77, 92, 79},
                new double[] {81, 87, 87, 85},
                new double[] {87, 92, 89, 84},
                new double[] {79, 81, 80, 88}));

        assertThat(yields.mean()).isCloseTo(86, within(1e-9));
        assertThat(yields.ofRows()).isCloseTo(66, within(1e-9));
        assertThat(yields.ofColumns()).isCloseTo(70 / 3.0, within(1e-9));
        assertThat(yields.ofRest()).isCloseTo(226 / 12.0, within(1e-9));
        assertThat(yields.columnPValue()).isCloseTo(0.3387, within(5e-5));
        assertThat(yields.overColumns().standardError()).isCloseTo(Math.sqrt(66 / 20.0), within(1e-9));
        assertThat(yields.overColumns().degrees()).isEqualTo(4);
    }

    /** R's {@code binom.test}: 19 of 20 gives 0.7512672 to 0.9987349, 0 of 10 gives 0 to 0.3084971. */
    @ParameterizedTest
    @CsvSource({"19, 20, 0.7512672, 0.9987349", "0, 10, 0, 0.3084971", "10, 10, 0.6915029, 1", "0, 0, 0, 1"})
    void theIntervalOfARateIsTheExactOne(long hits, long tries, double low, double high) {
        Interval interval = Proportion.of(hits, tries).interval();

        assertThat(interval.low()).isCloseTo(low, within(5e-8));
        assertThat(interval.high()).isCloseTo(high, within(5e-8));
    }

    @Test
    void aGroupedSampleDrawsInAWildPairAndWidensForIt() {
        List<double[]> quiet = List.of(new double[] {0.01, -0.01}, new double[] {0.02, 0.0}, new double[] {0.0, -0.02});
        List<double[]> wild = List.of(new double[] {0.01, 0.9}, new double[] {0.02, 0.0}, new double[] {0.0, -0.02});

        assertThat(PairedSample.grouped(0.02, wild).mean()).isBetween(0.0, 0.02);
        assertThat(PairedSample.grouped(0, wild).mean()).isGreaterThan(0.14);
        assertThat(PairedSample.grouped(0.02, wild).variance())
                .isGreaterThan(PairedSample.grouped(0.02, quiet).variance());
    }

    /**
     * Cohen (1988, Statistical Power Analysis, section 2.4) and every table of sample sizes since: for a paired design
     * with 90 % power at 5 %, 44 pairs find half a standard deviation, 13 find a whole one (within the approximation that
     * leaves the non-central t aside).
     */
    @ParameterizedTest
    @CsvSource({"44, 0.5", "13, 1.0"})
    void theDetectableDifferenceIsThatOfTheSampleSizeTables(int pairs, double deviations) {
        PairedSample sample = new PairedSample(pairs, 0, 1, pairs - 1);

        assertThat(Estimate.paired(sample).detectable(0.05, 0.9)).isCloseTo(deviations, within(0.03));
    }

    /** The worked example of the step-down procedure: of 0.01, 0.04, 0.03, 0.005 the first and the last are rejected at 5 %. */
    @Test
    void holmRejectsTheSmallestStepByStep() {
        assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
        assertThat(Holm.adjusted(0.9, 0.8)).containsExactly(1, 1);
        assertThat(Holm.adjusted()).isEmpty();
    }

    /** Efron and Tibshirani (1993), table 2.2: survival of the treated mice; the bootstrap's error of their median is 37.83. */
    @Test
    void theBootstrapOfTheMiceIsThatOfTheTextbook() {
        double[] medians = MedianInterval.resampledMedians(new double[] {94, 197, 16, 38, 99, 141, 23}, 100_000, 1);

        assertThat(Math.sqrt(PairedSample.of(medians).variance())).isCloseTo(37.83, within(0.3));
    }

    /** Conover (1999), table of the sign test: which order statistics hold the median, and how surely. */
    @ParameterizedTest(name = "{0} values: from number {1} to number {2}, {3}")
    @CsvSource({
        "2, 1, 2, 0.5",
        "3, 1, 3, 0.75",
        "4, 1, 4, 0.875",
        "5, 1, 5, 0.9375",
        "6, 1, 6, 0.96875",
        "8, 1, 8, 0.9921875",
        "9, 2, 8, 0.9609375"
    })
    void fewValuesHaveTheirExactInterval(int count, double low, double high, double coverage) {
        double[] shuffled = IntStream.rangeClosed(1, count)
                .mapToDouble(i -> 1 + (i * 7) % count)
                .distinct()
                .toArray();
        double[] values = shuffled.length == count
                ? shuffled
                : IntStream.rangeClosed(1, count).asDoubleStream().toArray();

        assertThat(MedianInterval.of(values, 1)).hasValue(new Interval(low, high, coverage));
    }

    @Test
    void oneValueHasNoInterval() {
        assertThat(MedianInterval.of(new double[] {7}, 1)).isEmpty();
    }

    @Test
    void theBootstrapIntervalIsTheSameForTheSameSeedAndCoversTheMedianNineteenTimesOfTwenty() {
        Random random = new Random(4);
        int covered = 0;
        for (int i = 0; i < 300; i++) {
            double[] values = random.doubles(15).map(v -> Math.log(1 / v)).toArray();
            Interval interval = MedianInterval.of(values, i).orElseThrow();
            if (i < 20) {
                assertThat(MedianInterval.of(values, i)).hasValue(interval);
            }
            covered += interval.contains(Math.log(2)) ? 1 : 0;
        }
        assertThat(covered / 300.0).isBetween(0.92, 0.985);
    }

    /** Leys et al. (2013): the median absolute deviation of 1, 3, 3, 6, 8, 10, 10, 1000 is 5.1891; only 1000 is far off. */
    @Test
    void onlyTheThousandIsAnOutlier() {
        double[] values = {1, 3, 3, 6, 8, 10, 10, 1000};

        assertThat(Median.absoluteDeviation(values)).isCloseTo(5.1891, within(1e-4));
        assertThat(Outliers.of(values, 0)).containsExactly(7);
        assertThat(Outliers.of(values, 2000)).isEmpty();
        assertThat(Outliers.of(new double[] {1, 1, 100}, 0)).isEmpty();
    }

    /** Hollander, Wolfe and Chicken (2014), example 9.1 (cloud seeding): slope -0.056, score -6, one-sided 0.117. */
    @Test
    void cloudSeedingLosesItsEffectSlowlyOrByChance() {
        double[] ratios = {1.26, 1.27, 1.12, 1.16, 1.03};

        assertThat(TheilSen.slope(ratios)).isCloseTo(-0.05625, within(1e-9));
        assertThat(TheilSen.slope(new double[] {1, 2, 3, 4, 5}, ratios)).isCloseTo(-0.05625, within(1e-9));
        assertThat(MannKendall.of(ratios).score()).isEqualTo(-6);
        assertThat(MannKendall.of(ratios).pValue()).isCloseTo(2 * 0.117, within(1e-3));
    }

    /** A series whose neighbours resemble each other drifts by chance: the test must not cry at it more than it says. */
    @Test
    void correlationOfNeighboursIsNoTrend() {
        Random random = new Random(11);
        int naive = 0;
        int corrected = 0;
        for (int i = 0; i < 400; i++) {
            double[] series = new double[30];
            double previous = 0;
            for (int j = 0; j < series.length; j++) {
                previous = 0.5 * previous + random.nextGaussian();
                series[j] = previous;
            }
            MannKendall test = MannKendall.of(series);
            double z = (Math.abs(test.score()) - 1) / Math.sqrt(30 * 29 * 65 / 18.0);
            naive += z > 2.576 ? 1 : 0;
            corrected += test.pValue() < 0.01 ? 1 : 0;
        }
        assertThat(naive).isGreaterThan(24);
        assertThat(corrected).isLessThan(16).isLessThan(naive / 2);
    }

    @Test
    void aRisingSeriesRises() {
        double[] series = IntStream.range(0, 20).mapToDouble(i -> i + (i % 3)).toArray();

        assertThat(MannKendall.of(series).pValue()).isLessThan(1e-6);
        assertThat(MannKendall.of(5, 5, 5, 5).pValue()).isEqualTo(1);
    }

    /** Pettitt (1979), by hand: ten low and ten high values differ in all 100 pairs, so p = 2 exp(-60000 / 8400). */
    @Test
    void aStepIsFoundWhereItIs() {
        double[] series = IntStream.range(0, 20)
                .mapToDouble(i -> (i < 10 ? 0 : 100) + i % 7)
                .toArray();

        assertThat(ChangePoint.of(series).after()).isEqualTo(10);
        assertThat(ChangePoint.of(series).pValue()).isCloseTo(2 * Math.exp(-60000 / 8400.0), within(1e-12));
    }

    /** Hanley and Lippman-Hand (1983): nothing among 10, 30, 100 leaves room for 26 %, 10 % (9.5), 3 %. */
    @ParameterizedTest
    @CsvSource({"10, 0.2589", "30, 0.0950", "100, 0.0295", "1000000, 0.000002996"})
    void theRuleOfThree(long looked, double rate) {
        assertThat(Proportion.upperBound(0, looked)).isCloseTo(rate, within(rate * 2e-3));
    }

    /** Clopper and Pearson (1934): 1 of 10 leaves room for 39.4 % (one-sided 95 %), all of 10 for everything. */
    @Test
    void errorsThatWereSeenRaiseTheBound() {
        assertThat(Proportion.upperBound(1, 10)).isCloseTo(0.3942, within(1e-4));
        assertThat(Proportion.upperBound(10, 10)).isEqualTo(1);
        assertThat(Proportion.upperBound(0, 0)).isEqualTo(1);
    }

    /**
     * The SPEC SDM91 benchmark on a Sun SPARCcenter 2000 (Gunther 2007), as fitted by the R package usl 3.0: alpha
     * 0.0277285, beta 0.0001044, gamma 89.9952330, residual standard error 82.8 on 4 degrees, peak 1884 at 96.52.
     */
    @Test
    void theScalabilityOfASparcCenterIsThatOfTheLiterature() {
        double[] loads = {1, 18, 36, 72, 108, 144, 216};
        double[] throughputs = {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2};
        ScalabilityLaw law = ScalabilityLaw.fit(loads, throughputs).orElseThrow();

        assertThat(law.sigma()).isCloseTo(0.0277285, within(5e-7));
        assertThat(law.kappa()).isCloseTo(0.0001044, within(5e-8));
        assertThat(law.lambda()).isCloseTo(89.995233, within(5e-4));
        assertThat(law.peak().orElseThrow()).isCloseTo(96.52, within(5e-3));
        DoubleUnaryOperator throughput =
                n -> law.lambda() * n / (1 + law.sigma() * (n - 1) + law.kappa() * n * (n - 1));
        assertThat(throughput.applyAsDouble(96.52)).isCloseTo(1884, within(0.5));
        double squares = IntStream.range(0, loads.length)
                .mapToDouble(i -> Math.pow(throughputs[i] - throughput.applyAsDouble(loads[i]), 2))
                .sum();
        assertThat(Math.sqrt(squares / 4)).isCloseTo(82.8, within(0.05));
    }

    @Test
    void aLineHasNeitherContentionNorAPeak() {
        ScalabilityLaw law = ScalabilityLaw.fit(new double[] {1, 2, 4, 8}, new double[] {10, 21, 39, 81})
                .orElseThrow();

        assertThat(law.sigma()).isCloseTo(0, within(0.01));
        assertThat(law.kappa()).isGreaterThanOrEqualTo(0);
        assertThat(law.rSquared()).isGreaterThan(0.99);
        assertThat(ScalabilityLaw.fit(new double[] {1, 2, 4}, new double[] {1, 2, 3}))
                .isEmpty();
        assertThat(ScalabilityLaw.fit(new double[] {1, 2, 4, 8}, new double[4])).isEmpty();
    }

    /**
     * Smyth (2004): the hyperparameters are found again from variances that were drawn with them, and Newton's iteration
     * inverts the trigamma function.
     */
    @Test
    void sharedNoiseFindsTheUsualVarianceAgain() {
        for (double value : new double[] {0.01, 0.3, 1, 1.6449, 20}) {
            assertThat(Gamma.trigamma(SharedNoise.inverseTrigamma(value))).isCloseTo(value, within(1e-6 * value));
        }
        Random random = new Random(8);
        List<PairedSample> samples = IntStream.range(0, 5000)
                .mapToObj(i -> {
                    double variance = 4 * 10 / chiSquare(random, 10);
                    return new PairedSample(5, 0, variance * chiSquare(random, 4) / 4, 4);
                })
                .toList();
        SharedNoise shared = SharedNoise.of(samples);

        assertThat(shared.priorDegrees()).isCloseTo(10, within(1.5));
        assertThat(shared.priorVariance()).isCloseTo(4, within(0.2));
        Noise moderated = shared.of(new PairedSample(5, 0, 100, 4));
        assertThat(moderated.degrees()).isCloseTo(4 + shared.priorDegrees(), within(1e-9));
        assertThat(moderated.variance()).isBetween(25.0, 40.0);
    }

    @Test
    void fewSamplesShareNothingAndEqualOnesNoMoreThanThreeTimesTheirOwn() {
        PairedSample own = new PairedSample(5, 0, 2, 4);
        PairedSample[] seven = new PairedSample[SharedNoise.ENOUGH_SAMPLES - 1];
        Arrays.fill(seven, own);
        PairedSample[] twenty = new PairedSample[20];
        Arrays.fill(twenty, own);

        assertThat(SharedNoise.of(List.of(seven)).of(own)).isEqualTo(new Noise(2, 4));
        assertThat(SharedNoise.of(List.of(twenty)).priorDegrees()).isInfinite();
        assertThat(SharedNoise.of(List.of(twenty))
                        .of(new PairedSample(5, 0, 100, 4))
                        .degrees())
                .isEqualTo(16);
        assertThat(SharedNoise.of(List.of(seven)).priorVariance()).isZero();
    }

    private static double chiSquare(Random random, int degrees) {
        return IntStream.range(0, degrees)
                .mapToDouble(i -> Math.pow(random.nextGaussian(), 2))
                .sum();
    }
}
