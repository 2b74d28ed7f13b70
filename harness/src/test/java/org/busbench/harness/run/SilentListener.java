package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.plan.Block;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Trial;

/** Keeps what it is told and says nothing. */
public class SilentListener implements RunListener {
    private final List<String> notes = new ArrayList<>();

    @Override
    public void planned(Forecast forecast, Path runDirectory) {
        notes.add(runDirectory.toString());
    }

    @Override
    public void extended(Block block) {
        notes.add(block.toString());
    }

    @Override
    public void note(String line) {
        notes.add(line);
    }

    @Override
    public void verified(Verification verification) {
        notes.add(verification.evidence());
    }

    @Override
    public void recorded(Trial trial) {
        notes.add(trial.evidenceFolder().path());
    }
}
