package org.busbench.harness.run;

import java.nio.file.Path;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.verify.Verification;

/** Is told what a run does while it does it. Called on the run's own thread, never during a measured window. */
public interface RunListener {

    /**
     * The run begins.
     *
     * @param plan what will be measured
     * @param runDirectory where it is recorded
     */
    void planned(Plan plan, Path runDirectory);

    /**
     * The run goes on beyond the blocks of its plan, for comparisons without a verdict.
     *
     * @param block what will be measured next
     */
    void extended(Block block);

    /**
     * Something worth a line: a process that starts, an adapter that is not there, a death.
     *
     * @param line what happened
     */
    void note(String line);

    /**
     * A system was tried.
     *
     * @param verification what came out
     */
    void verified(Verification verification);

    /**
     * A trial was recorded.
     *
     * @param trial its record
     */
    void recorded(TrialRecord trial);
}
