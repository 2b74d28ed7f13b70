package org.busbench.reports.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.ErrorCounts;
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
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.DuetMeasure;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.RelayCost;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.IntegrityResults;
import org.busbench.reports.results.Results;
import org.busbench.reports.results.Results.LatencyCurve;

/**
 * A run as tidy CSV (RFC 4180). The unit of a figure stands in the name of its column; a figure that is not known is an
 * empty field, never a zero.
 */
public final class Csv {

    private record Column(String name, Function<Trial, Object> value) {}

    private static final List<Column> TRIAL_COLUMNS = List.of(
            new Column("number", Trial::number),
            new Column("fork", trial -> trial.position().fork()),
            new Column("attempt", trial -> trial.position().attempt()),
            new Column("block", Trial::block),
            new Column("purpose", trial -> key(trial.purpose())),
            new Column("adapter", Trial::adapter),
            new Column("role", trial -> key(trial.subject().role())),
            new Column("scenario", Trial::scenario),
            new Column("sends", trial -> trial.subject().sends()),
            new Column("payload", Trial::payload),
            new Column("concurrency", Trial::concurrency),
            new Column("load_model", trial -> key(trial.load().model())),
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
                    trial -> trial.proof().notReconciled() != null
                            ? Flag.Kind.GOODPUT_ALONE.word()
                            : of(
                                            (Trial one) -> one.proof().reconciliation(),
                                            found -> found.verdict().key())
                                    .apply(trial)),
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
            new Column("mediator_not_measured", trial -> trial.use().processes().notMeasured()),
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
            new Column(
                    "machine_foreign_share",
                    trial -> trial.foreignShare().stream().boxed().findFirst().orElse(null)),
            new Column("evidence", trial -> trial.evidenceFolder().path()));

    /** Of the figures of two trials, so it is no column of one; it stands after them. */
    private static final String FLOOR_COLUMN = "mediator_cpu_times_floor";

    private static final List<String> SECOND_COLUMNS =
            List.of("trial", "second", "verified_responses", "errors", "latency_p50_micros", "latency_p99_micros");
    private static final List<String> CLASSES = Stream.of(ErrorCounts.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();

    private static final List<String> DUET_COLUMNS = List.of(
            "first",
            "second",
            "scenario",
            "payload",
            "concurrency",
            "unit",
            "block",
            "first_trial",
            "stretch",
            "second_dealt_first",
            "cpu_ratio",
            "goodput_ratio",
            "latency_p50_ratio");
    private static final List<String> LATENCY_COLUMNS = List.of(
            "adapter",
            "scenario",
            "payload",
            "concurrency",
            "rate_per_second",
            "responses",
            "quantile",
            "latency_micros",
            "flags");
    private static final double LONGEST = 1;

    private final StringWriter text = new StringWriter();
    private final CsvWriter rows = CsvWriter.builder().bufferSize(0).build(text);

    private Csv(List<String> header) {
        row(header);
    }

    private void row(List<?> values) {
        rows.writeRecord(values.stream().map(Csv::field).toList());
    }

    private String text() {
        return text.toString();
    }

    private static String field(Object value) {
        if (value instanceof Double number) {
            return new BigDecimal(number.toString()).toPlainString();
        }
        return value == null ? "" : value.toString();
    }

    /**
     * Trials: one row each, one figure a column.
     *
     * @param trials the rows, in their order
     */
    public static String trials(List<Trial> trials) {
        Csv csv = new Csv(Stream.concat(TRIAL_COLUMNS.stream().map(Column::name), Stream.of(FLOOR_COLUMN))
                .toList());
        RelayCost relay = RelayCost.of(trials);
        trials.forEach(trial -> csv.row(Stream.concat(
                        TRIAL_COLUMNS.stream().map(column -> column.value().apply(trial)),
                        Stream.of(relay.times(trial)).map(times -> times.orElse(null)))
                .toList()));
        return csv.text();
    }

    /**
     * Duets: one row for each stretch in which a pair has a ratio by some figure.
     *
     * @param contrasts of the rows, of all figures
     */
    public static String duets(List<DuetContrast> contrasts) {
        Csv csv = new Csv(DUET_COLUMNS);
        Map<List<Object>, Map<DuetMeasure, Double>> rows = new LinkedHashMap<>();
        for (DuetContrast contrast : contrasts) {
            for (DuetContrast.Fork fork : contrast.forks()) {
                for (DuetContrast.Stretch stretch : fork.stretches()) {
                    List<Object> place = List.of(
                            contrast.pair().first(),
                            contrast.pair().second(),
                            contrast.comparison().scenario(),
                            contrast.comparison().payload(),
                            contrast.comparison().concurrency(),
                            fork.unit(),
                            stretch.block(),
                            stretch.trial(),
                            stretch.place(),
                            stretch.secondFirst());
                    rows.computeIfAbsent(place, key -> new EnumMap<>(DuetMeasure.class))
                            .put(contrast.measure(), stretch.ratio());
                }
            }
        }
        rows.forEach((place, ratios) -> {
            List<Object> row = new ArrayList<>(place);
            for (DuetMeasure measure : DuetMeasure.values()) {
                row.add(ratios.get(measure));
            }
            csv.row(row);
        });
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

    /**
     * Trials second by second: one row for each second of each window.
     *
     * @param trials in their order; {@code trials.csv} says by their numbers what they are
     * @return a header line and one line for each second; classes are empty where they are not known
     */
    public static String seconds(List<Trial> trials, RawData raw) {
        Csv csv =
                new Csv(Stream.concat(SECOND_COLUMNS.stream(), CLASSES.stream().map(name -> "errors_" + name))
                        .toList());
        for (Trial trial : trials) {
            Map<String, long[]> byClass = Results.errorsByClass(trial, raw);
            long[] none = new long[trial.result().series().size()];
            for (Trial.Second second : trial.result().series()) {
                List<Object> row = new ArrayList<>(Arrays.asList(
                        trial.number(),
                        second.second(),
                        second.verified(),
                        second.errors(),
                        second.p50Micros(),
                        second.p99Micros()));
                CLASSES.forEach(name ->
                        row.add(byClass == null ? null : (Object) byClass.getOrDefault(name, none)[second.second()]));
                csv.row(row);
            }
        }
        return csv.text();
    }

    /**
     * The percentile curves of cells: one row for each cell and quantile.
     *
     * @param cells in their order
     * @return a header line and one line for each quantile of each cell whose latencies were kept; quantile 0 is the
     *     shortest, 1 the longest
     */
    public static String latencies(List<Cell> cells, RawData raw) {
        Csv csv = new Csv(LATENCY_COLUMNS);
        for (Cell cell : cells) {
            raw.latencies(cell.trials()).map(LatencyCurve::of).ifPresent(curve -> {
                for (int i = 0; i < curve.micros().size(); i++) {
                    csv.row(row(
                            cell,
                            curve,
                            curve.quantiles().get(i),
                            curve.micros().get(i)));
                }
                csv.row(row(cell, curve, LONGEST, curve.maxMicros()));
            });
        }
        return csv.text();
    }

    /** Hostile exchanges: one row for each adapter and case. */
    public static String integrity(IntegrityResults results) {
        Csv csv = new Csv(List.of(
                "adapter",
                "class",
                "case",
                "title",
                "source",
                "right",
                "tolerable",
                "verdict",
                "reason",
                "client",
                "backend",
                "tries",
                "missed_rate",
                "millis",
                "evidence",
                "objection"));
        for (IntegrityResults.Case one : results.cases()) {
            for (IntegrityResults.Judged judged : one.verdicts()) {
                csv.row(Arrays.asList(
                        judged.adapter(),
                        one.caseClass(),
                        one.id(),
                        judged.title() == null ? one.title() : judged.title(),
                        one.source(),
                        String.join(" or ", one.right()),
                        String.join(" or ", one.tolerable()),
                        judged.verdict().key(),
                        judged.reason(),
                        judged.client(),
                        judged.backend(),
                        judged.tries(),
                        judged.missedRate(),
                        judged.millis(),
                        judged.evidence(),
                        judged.objection()));
            }
        }
        return csv.text();
    }

    /** Hostile exchanges: one row for each adapter and class, with how many cases had which verdict. */
    public static String counts(IntegrityResults results) {
        Csv csv = new Csv(List.of("adapter", "class", "right", "tolerable", "wrong", "not_applicable"));
        for (IntegrityResults.Adapter adapter : results.adapters()) {
            for (IntegrityResults.Counts counts : adapter.counts()) {
                csv.row(List.of(
                        adapter.name(),
                        counts.caseClass(),
                        counts.right(),
                        counts.tolerable(),
                        counts.wrong(),
                        counts.notApplicable()));
            }
        }
        return csv.text();
    }

    /** Hostile exchanges: one row for each figure of an adapter and case; the unit stands in the name of the figure. */
    public static String figures(IntegrityResults results) {
        Csv csv = new Csv(List.of("adapter", "class", "case", "figure", "value"));
        for (IntegrityResults.Case one : results.cases()) {
            for (IntegrityResults.Judged judged : one.verdicts()) {
                judged.figures()
                        .forEach((name, value) ->
                                csv.row(List.of(judged.adapter(), one.caseClass(), one.id(), name, value)));
            }
        }
        return csv.text();
    }

    private static List<Object> row(Cell cell, LatencyCurve curve, double quantile, double micros) {
        return Arrays.asList(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.comparison().ratePerSecond(),
                curve.responses(),
                quantile,
                micros,
                cell.findings().flags().stream().map(flag -> flag.kind().word()).collect(Collectors.joining("; ")));
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
