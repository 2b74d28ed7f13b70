package org.busbench.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.plan.Purpose;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.Conditions;
import org.busbench.harness.record.Proof;
import org.busbench.harness.record.Result;
import org.busbench.harness.record.Result.Second;
import org.busbench.harness.record.Subject;
import org.busbench.harness.record.TrialFolder;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.record.Use;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.verify.Target;

/** From what happened in a trial to its line in the record. */
final class TrialRecords {

    private static final int FIRST_ATTEMPT = 1;

    static final String PROBE_LOG = "probe.hlog";
    static final String MEASURED = "measured";
    static final String NOT_SERVED = "not-served";
    static final String FAILED = "failed";

    private final Suite suite;
    private final String run;

    /** Of one run; {@code run} is its id. */
    TrialRecords(Suite suite, String run) {
        this.suite = suite;
        this.run = run;
    }

    /** A trial that never came to load; {@code evidence} of that is relative to the run directory, or null. */
    TrialRecord withoutLoad(Trial trial, Integer fork, Target target, String outcome, String reason, String evidence) {
        return failed(trial, fork, target, FIRST_ATTEMPT, outcome, reason, evidence, null);
    }

    /** A trial in which the injector failed. */
    TrialRecord brokenOff(
            Trial trial, Integer fork, Target target, String reason, TrialFolder folder, String manifest) {
        return failed(trial, fork, target, folder.attempt(), FAILED, reason, folder.name(), manifest);
    }

    private TrialRecord failed(
            Trial trial,
            Integer fork,
            Target target,
            int attempt,
            String outcome,
            String reason,
            String evidence,
            String manifest) {
        Result result = new Result(
                outcome,
                reason,
                0,
                Witnesses.byLabel(Map.of()),
                null,
                null,
                LoadLog.resolutionMicros(suite.load().injector()),
                List.of(),
                null);
        return new TrialRecord(
                TrialRecord.SCHEMA,
                run,
                subject(trial, fork, target, attempt),
                new Conditions(suite.load().injector().label(), load(trial), null, null, null, null),
                result,
                Proof.NONE,
                UseRecords.none(),
                null,
                evidence,
                manifest);
    }

    /** A trial under load; {@code death} is null when everything lived to its end. */
    TrialRecord underLoad(
            Trial trial,
            Integer fork,
            Target target,
            LoadWindow load,
            Figures figures,
            Use.Instructions counted,
            String death,
            Proof proof,
            TrialFolder folder,
            String manifest) {
        Result result = result(figures, death, Witnesses.objection(proof));
        boolean measured = result.outcome().equals(MEASURED);
        Conditions conditions = new Conditions(
                suite.load().injector().label(),
                load(trial),
                load.pinning(),
                load.startedAt().toString(),
                new Conditions.Window(load.window().startMillis(), load.window().endMillis()),
                load.window().seconds());
        return new TrialRecord(
                TrialRecord.SCHEMA,
                run,
                subject(trial, fork, target, folder.attempt()),
                conditions,
                result,
                proof,
                UseRecords.of(load, measured ? figures.verified() : 0, counted),
                Witnesses.probe(load),
                folder.name(),
                manifest);
    }

    private Conditions.Load load(Trial trial) {
        Integer rate = trial.cell().comparison().ratePerSecond();
        return rate == null
                ? new Conditions.Load("closed", null, suite.load().think().toNanos() / 1e6)
                : new Conditions.Load("open", rate.doubleValue(), null);
    }

    private Result result(Figures figures, String death, String objection) {
        String outcome = MEASURED;
        String reason = null;
        if (death != null) {
            outcome = FAILED;
            reason = death;
        } else if (figures.verified() == 0 || figures.errorShare() > suite.errorBound()) {
            outcome = NOT_SERVED;
            reason = objection == null ? aboveBound(figures) : aboveBound(figures) + "; " + objection;
        } else if (objection != null) {
            outcome = NOT_SERVED;
            reason = objection;
        }
        boolean measured = outcome.equals(MEASURED);
        return new Result(
                outcome,
                reason,
                figures.verified(),
                Witnesses.byLabel(figures.errors()),
                measured ? figures.goodputPerSecond() : null,
                measured ? figures.latency() : null,
                LoadLog.resolutionMicros(suite.load().injector()),
                figures.series().stream()
                        .map(second -> new Second(
                                second.second(),
                                second.verified(),
                                second.errors(),
                                second.p50Micros(),
                                second.p99Micros()))
                        .toList(),
                figures.histogram());
    }

    private static Subject subject(Trial trial, Integer fork, Target target, int attempt) {
        return new Subject(
                trial.number(),
                trial.block(),
                trial.purpose() == Purpose.COMPARISON ? null : trial.purpose().label(),
                fork,
                attempt,
                target.adapter(),
                target.mediator() ? "mediator" : "control",
                target.scenario(),
                target.sends(),
                trial.cell().payload(),
                trial.cell().concurrency());
    }

    private String aboveBound(Figures figures) {
        long all = figures.verified() + figures.errorCount();
        if (all == 0) {
            return "no response ended within the window";
        }
        List<String> kinds = new ArrayList<>();
        figures.errors().forEach((kind, count) -> {
            if (count > 0) {
                kinds.add(count + " " + kind.words());
            }
        });
        kinds.sort(null);
        return String.format(
                Locale.ROOT,
                "%d of %d responses were errors (%s), more than the bound of %s %%",
                figures.errorCount(),
                all,
                String.join(", ", kinds),
                suite.errorBound() * 100);
    }
}
