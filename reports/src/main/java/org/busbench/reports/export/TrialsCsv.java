package org.busbench.reports.export;

import java.util.List;
import java.util.function.Function;
import org.busbench.record.Latency;
import org.busbench.record.Load;
import org.busbench.record.Machine;
import org.busbench.record.Probe;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Sampled;
import org.busbench.record.Trial.Totals;

/** Trials as tidy CSV: one row a trial, one figure a column, its unit in the column's name, empty for none. */
public final class TrialsCsv {

    private record Column(String name, Function<Trial, Object> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("number", Trial::number),
            new Column("fork", trial -> trial.position().fork()),
            new Column("attempt", trial -> trial.position().attempt()),
            new Column("block", Trial::block),
            new Column("purpose", trial -> Results.key(trial.purpose())),
            new Column("adapter", Trial::adapter),
            new Column("role", trial -> Results.key(trial.subject().role())),
            new Column("scenario", Trial::scenario),
            new Column("sends", trial -> trial.subject().sends()),
            new Column("payload", Trial::payload),
            new Column("concurrency", Trial::concurrency),
            new Column("load_model", trial -> Results.key(trial.load().model())),
            new Column("rate_per_second", of(Trial::load, Load::ratePerSecond)),
            new Column("injector", trial -> trial.conditions().injector()),
            new Column("started_at", trial -> trial.conditions().startedAt()),
            new Column("measured_seconds", trial -> trial.conditions().measuredSeconds()),
            new Column("outcome", trial -> trial.outcome().key()),
            new Column("reason", trial -> trial.result().reason()),
            new Column("verified_responses", trial -> trial.result().verified()),
            new Column("errors_connect", trial -> trial.result().errors().connect()),
            new Column("errors_timeout", trial -> trial.result().errors().timeout()),
            new Column("errors_reset", trial -> trial.result().errors().reset()),
            new Column("errors_cut", trial -> trial.result().errors().cut()),
            new Column("errors_status", trial -> trial.result().errors().status()),
            new Column("errors_route", trial -> trial.result().errors().route()),
            new Column("errors_foreign", trial -> trial.result().errors().foreign()),
            new Column("errors_content", trial -> trial.result().errors().content()),
            new Column("goodput_per_second", trial -> trial.result().goodputPerSecond()),
            latency("min", Latency::min),
            latency("mean", Latency::mean),
            latency("p50", Latency::p50),
            latency("p90", Latency::p90),
            latency("p95", Latency::p95),
            latency("p99", Latency::p99),
            latency("p999", Latency::p999),
            latency("max", Latency::max),
            new Column("latency_resolution_micros", trial -> trial.result().latencyResolutionMicros()),
            new Column("sent_whole_trial", of(trial -> trial.proof().totals(), Totals::sent)),
            new Column("unfinished_whole_trial", of(trial -> trial.proof().totals(), Totals::unfinished)),
            new Column("unsent_whole_trial", of(trial -> trial.proof().totals(), Totals::unsent)),
            new Column(
                    "reconciliation",
                    of(
                            trial -> trial.proof().reconciliation(),
                            found -> found.verdict().key())),
            new Column(
                    "reconciliation_difference",
                    of(trial -> trial.proof().reconciliation(), Reconciliation::difference)),
            new Column("responses_compared", of(trial -> trial.proof().sampled(), Sampled::compared)),
            new Column("responses_different", of(trial -> trial.proof().sampled(), Sampled::different)),
            new Column("probe_rate_per_second", of(Trial::probe, Probe::ratePerSecond)),
            new Column("probe_verified", of(Trial::probe, Probe::verified)),
            new Column("probe_errors", of(Trial::probe, Probe::errors)),
            probe("p50", Latency::p50),
            probe("p90", Latency::p90),
            probe("p99", Latency::p99),
            probe("p999", Latency::p999),
            probe("max", Latency::max),
            process("mediator_cpu_micros_per_message", Processes::mediator, ProcessUse::cpuMicrosPerMessage),
            process("mediator_user_micros", Processes::mediator, ProcessUse::userMicros),
            process("mediator_system_micros", Processes::mediator, ProcessUse::systemMicros),
            process("mediator_instructions_per_message", Processes::mediator, ProcessUse::instructionsPerMessage),
            process(
                    "mediator_user_instructions",
                    Processes::mediator,
                    use -> use.instructions() == null
                            ? null
                            : use.instructions().user()),
            process(
                    "mediator_kernel_instructions",
                    Processes::mediator,
                    use -> use.instructions() == null
                            ? null
                            : use.instructions().kernel()),
            process("mediator_rss_bytes", Processes::mediator, ProcessUse::rssBytes),
            process("mediator_threads", Processes::mediator, ProcessUse::threads),
            gc("collections", ProcessUse.Gc::collections),
            gc("pause_millis", ProcessUse.Gc::pauseMillis),
            gc("cpu_micros", ProcessUse.Gc::cpuMicros),
            gc("live_bytes", ProcessUse.Gc::liveBytes),
            process("backend_cpu_micros_per_message", Processes::backend, ProcessUse::cpuMicrosPerMessage),
            process("backend_user_micros", Processes::backend, ProcessUse::userMicros),
            process("backend_system_micros", Processes::backend, ProcessUse::systemMicros),
            process("backend_rss_bytes", Processes::backend, ProcessUse::rssBytes),
            process("backend_threads", Processes::backend, ProcessUse::threads),
            process("injector_cpu_micros_per_message", Processes::injector, ProcessUse::cpuMicrosPerMessage),
            process("injector_user_micros", Processes::injector, ProcessUse::userMicros),
            process("injector_system_micros", Processes::injector, ProcessUse::systemMicros),
            process("injector_rss_bytes", Processes::injector, ProcessUse::rssBytes),
            process("injector_threads", Processes::injector, ProcessUse::threads),
            new Column("machine_busy_share", of(trial -> trial.use().machine(), Machine::busyShare)),
            new Column("machine_steal_share", of(trial -> trial.use().machine(), Machine::stealShare)),
            new Column("machine_idle_share", of(trial -> trial.use().machine(), Machine::idleShare)),
            new Column("evidence", trial -> trial.evidenceFolder().path()));

    private TrialsCsv() {}

    /**
     * Writes trials as text.
     *
     * @param trials the rows, in their order
     */
    public static String of(List<Trial> trials) {
        Csv csv = new Csv(COLUMNS.stream().map(Column::name).toList());
        trials.forEach(trial -> csv.row(
                COLUMNS.stream().map(column -> column.value().apply(trial)).toList()));
        return csv.text();
    }

    private static Column latency(String name, Function<Latency, Object> value) {
        return new Column(
                "latency_" + name + "_micros", of(trial -> trial.result().latencyMicros(), value));
    }

    private static Column probe(String name, Function<Latency, Object> value) {
        return new Column(
                "probe_latency_" + name + "_micros",
                of(trial -> trial.probe() == null ? null : trial.probe().latencyMicros(), value));
    }

    private static Column process(
            String name, Function<Processes, ProcessUse> party, Function<ProcessUse, Object> value) {
        return new Column(name, of(trial -> party.apply(trial.use().processes()), value));
    }

    private static Column gc(String name, Function<ProcessUse.Gc, Object> value) {
        return process(
                "mediator_gc_" + name, Processes::mediator, use -> use.gc() == null ? null : value.apply(use.gc()));
    }

    private static <T> Function<Trial, Object> of(Function<Trial, T> part, Function<T, Object> value) {
        return trial -> {
            T found = part.apply(trial);
            return found == null ? null : value.apply(found);
        };
    }
}
