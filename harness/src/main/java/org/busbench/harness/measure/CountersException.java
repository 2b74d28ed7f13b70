package org.busbench.harness.measure;

/** Instructions cannot be counted; the message says why, and what to do. */
public final class CountersException extends Exception {

    private static final long serialVersionUID = 1;
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ESRCH = 3;
    private static final int EACCES = 13;
    private static final int ENODEV = 19;
    private static final int EMFILE = 24;
    private static final int EOPNOTSUPP = 95;

    private final int code;

    /** By the number with which perf_event_open(2) refuses; 0: there is no such call, or it answered nonsense. */
    CountersException(int code) {
        super(words(code));
        this.code = code;
    }

    /** For a reason of our own. */
    CountersException(String message) {
        super(message);
        this.code = 0;
    }

    /** Counters can be opened and stand still, as on a CPU that has none. */
    static CountersException standingStill() {
        return new CountersException(EOPNOTSUPP);
    }

    /** Whether the thread to be counted had ended. */
    boolean threadGone() {
        return code == ESRCH;
    }

    private static String words(int code) {
        return switch (code) {
            case EPERM, EACCES ->
                "the kernel keeps its counters to itself: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON"
                        + " (in a container: --cap-add PERFMON, and a seccomp profile that allows perf_event_open)";
            case ENOENT, ENODEV, EOPNOTSUPP ->
                "the CPU shows no counters here: let the hypervisor pass its PMU to this machine";
            case EMFILE -> "too few file descriptors for two counters a thread: raise ulimit -n";
            case ESRCH -> "the process is gone";
            case 0 -> "this system has no perf_event_open(2) that we know: Linux on x86-64 or arm64 has";
            default -> "perf_event_open(2) failed with error " + code;
        };
    }
}
