package org.busbench.harness.run;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.record.StepRecord;

/**
 * Takes the time of a run's steps, of which one begins where the one before it ends, and records each. Starts of mediators
 * come within other steps and count apart. For the run's thread, between measured windows.
 */
final class StepTimer {

    private static final double NANOS = 1e9;

    private final StepLog log;
    private final Consumer<StepRecord> listener;
    private TestBed testBed;
    private long since = System.nanoTime();

    /** Begins now; the listener is told each step that is recorded. */
    StepTimer(StepLog log, Consumer<StepRecord> listener) {
        this.log = log;
        this.listener = listener;
    }

    /** From now on the starts of this stack's mediators count apart, those since it was made too. */
    void follow(TestBed followed) {
        testBed = followed;
    }

    /** A step ends; {@code adapter} is null for one of the run itself. */
    void took(StepKind kind, String adapter, double asked) throws IOException {
        long now = System.nanoTime();
        double seconds = (now - since) / NANOS;
        for (Residents.Start start : testBed == null ? List.<Residents.Start>of() : testBed.drainStarts()) {
            double ofStart = start.took().toNanos() / NANOS;
            seconds -= ofStart;
            record(new StepRecord(StepKind.START.label(), start.adapter(), 1, ofStart));
        }
        record(new StepRecord(kind.label(), adapter, asked, Math.max(0, seconds)));
        since = now;
    }

    private void record(StepRecord step) throws IOException {
        log.append(step);
        listener.accept(step);
    }
}
