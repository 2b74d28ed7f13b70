package org.busbench.harness.process;

import org.busbench.harness.process.ManagedProcess.LogTail;
import org.busbench.harness.text.Problem;

/** A process did not come up. The message holds the last line that it wrote. */
public final class StartProblem extends Problem {
    private static final long serialVersionUID = 1L;

    private StartProblem(String message) {
        super(message);
    }

    static StartProblem of(ProcessSpec spec, String what) {
        return new StartProblem(
                spec.name() + " " + what + ": " + LogTail.of(spec).orElse("it wrote nothing") + "; its logs are "
                        + spec.output() + " and " + spec.errors().getFileName());
    }
}
