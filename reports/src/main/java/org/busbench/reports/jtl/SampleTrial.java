package org.busbench.reports.jtl;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Load;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.Role;
import org.busbench.record.Trial;

/** A stretch of a log as a trial: figures from the same rules as in a recorded run, and nothing that a log cannot say. */
record SampleTrial(Labels labels, Role role, Tally tally, double errorBound) {

    private static final int RESOLUTION_MICROS = 1000;

    Trial as(int number, int block) {
        long errors = tally.errors().total();
        boolean measured = tally.verified() > 0 && errors <= errorBound * (errors + tally.verified());
        double seconds = tally.window().seconds();
        return new Trial(
                Trial.SCHEMA,
                null,
                new Trial.Position(number, block, Purpose.COMPARISON, null, 1),
                new Trial.Subject(
                        labels.adapter(), role, labels.scenario(), null, labels.payload(), labels.concurrency()),
                new Trial.Conditions(
                        "jmeter",
                        Load.CLOSED,
                        Map.of(),
                        Instant.ofEpochMilli(tally.window().startMillis()).toString(),
                        tally.window(),
                        seconds),
                new Trial.Result(
                        measured ? Outcome.MEASURED : Outcome.NOT_SERVED,
                        measured ? null : reason(errors),
                        tally.verified(),
                        tally.errors(),
                        measured ? tally.verified() / seconds : null,
                        measured ? tally.latency() : null,
                        RESOLUTION_MICROS,
                        tally.series(),
                        null),
                Trial.Proof.NONE,
                Trial.Use.NONE,
                null,
                EvidenceFolder.NONE,
                null);
    }

    private String reason(long errors) {
        if (errors == 0) {
            return "no sample ended in this stretch of load";
        }
        if (tally.verified() == 0) {
            return String.format(Locale.ROOT, "all %,d samples failed; the first: %s", errors, tally.firstFailure());
        }
        return String.format(
                Locale.ROOT,
                "%,d of %,d samples failed, more than the bound of %s %% (rule 5); the first: %s",
                errors,
                errors + tally.verified(),
                percent(),
                tally.firstFailure());
    }

    private String percent() {
        return errorBound == 0 ? "0" : String.format(Locale.ROOT, "%.3g", 100 * errorBound);
    }
}
