package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.Set;
import org.busbench.harness.plan.Comparison;

/**
 * Says which comparisons more blocks could still decide. Asked between two blocks, on the run's own thread. It must
 * depend on the record alone, so that a resumed run gets the same answer.
 */
@FunctionalInterface
public interface Verdicts {

    /** A number of blocks that is fixed: every comparison counts as decided. */
    Verdicts FIXED_BLOCKS = (runDirectory, before) -> Set.of();

    /**
     * The comparisons without a verdict.
     *
     * @param runDirectory the record until now
     * @param before number of a block; only trials of blocks below it count
     * @return a part of the plan's comparisons; empty when everything is decided
     */
    Set<Comparison> open(Path runDirectory, int before);
}
