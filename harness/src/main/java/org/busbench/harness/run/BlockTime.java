package org.busbench.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.busbench.harness.record.StepKind;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.record.StepRecord;
import org.busbench.harness.text.Problem;

/** How much of a killed run's time went to its blocks, by the record of its steps. */
final class BlockTime {

    private static final double MILLIS = 1000;

    private BlockTime() {}

    /** Nothing where the record of its steps cannot be read: it is no part of the run's own. */
    static Duration of(StepLog log) {
        try {
            return of(log.steps());
        } catch (IOException | Problem unreadable) {
            return Duration.ZERO;
        }
    }

    /** Trials and primers, and the starts that they waited for; what a session did before its first one is not among it. */
    static Duration of(List<StepRecord> steps) {
        double seconds = 0;
        double starts = 0;
        for (StepRecord step : steps) {
            StepKind kind = StepKind.of(step.step()).orElse(StepKind.RIG);
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
