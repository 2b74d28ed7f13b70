package org.busbench.harness.cli;

/** The exit codes of the command. */
final class ExitCode {

    static final int OK = 0;
    /** Something was measured or tried and did not do what it is said to do. */
    static final int FAILED = 1;
    /** The user can put it right: a name, a file, a port, a missing program. */
    static final int BAD_INPUT = 2;

    static final int INTERRUPTED = 130;

    private ExitCode() {}
}
