package org.busbench.harness.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.harness.load.ErrorKind;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.LatencyMicros;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.ProcessCost;
import org.busbench.harness.measure.Role;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.record.TrialRecord.Machine;
import org.busbench.harness.record.TrialRecord.ProcessRecord;
import org.busbench.harness.verify.Target;

/** From what happened in a trial to its line in the record. */
final class TrialRecords {

    static final String INJECTOR = "jmeter-http";
    static final String MEASURED = "measured";
    static final String NOT_SERVED = "not-served";
    static final String FAILED = "failed";

    private final double errorBound;

    TrialRecords(double errorBound) {
        this.errorBound = errorBound;
    }

    /** A trial that never came to load. */
    TrialRecord withoutLoad(Trial trial, Target target, String outcome, String reason, String evidence) {
        Map<String, Long> errors = new LinkedHashMap<>();
        for (ErrorKind kind : ErrorKind.values()) {
            errors.put(kind.label(), 0L);
        }
        return record(
                trial,
                target,
                null,
                null,
                outcome,
                reason,
                0,
                errors,
                null,
                null,
                List.of(),
                noProcesses(),
                null,
                evidence);
    }

    /** A trial under load; {@code death} is null when everything lived to its end. */
    TrialRecord underLoad(Trial trial, Target target, LoadWindow load, Figures figures, String death) {
        String outcome = MEASURED;
        String reason = null;
        if (death != null) {
            outcome = FAILED;
            reason = death;
        } else if (figures.verified() == 0 || figures.errorShare() > errorBound) {
            outcome = NOT_SERVED;
            reason = aboveBound(figures);
        }
        boolean measured = outcome.equals(MEASURED);
        Map<String, Long> errors = new LinkedHashMap<>();
        for (ErrorKind kind : ErrorKind.values()) {
            errors.put(kind.label(), figures.errors().get(kind));
        }
        return record(
                trial,
                target,
                load.startedAt().toString(),
                load.window().seconds(),
                outcome,
                reason,
                figures.verified(),
                errors,
                measured ? figures.goodputPerSecond() : null,
                measured ? figures.latency() : null,
                figures.series(),
                processes(load.cost(), measured ? figures.verified() : 0),
                new Machine(
                        load.cost().machine().busyShare(), load.cost().machine().stealShare()),
                RunDirectory.trialEvidence(trial.number()));
    }

    private String aboveBound(Figures figures) {
        long all = figures.verified() + figures.errorCount();
        if (all == 0) {
            return "no response ended within the window";
        }
        List<String> kinds = new ArrayList<>();
        figures.errors().forEach((kind, count) -> {
            if (count > 0) {
                kinds.add(count + " " + kind.label());
            }
        });
        kinds.sort(null);
        return String.format(
                Locale.ROOT,
                "%d of %d responses were errors (%s), more than the bound of %s %%",
                figures.errorCount(),
                all,
                String.join(", ", kinds),
                errorBound * 100);
    }

    private static Map<String, ProcessRecord> processes(Cost cost, long verified) {
        Map<String, ProcessRecord> records = new LinkedHashMap<>();
        for (Role role : Role.values()) {
            ProcessCost process = cost.processes().get(role);
            records.put(role.label(), process == null ? null : processRecord(process, verified));
        }
        return records;
    }

    private static Map<String, ProcessRecord> noProcesses() {
        Map<String, ProcessRecord> none = new LinkedHashMap<>();
        for (Role role : Role.values()) {
            none.put(role.label(), null);
        }
        return none;
    }

    private static ProcessRecord processRecord(ProcessCost cost, long verified) {
        return new ProcessRecord(
                verified == 0 ? null : cost.cpuMicrosPerMessage(verified),
                cost.userMicros(),
                cost.systemMicros(),
                cost.rssBytes(),
                cost.threads());
    }

    private static TrialRecord record(
            Trial trial,
            Target target,
            String startedAt,
            Double measuredSeconds,
            String outcome,
            String reason,
            long verified,
            Map<String, Long> errors,
            Double goodput,
            LatencyMicros latency,
            List<Figures.Second> series,
            Map<String, ProcessRecord> processes,
            Machine machine,
            String evidence) {
        return new TrialRecord(
                TrialRecord.SCHEMA,
                trial.number(),
                trial.block(),
                target.adapter(),
                target.mediator() ? "mediator" : "control",
                target.scenario(),
                target.sends(),
                trial.cell().payload(),
                trial.cell().concurrency(),
                INJECTOR,
                startedAt,
                measuredSeconds,
                outcome,
                reason,
                verified,
                errors,
                goodput,
                latency,
                LatencyMicros.RESOLUTION_MICROS,
                series,
                processes,
                machine,
                evidence);
    }
}
