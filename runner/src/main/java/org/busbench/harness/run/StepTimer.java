package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.plan.ProcessPool.Start;
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.text.Problem;
import org.busbench.record.Step;

/**
 * Takes the time of a run's steps, of which one begins where the one before it ends, and records each. Starts of mediators
 * come within other steps and count apart. For the run's thread, between measured windows.
 */
final class StepTimer {

    private static final double NANOS = 1e9;
    private static final double MILLIS = 1000;

    private final StepLog log;
    private final Consumer<Step> listener;
    private long since = System.nanoTime();

    /** Begins now; the listener is told each step that is recorded. */
    StepTimer(Path runDirectory, Consumer<Step> listener) {
        this.log = StepLog.in(runDirectory);
        this.listener = listener;
    }

    /** A step is over; {@code starts} came within it. */
    void ended(StepKind kind, String adapter, double asked, List<Start> starts) throws IOException {
        long now = System.nanoTime();
        double seconds = (now - since) / NANOS;
        for (Start start : starts) {
            double ofStart = start.took().toNanos() / NANOS;
            seconds -= ofStart;
            record(new Step(StepKind.START.label(), start.adapter(), 1, ofStart));
        }
        record(new Step(kind.label(), adapter, asked, Math.max(0, seconds)));
        since = now;
    }

    private void record(Step step) throws IOException {
        log.append(step);
        listener.accept(step);
    }

    /**
     * How much of a killed run's time went to its blocks, by the record of its steps. Nothing for a new run, and where that
     * record, which is no part of the run's own, cannot be read.
     */
    static Duration ofBlocks(Path runDirectory) {
        try {
            return ofBlocks(StepLog.in(runDirectory).steps());
        } catch (IOException | Problem unreadable) {
            return Duration.ZERO;
        }
    }

    /** Trials, primers, and the starts before each; what a session did before its first trial is not among it. */
    static Duration ofBlocks(List<Step> steps) {
        double seconds = 0;
        double starts = 0;
        for (Step step : steps) {
            StepKind kind = StepKind.of(step.kind()).orElse(StepKind.RIG);
            if (kind == StepKind.START) {
                starts += step.seconds();
            } else {
                boolean inBlock = kind == StepKind.TRIAL || kind == StepKind.PRIMER;
                seconds += inBlock ? starts + step.seconds() : 0;
                starts = 0;
            }
        }
        return Duration.ofMillis(Math.round(seconds * MILLIS));
    }
}
