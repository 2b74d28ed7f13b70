package org.busbench.harness.plan;

/**
 * A step that a run will take.
 *
 * @param adapter its name; null for a step of the run itself
 * @param asked how much of it is asked for, as in {@code steps.jsonl};
 *     0 for the trial of what an adapter does not serve
 * @param stage when
 */
public record PlannedStep(StepKind kind, String adapter, double asked, Stage stage) {

    /** The parts of a run in time. */
    public enum Stage {
        /** Until all has been verified. */
        BEFORE,
        /** The blocks, which alone a budget bounds. */
        BLOCKS,
        /** The step follows the others. */
        BEHIND
    }
}
