package org.busbench.harness.plan;

import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of steps on which a run spends its time. */
public enum StepKind {
    /** Starting the backend and the injector, and asking everything for what it is. */
    RIG("rig"),
    /** Auditing an adapter for parity, in a process of its own whose start and end count here. */
    AUDIT("audit"),
    /** Starting a mediator. */
    START("start"),
    /** Verifying an adapter, in all scenarios and sizes. */
    VERIFICATION("verification"),
    /** Trying every injector on a control. */
    CALIBRATION("calibration"),
    /** Load before the first trial of a process in a scenario. */
    PRIMER("primer"),
    /** A trial of a block, its probe and the work on its logs included. */
    TRIAL("trial"),
    /** A trial behind the blocks, at a rate that was set or sought. */
    RATE_TRIAL("rate-trial");

    private final String label;

    StepKind(String label) {
        this.label = label;
    }

    /** The name in {@code steps.jsonl}. */
    public String label() {
        return label;
    }

    /**
     * The kind of a name.
     *
     * @return empty when there is none
     */
    public static Optional<StepKind> of(String label) {
        return Stream.of(values()).filter(kind -> kind.label.equals(label)).findFirst();
    }
}
