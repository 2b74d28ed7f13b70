package org.busbench.harness.run;

import java.nio.file.Path;
import org.busbench.harness.plan.Block;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Trial;

/** Is told what a run does while it does it. Called on the run's own thread, never during a measured window. */
public interface RunListener {

    /**
     * The run begins.
     *
     * @param forecast what will be measured, and how long that takes
     */
    void planned(Forecast forecast, Path runDirectory);

    /** The run goes on beyond the blocks of its plan, for comparisons without a verdict. */
    void extended(Block block);

    /** Something worth a line: a process that starts, an adapter that is not there, a death. */
    void note(String line);

    void verified(Verification verification);

    void recorded(Trial trial);
}
