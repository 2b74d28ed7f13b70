package org.busbench.harness.artifact;

import java.nio.file.Path;
import org.busbench.harness.text.ConfigProblem;

/** A need of an adapter that cannot be had here, or that is not what it should be. A run can go on without that adapter. */
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

    /** The file exists, but its content is not the stated one. */
    static Unobtainable different(Path file, int line, String problem) {
        return new Unobtainable(file, line, problem, false, null);
    }

    /** The file is missing, and this machine cannot fetch or build it. */
    static Unobtainable beyondReach(Path file, int line, String problem) {
        return new Unobtainable(file, line, problem, false, null);
    }

    /** Whether it is not here yet and may be had; else it is here and is another one, or there is no way to it. */
    public boolean absent() {
        return absent;
    }
}
