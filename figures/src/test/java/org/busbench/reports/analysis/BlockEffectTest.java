package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;

import java.util.ArrayList;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.record.Trial;
import org.junit.jupiter.api.Test;

class BlockEffectTest {

    private static final double[] NOISE = {1.00, 1.01, 0.99, 1.02, 0.98, 1.00};

    private final Adapter one = mediator("one");
    private final Adapter two = mediator("two");
    private final List<Trial> trials = new ArrayList<>();

    @Test
    void aBlockThatIsSlowForAllAdaptersAlikeIsNamedAtEachOfThem() {
        blocks(0.6, 0.65);

        assertThat(BlockEffect.sentences(trials))
                .singleElement()
                .isEqualTo("block 4 had -37 % goodput for all 2 adapters alike: that was the rig");
        assertThat(Cells.of(run(List.of(one, two), List.of(20), 6, trials)))
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.findings().flagged(Flag.Kind.BLOCK_EFFECT))
                        .isTrue());
    }

    @Test
    void aBlockThatIsSlowForOneAdapterAloneIsNoneOfTheRigs() {
        blocks(0.3, 1.0);

        assertThat(BlockEffect.sentences(trials)).isEmpty();
    }

    @Test
    void aBlockInWhichTheAdaptersDisagreeIsNoneOfTheRigs() {
        blocks(0.5, 1.8);

        assertThat(BlockEffect.sentences(trials)).isEmpty();
    }

    @Test
    void quietBlocksAndFewBlocksHaveNone() {
        blocks(0.97, 0.96);
        assertThat(BlockEffect.sentences(trials)).isEmpty();
        assertThat(BlockEffect.sentences(trials.subList(0, 4))).isEmpty();
        assertThat(BlockEffect.sentences(List.of())).isEmpty();
    }

    private void blocks(double oneInTheFourth, double twoInTheFourth) {
        for (int block = 1; block <= 6; block++) {
            double noise = NOISE[block - 1];
            trials.add(measured(one, block, 20, 1000 * noise * (block == 4 ? oneInTheFourth : 1), 10));
            trials.add(measured(two, block, 20, 3000 / noise * (block == 4 ? twoInTheFourth : 1), 10));
        }
    }
}
