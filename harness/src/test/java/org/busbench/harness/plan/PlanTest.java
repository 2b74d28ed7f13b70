package org.busbench.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.Phases;
import org.busbench.harness.suite.Pinning;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.junit.jupiter.api.Test;

class PlanTest {

    private static final List<String> ADAPTERS = List.of("ours", "theirs", "direct", "nginx");

    @Test
    void everyBlockVisitsEveryCellOnce() {
        Plan plan = Plan.of(suite(7, 3), ADAPTERS);

        assertThat(plan.trials()).hasSize(3 * 4 * 3 * 2 * 3);
        for (int block = 1; block <= 3; block++) {
            int wanted = block;
            Set<Cell> cells = new HashSet<>();
            plan.trials().stream()
                    .filter(trial -> trial.block() == wanted)
                    .forEach(trial -> assertThat(cells.add(trial.cell())).isTrue());
            assertThat(cells).hasSize(4 * 3 * 2 * 3);
        }
    }

    @Test
    void trialsAreNumberedInTheirOrder() {
        Plan plan = Plan.of(suite(7, 2), ADAPTERS);

        assertThat(plan.trials())
                .extracting(Trial::number)
                .isEqualTo(
                        IntStream.rangeClosed(1, plan.trials().size()).boxed().toList());
    }

    @Test
    void theAdaptersOfOneComparisonFollowEachOther() {
        List<Trial> trials = Plan.of(suite(7, 2), ADAPTERS).trials();

        for (int i = 0; i < trials.size(); i += ADAPTERS.size()) {
            List<Cell> comparison = trials.subList(i, i + ADAPTERS.size()).stream()
                    .map(Trial::cell)
                    .toList();
            assertThat(comparison).extracting(Cell::adapter).containsExactlyInAnyOrderElementsOf(ADAPTERS);
            assertThat(comparison)
                    .extracting(cell -> cell.scenario() + cell.payload() + cell.concurrency())
                    .containsOnly(comparison.get(0).scenario()
                            + comparison.get(0).payload()
                            + comparison.get(0).concurrency());
        }
    }

    @Test
    void noAdapterAlwaysGoesFirst() {
        List<Trial> trials = Plan.of(suite(7, 3), ADAPTERS).trials();
        Set<String> first = new HashSet<>();
        for (int i = 0; i < trials.size(); i += ADAPTERS.size()) {
            first.add(trials.get(i).cell().adapter());
        }

        assertThat(first).containsExactlyInAnyOrderElementsOf(ADAPTERS);
    }

    @Test
    void theSameSeedGivesTheSameOrderAndAnotherSeedAnother() {
        assertThat(Plan.of(suite(7, 2), ADAPTERS).trials())
                .isEqualTo(Plan.of(suite(7, 2), ADAPTERS).trials());
        assertThat(Plan.of(suite(8, 2), ADAPTERS).trials())
                .isNotEqualTo(Plan.of(suite(7, 2), ADAPTERS).trials());
    }

    @Test
    void twoBlocksDifferInOrder() {
        List<Trial> trials = Plan.of(suite(7, 2), ADAPTERS).trials();
        int half = trials.size() / 2;

        assertThat(trials.subList(0, half).stream().map(Trial::cell).toList())
                .isNotEqualTo(trials.subList(half, trials.size()).stream()
                        .map(Trial::cell)
                        .toList());
    }

    @Test
    void theExpectedDurationCountsEveryTrialAndPrimer() {
        Plan plan = Plan.of(suite(7, 1), ADAPTERS);

        Duration load = Duration.ofSeconds(72 * 4 + 12 * 2);
        assertThat(plan.expectedDuration()).isBetween(load, load.plusSeconds(72));
    }

    private static Suite suite(long seed, int blocks) {
        return new Suite(
                Path.of("test.yaml"),
                "test",
                "a test",
                ADAPTERS,
                List.of("virtualization", "cbr", "xslt"),
                List.of("500", "10K"),
                List.of(1, 20, 100),
                Repeats.fixed(blocks),
                new Phases(Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(3)),
                LoadShape.closed(InjectorKind.JMETER_HTTP),
                seed,
                0.0,
                Pinning.NONE,
                List.of());
    }
}
