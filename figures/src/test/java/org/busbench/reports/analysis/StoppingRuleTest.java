package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;
import static org.busbench.reports.SampleRuns.without;

import java.util.ArrayList;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Outcome;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {

    private static final double[] NOISE = {0.99, 1.01, 1.0, 1.02, 0.98};

    private final Adapter base = mediator("base");
    private final Adapter other = mediator("other");
    private final List<Trial> trials = new ArrayList<>();

    @Test
    void fewerThanThreeBlocksDecideNothing() {
        blocks(20, 2, 2.0);

        assertThat(open()).isNotEmpty().allSatisfy(one -> {
            assertThat(one.comparison().concurrency()).isEqualTo(20);
            assertThat(one.pair()).isEqualTo(new Suite.Pair("base", "other"));
            assertThat(one.detectable()).isInfinite();
            assertThat(one.reason()).isEqualTo("other: 2 of at least 3 blocks");
        });
    }

    @Test
    void aComparisonThatWouldShowTenPercentIsClosedWhateverItShows() {
        blocks(20, 5, 1.0);
        blocks(100, 5, 0.7);

        assertThat(open()).isEmpty();
    }

    @Test
    void theNoisiestComparisonComesFirst() {
        for (int block = 1; block <= 4; block++) {
            pair(20, block, 1 + 0.2 * (block % 2));
            pair(100, block, 1 + 0.4 * (block % 2));
        }

        assertThat(open()).extracting(one -> one.comparison().concurrency()).containsExactly(100, 20);
        assertThat(open().get(0).reason())
                .startsWith("other: after 4 blocks a difference of ")
                .contains(" % of goodput is the smallest that can be seen");
    }

    @Test
    void anAdapterWithoutFiguresIsNotWaitedForNorIsAControl() {
        trials.add(measured(base, 1, 20, 100, 10));
        trials.add(without(other, 1, 20, Outcome.NOT_SERVED, "no"));
        trials.add(measured(direct(), 1, 20, 500, 0));

        assertThat(open()).isEmpty();
    }

    @Test
    void aRunWithoutTrialsHasNothingOpen() {
        assertThat(open()).isEmpty();
    }

    private List<StoppingRule.Open> open() {
        return StoppingRule.open(run(List.of(base, other, direct()), List.of(20, 100), 5, trials));
    }

    private void blocks(int concurrency, int count, double ratio) {
        for (int block = 1; block <= count; block++) {
            pair(concurrency, block, ratio * NOISE[block - 1]);
        }
    }

    private void pair(int concurrency, int block, double ratio) {
        trials.add(measured(base, block, concurrency, 1000, 10));
        trials.add(measured(other, block, concurrency, 1000 * ratio, 10));
    }
}
