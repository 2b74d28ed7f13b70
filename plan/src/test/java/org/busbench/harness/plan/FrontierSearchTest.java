package org.busbench.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontierSearchTest {

    private static final List<Duration> BOUNDS =
            List.of(Duration.ofMillis(20), Duration.ofMillis(5), Duration.ofMillis(100));
    private static final double CAPACITY = 10_000;

    @Test
    void findsTheRateOfAQueueUnderEachBound() {
        List<Attempt> tried = run(new FrontierSearch(BOUNDS, 7_000, 50), FrontierSearchTest::queue);

        // p99 of M/M/1 is ln(100) / (capacity - rate): 5, 20 and 100 ms are reached at these rates.
        assertThat(highest(tried, 5)).isBetween(9_079 / 1.12, 9_079.0);
        assertThat(highest(tried, 20)).isBetween(9_770 / 1.12, 9_770.0);
        assertThat(highest(tried, 100)).isBetween(9_954 / 1.12, 9_954.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 4_000, 900_000})
    void comesToTheSameEndFromAnyFirstRate(int first) {
        List<Attempt> tried =
                run(new FrontierSearch(List.of(Duration.ofMillis(5)), first, 50), FrontierSearchTest::queue);

        assertThat(highest(tried, 5)).isBetween(9_079 / 1.12, 9_079.0);
    }

    @Test
    void bothEndsOfTheBracketAreTriedTwice() {
        List<Attempt> tried =
                run(new FrontierSearch(List.of(Duration.ofMillis(5)), 7_000, 50), FrontierSearchTest::queue);

        int held = (int) highest(tried, 5);
        int missed = tried.stream()
                .filter(attempt -> attempt.p99Micros() > 5_000)
                .mapToInt(Attempt::ratePerSecond)
                .min()
                .orElseThrow();
        assertThat(missed).isLessThanOrEqualTo((int) (held * 1.11));
        assertThat(tried.stream().filter(attempt -> attempt.ratePerSecond() == held))
                .hasSize(2);
        assertThat(tried.stream().filter(attempt -> attempt.ratePerSecond() == missed))
                .hasSize(2);
    }

    @Test
    void oneSlowMomentIsOutvotedByTwoOtherTrials() {
        FrontierSearch search = new FrontierSearch(List.of(Duration.ofMillis(5)), 5_000, 50);
        List<Attempt> tried = new ArrayList<>(List.of(new Attempt(5_000, Double.POSITIVE_INFINITY)));
        // It goes down, up again to the rate that was missed, and finds it held twice.
        for (OptionalInt next = search.next(tried); next.isPresent(); next = search.next(tried)) {
            tried.add(new Attempt(next.getAsInt(), queue(next.getAsInt())));
        }

        assertThat(highest(tried, 5)).isGreaterThan(5_000);
    }

    @Test
    void noiseNeitherKeepsItGoingNorLeadsItFarOff() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Attempt> tried = run(
                    new FrontierSearch(BOUNDS, 6_000, 50),
                    rate -> queue((int) (rate * (1 + 0.03 * random.nextGaussian()))));

            assertThat(majority(tried, 20)).isBetween(9_770 / 1.35, 9_770 * 1.1);
        }
    }

    @Test
    void whoHoldsNothingIsAskedDownToTheLowestRateAndNoFurther() {
        List<Attempt> tried = run(new FrontierSearch(BOUNDS, 500, 50), rate -> Double.POSITIVE_INFINITY);

        assertThat(tried).allMatch(attempt -> attempt.ratePerSecond() >= 50);
        assertThat(tried.get(tried.size() - 1)).isEqualTo(new Attempt(50, Double.POSITIVE_INFINITY));
    }

    @Test
    void neverTakesMoreTrialsThanItSays() {
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            FrontierSearch search = new FrontierSearch(BOUNDS, 1 + random.nextInt(20_000), 50);
            List<Attempt> tried = run(search, rate -> random.nextInt(120_000));

            assertThat(tried).hasSizeLessThanOrEqualTo(search.mostTrials());
        }
    }

    @Test
    void whereEveryTrialAgreesItTakesTheFewest() {
        FrontierSearch search = new FrontierSearch(List.of(Duration.ofMillis(20)), 700, 50);

        assertThat(run(search, rate -> rate <= 1000 ? 1 : 1e6)).hasSize(FrontierSearch.FEWEST_TRIALS);
    }

    private static double queue(int rate) {
        return rate >= CAPACITY ? Double.POSITIVE_INFINITY : Math.log(100) / (CAPACITY - rate) * 1e6;
    }

    private static double highest(List<Attempt> tried, int millis) {
        return tried.stream()
                .filter(attempt -> attempt.p99Micros() <= millis * 1000.0)
                .mapToInt(Attempt::ratePerSecond)
                .max()
                .orElseThrow();
    }

    private static double majority(List<Attempt> tried, int millis) {
        return tried.stream()
                .mapToInt(Attempt::ratePerSecond)
                .filter(rate -> tried.stream()
                                .filter(attempt -> attempt.ratePerSecond() == rate)
                                .mapToInt(attempt -> attempt.p99Micros() <= millis * 1000.0 ? 1 : -1)
                                .sum()
                        > 0)
                .max()
                .orElse(0);
    }

    private static List<Attempt> run(FrontierSearch search, IntToDoubleFunction p99Micros) {
        List<Attempt> tried = new ArrayList<>();
        for (OptionalInt next = search.next(tried); next.isPresent(); next = search.next(tried)) {
            tried.add(new Attempt(next.getAsInt(), p99Micros.applyAsDouble(next.getAsInt())));
            assertThat(tried).hasSizeLessThanOrEqualTo(search.mostTrials());
        }
        return tried;
    }
}
