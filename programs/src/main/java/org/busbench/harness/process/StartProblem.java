package org.busbench.harness.process;

import java.util.List;
import org.busbench.harness.process.ManagedProcess.LogTail;
import org.busbench.harness.text.Problem;

/** A process did not come up. The message holds its last line; {@link #logLines} those before it. */
public final class StartProblem extends Problem {
    private static final long serialVersionUID = 1L;

    private final transient List<String> logLines;

    StartProblem(String message, List<String> logLines) {
        super(message);
        this.logLines = List.copyOf(logLines);
    }

    static StartProblem of(ProcessSpec spec, String what) {
        List<String> lines = LogTail.of(spec);
        String last = lines.isEmpty()
                ? "it wrote nothing"
                : lines.get(lines.size() - 1).strip();
        return new StartProblem(
                spec.name() + " " + what + ": " + last + "; its logs are " + spec.output() + " and "
                        + spec.errors().getFileName(),
                lines);
    }

    /** The last lines that it wrote. */
    public List<String> logLines() {
        return logLines;
    }
}
