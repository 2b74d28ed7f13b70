package org.busbench.harness.adapter;

import java.time.Duration;
import java.util.List;

/**
 * How a process is asked to end.
 *
 * @param signal one of {@link #SIGNALS}
 * @param within how long it may take before it is killed
 */
public record Stop(String signal, Duration within) {
    /** The signals that ask, and do not kill. */
    public static final List<String> SIGNALS = List.of("TERM", "INT", "QUIT", "HUP");

    /** What holds where an adapter says nothing. */
    public static final Stop DEFAULT = new Stop("TERM", Duration.ofSeconds(10));

    /** Refuses any other signal. */
    public Stop {
        if (!SIGNALS.contains(signal)) {
            throw new IllegalArgumentException("signal " + signal + " does not ask a process to end");
        }
    }
}
