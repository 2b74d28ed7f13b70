package org.busbench.harness.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.measure.Cost.GcCost;
import org.busbench.harness.measure.Cost.MachineLoad;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.record.RunDirectory.TrialFolder;
import org.busbench.harness.run.LoadRunner.CountedStretch;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.verify.Target;
import org.busbench.record.Duet;
import org.busbench.record.ErrorCounts;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Load;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.Probe;
import org.busbench.record.ProcessUse;
import org.busbench.record.ProcessUse.Sample;
import org.busbench.record.Processes;
import org.busbench.record.Reconciliation;
import org.busbench.record.Role;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Conditions;
import org.busbench.record.Trial.Position;
import org.busbench.record.Trial.Proof;
import org.busbench.record.Trial.Result;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Subject;
import org.busbench.record.Trial.Use;

/**
 * Makes the record's line of a trial.
 *
 * @param run its id
 */
record TrialRecords(Suite suite, String run) {

    static final int FIRST_ATTEMPT = 1;

    static final String PROBE_LOG = "probe.hlog";

    /** A trial that never came to load, or in which the injector failed. */
    Trial failed(
            PlannedTrial trial,
            Integer fork,
            Target target,
            int attempt,
            Outcome outcome,
            String reason,
            EvidenceFolder evidence,
            Duet duet) {
        Result result = new Result(
                outcome,
                reason,
                0,
                ErrorCounts.NONE,
                null,
                null,
                LoadLog.resolutionMicros(suite.load().injector()),
                List.of(),
                null);
        return new Trial(
                Trial.SCHEMA,
                run,
                position(trial, fork, attempt),
                subject(trial, target),
                new Conditions(suite.load().injector().key(), load(trial), null, null, null, null, List.of()),
                result,
                Proof.NONE,
                Use.NONE,
                null,
                duet,
                evidence,
                null);
    }

    /** A trial under load; {@code death} is null when everything lived to its end. */
    Trial underLoad(
            PlannedTrial trial,
            Integer fork,
            Target target,
            LoadWindow load,
            Figures figures,
            ProcessUse.Instructions counted,
            String death,
            Proof proof,
            TrialFolder folder,
            String manifest,
            Duet duet) {
        Result result = result(figures, death, objection(proof));
        boolean measured = result.outcome() == Outcome.MEASURED;
        Conditions conditions = new Conditions(
                suite.load().injector().key(),
                load(trial),
                load.pinning(),
                load.startedAt().toString(),
                load.window(),
                load.window().seconds(),
                load.clocks());
        return new Trial(
                Trial.SCHEMA,
                run,
                position(trial, fork, folder.attempt()),
                subject(trial, target),
                conditions,
                result,
                proof,
                use(load, measured ? figures.verified() : 0, counted),
                load.probe().map(TrialRecords::probe).orElse(null),
                duet,
                new EvidenceFolder(folder.name(), manifest),
                null);
    }

    private Load load(PlannedTrial trial) {
        Integer rate = trial.cell().comparison().ratePerSecond();
        return rate == null
                ? new Load(Load.Model.CLOSED, null, suite.load().think().toNanos() / 1e6)
                : new Load(Load.Model.OPEN, rate.doubleValue(), null);
    }

    private Result result(Figures figures, String death, String objection) {
        Outcome outcome = Outcome.MEASURED;
        String reason = null;
        if (death != null) {
            outcome = Outcome.FAILED;
            reason = death;
        } else if (figures.verified() == 0 || figures.errorShare() > suite.errorBound()) {
            outcome = Outcome.NOT_SERVED;
            reason = objection == null ? aboveBound(figures) : aboveBound(figures) + "; " + objection;
        } else if (objection != null) {
            outcome = Outcome.NOT_SERVED;
            reason = objection;
        }
        boolean measured = outcome == Outcome.MEASURED;
        return new Result(
                outcome,
                reason,
                figures.verified(),
                ErrorCounts.of(figures.errors()),
                measured ? figures.goodputPerSecond() : null,
                measured ? figures.latency() : null,
                LoadLog.resolutionMicros(suite.load().injector()),
                figures.series(),
                figures.histogram());
    }

    private static Position position(PlannedTrial trial, Integer fork, int attempt) {
        return new Position(trial.number(), trial.block(), trial.purpose(), fork, attempt);
    }

    private static Subject subject(PlannedTrial trial, Target target) {
        return new Subject(
                target.adapter(),
                target.mediator() ? Role.MEDIATOR : Role.CONTROL,
                target.scenario(),
                target.sends().name(),
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

    /** The objection against a trial; null when there is none. */
    private static String objection(Proof proof) {
        Reconciliation counts = proof.reconciliation();
        if (counts != null && counts.verdict() != Reconciliation.Verdict.EXACT) {
            return counts.explanation();
        }
        Trial.Limited limited = proof.limited();
        if (limited != null && !limited.kept()) {
            return "the limit of a key was not kept: " + limited.letThrough()
                    + " of its messages were let through within the window, where its rate allows " + limited.least()
                    + " to " + limited.most();
        }
        Sampled sampled = proof.sampled();
        if (sampled != null && sampled.different() > 0) {
            return sampled.different() + " of " + sampled.compared() + " whole answers were not the expected ones, "
                    + sampled.firstDifference();
        }
        return null;
    }

    private static Probe probe(ProbeResult probe) {
        return new Probe(
                probe.ratePerSecond(),
                probe.sent(),
                probe.verified(),
                probe.sent() - probe.verified(),
                probe.latency(),
                PROBE_LOG);
    }

    /** {@code verified} is 0 where the trial has no figures, {@code counted} null where no instructions were counted. */
    private static Use use(LoadWindow load, long verified, ProcessUse.Instructions counted) {
        MachineLoad machine = load.cost().machine();
        return new Use(
                new Processes(
                        process(load, ProcessRole.MEDIATOR, verified, counted, load.liveHeapBytes()),
                        process(load, ProcessRole.BACKEND, verified, null, null),
                        process(load, ProcessRole.INJECTOR, verified, null, null),
                        load.notMeasured()),
                new Machine(
                        machine.busyShare(),
                        machine.stealShare(),
                        machine.idleShare(),
                        machine.userShare(),
                        machine.systemShare(),
                        load.foreignShares(),
                        load.waitedSeconds()));
    }

    /** Null for a process that does not exist, or is gone. */
    private static ProcessUse process(
            LoadWindow load, ProcessRole role, long verified, ProcessUse.Instructions counted, Long liveHeapBytes) {
        ProcessCost cost = load.cost().processes().get(role);
        if (cost == null) {
            return null;
        }
        List<Sample> samples = load.samples().getOrDefault(role, List.of());
        return new ProcessUse(
                verified == 0 ? null : cost.cpuMicrosPerMessage(verified),
                cost.userMicros(),
                cost.systemMicros(),
                counted,
                cost.rssBytes(),
                cost.threads(),
                gc(cost.gc(), liveHeapBytes),
                cost.group(),
                samples,
                cost.events());
    }

    private static ProcessUse.Gc gc(GcCost gc, Long liveHeapBytes) {
        return gc == null ? null : new ProcessUse.Gc(gc.collections(), gc.pauseMillis(), gc.cpuMicros(), liveHeapBytes);
    }

    /** The counted instructions, beside the injector's log of the same stretch. */
    static ProcessUse.Instructions instructions(CountedStretch stretch, long verified) {
        long user = stretch.instructions().user();
        long kernel = stretch.instructions().kernel();
        return new ProcessUse.Instructions(
                verified == 0 ? null : (Double) ((user + kernel) / (double) verified),
                user,
                kernel,
                verified,
                stretch.window());
    }
}
