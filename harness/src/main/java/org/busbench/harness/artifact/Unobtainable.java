package org.busbench.harness.artifact;

import java.nio.file.Path;
import org.busbench.harness.text.ConfigProblem;

/** What an adapter needs cannot be had here, or is not what it means: a run can go on without that adapter. */
public final class Unobtainable extends ConfigProblem {
    private static final long serialVersionUID = 1L;

    private final boolean absent;

    private Unobtainable(Path file, int line, String problem, boolean absent, Throwable cause) {
        super(file, line, problem, cause);
        this.absent = absent;
    }

    /** No repository gave it. */
    static Unobtainable absent(Path file, int line, String problem, Throwable cause) {
        return new Unobtainable(file, line, problem, true, cause);
    }

    /** It is here, with another content than is stated. */
    static Unobtainable different(Path file, int line, String problem) {
        return new Unobtainable(file, line, problem, false, null);
    }

    /** It is not here, and this machine has nothing to get it with. */
    static Unobtainable beyondReach(Path file, int line, String problem) {
        return new Unobtainable(file, line, problem, false, null);
    }

    /** Whether it is not here yet and may be had; else it is here and is another one, or there is no way to it. */
    public boolean absent() {
        return absent;
    }
}
