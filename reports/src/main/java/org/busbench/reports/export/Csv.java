package org.busbench.reports.export;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Keyed;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.DuetContrast;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.analysis.RelayCost;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.IntegrityResults;
import org.busbench.reports.results.Results;

/**
 * A run as tidy CSV (RFC 4180). The unit of a figure stands in the name of its column; a figure that is not known is an
 * empty field, never a zero.
 */
public final class Csv {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of a trial, each with the place of its figure in a line of the record, where that is not its name. */
    private static final List<Column> TRIAL_COLUMNS =
            columns("""
        number fork attempt block purpose adapter role scenario sends payload concurrency load_model=load/model
        rate_per_second=load/ratePerSecond injector started_at=startedAt measured_seconds=measuredSeconds outcome reason
        verified_responses=verified errors_connect=errors/connect errors_timeout=errors/timeout errors_reset=errors/reset
        errors_cut=errors/cut errors_status=errors/status errors_route=errors/route errors_foreign=errors/foreign
        errors_content=errors/content goodput_per_second=goodputPerSecond latency_min_micros=latencyMicros/min
        latency_mean_micros=latencyMicros/mean latency_p50_micros=latencyMicros/p50 latency_p90_micros=latencyMicros/p90
        latency_p95_micros=latencyMicros/p95 latency_p99_micros=latencyMicros/p99 latency_p999_micros=latencyMicros/p999
        latency_max_micros=latencyMicros/max latency_resolution_micros=latencyResolutionMicros
        sent_whole_trial=totals/sent unfinished_whole_trial=totals/unfinished unsent_whole_trial=totals/unsent
        refused_whole_trial=totals/refused
        reconciliation=counts reconciliation_difference=reconciliation/difference responses_compared=sampled/compared
        responses_different=sampled/different probe_rate_per_second=probe/ratePerSecond probe_verified=probe/verified
        probe_errors=probe/errors probe_latency_p50_micros=probe/latencyMicros/p50
        probe_latency_p90_micros=probe/latencyMicros/p90 probe_latency_p99_micros=probe/latencyMicros/p99
        probe_latency_p999_micros=probe/latencyMicros/p999 probe_latency_max_micros=probe/latencyMicros/max
        mediator_not_measured=processes/notMeasured
        mediator_cpu_micros_per_message=processes/mediator/cpuMicrosPerMessage
        mediator_user_micros=processes/mediator/userMicros mediator_system_micros=processes/mediator/systemMicros
        mediator_instructions_per_message=processes/mediator/instructions/perMessage
        mediator_user_instructions=processes/mediator/instructions/user
        mediator_kernel_instructions=processes/mediator/instructions/kernel
        mediator_voluntary_switches=processes/mediator/events/voluntarySwitches
        mediator_involuntary_switches=processes/mediator/events/involuntarySwitches
        mediator_minor_faults=processes/mediator/events/minorFaults
        mediator_read_write_calls=processes/mediator/events/readWriteCalls
        mediator_rss_bytes=processes/mediator/rssBytes mediator_threads=processes/mediator/threads
        mediator_gc_collections=processes/mediator/gc/collections
        mediator_gc_pause_millis=processes/mediator/gc/pauseMillis mediator_gc_cpu_micros=processes/mediator/gc/cpuMicros
        mediator_gc_live_bytes=processes/mediator/gc/liveBytes
        backend_cpu_micros_per_message=processes/backend/cpuMicrosPerMessage
        backend_user_micros=processes/backend/userMicros backend_system_micros=processes/backend/systemMicros
        backend_rss_bytes=processes/backend/rssBytes backend_threads=processes/backend/threads
        injector_cpu_micros_per_message=processes/injector/cpuMicrosPerMessage
        injector_user_micros=processes/injector/userMicros injector_system_micros=processes/injector/systemMicros
        injector_rss_bytes=processes/injector/rssBytes injector_threads=processes/injector/threads
        machine_busy_share=machine/busyShare machine_steal_share=machine/stealShare machine_idle_share=machine/idleShare
        machine_foreign_share=foreign evidence mediator_cpu_times_floor=floor\
        """).stream().map(Column::of).toList();

    private static final List<String> SECOND_COLUMNS =
            columns("trial second verified_responses errors latency_p50_micros latency_p99_micros");
    private static final List<String> CLASSES = Stream.of(ErrorCounts.class.getRecordComponents())
            .map(RecordComponent::getName)
            .toList();

    private static final List<String> DUET_COLUMNS = columns("first second scenario payload concurrency unit block"
            + " first_trial stretch second_dealt_first cpu_ratio goodput_ratio latency_p50_ratio");
    private static final List<String> LATENCY_COLUMNS =
            columns("adapter scenario payload concurrency rate_per_second responses quantile latency_micros flags");
    private static final double LONGEST = 1;

    /** A column, and the place of its figure in a line of the record. */
    private record Column(String name, JsonPointer place) {
        private static Column of(String described) {
            int equals = described.indexOf('=');
            String name = equals < 0 ? described : described.substring(0, equals);
            return new Column(name, JsonPointer.compile("/" + described.substring(equals + 1)));
        }
    }

    private final StringWriter text = new StringWriter();
    private final CsvWriter rows = CsvWriter.builder().bufferSize(0).build(text);

    private static List<String> columns(String names) {
        return List.of(names.split("\\s+"));
    }

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

    /** Trials: one row each, one figure a column. */
    public static String trials(List<Trial> trials) {
        Csv csv = new Csv(TRIAL_COLUMNS.stream().map(Column::name).toList());
        RelayCost relay = RelayCost.of(trials);
        for (Trial trial : trials) {
            ObjectNode line = JSON.valueToTree(trial);
            boolean counted = trial.proof().notReconciled() == null;
            JsonNode verdict = line.at("/reconciliation/verdict");
            line.put("purpose", Keyed.of(trial.purpose()));
            line.put("counts", counted ? verdict.asText("") : Flag.Kind.GOODPUT_ALONE.word());
            trial.foreignShare().ifPresent(share -> line.put("foreign", share));
            relay.times(trial).ifPresent(times -> line.put("floor", times));
            csv.row(TRIAL_COLUMNS.stream()
                    .map(column -> line.at(column.place()))
                    .map(figure -> figure.isDouble() ? (Object) figure.doubleValue() : figure.asText(""))
                    .toList());
        }
        return csv.text();
    }

    /** Duets: one row for each stretch in which a pair has a ratio by some figure. */
    public static String duets(List<DuetContrast> contrasts) {
        Csv csv = new Csv(DUET_COLUMNS);
        Map<List<Object>, Map<Measure, Double>> rows = new LinkedHashMap<>();
        for (DuetContrast contrast : contrasts) {
            for (DuetContrast.Fork fork :
                    contrast.comparison().isMean() ? List.<DuetContrast.Fork>of() : contrast.forks()) {
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
                    rows.computeIfAbsent(place, key -> new EnumMap<>(Measure.class))
                            .put(contrast.measure(), stretch.ratio());
                }
            }
        }
        rows.forEach((place, ratios) -> {
            List<Object> row = new ArrayList<>(place);
            for (Measure measure : Measure.OF_DUETS) {
                row.add(ratios.get(measure));
            }
            csv.row(row);
        });
        return csv.text();
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
            raw.latencies(cell.trials()).ifPresent(curve -> {
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
        Csv csv = new Csv(columns("adapter class case title source right tolerable verdict reason"
                + " client backend tries missed_rate millis evidence objection"));
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
        Csv csv = new Csv(columns("adapter class right tolerable wrong not_applicable"));
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
        Csv csv = new Csv(columns("adapter class case figure value"));
        for (IntegrityResults.Case one : results.cases()) {
            for (IntegrityResults.Judged judged : one.verdicts()) {
                judged.figures()
                        .forEach((name, value) ->
                                csv.row(List.of(judged.adapter(), one.caseClass(), one.id(), name, value)));
            }
        }
        return csv.text();
    }

    private static List<Object> row(Cell cell, Distribution curve, double quantile, double micros) {
        return Arrays.asList(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.comparison().ratePerSecond(),
                curve.count(),
                quantile,
                micros,
                cell.findings().flags().stream().map(flag -> flag.kind().word()).collect(Collectors.joining("; ")));
    }
}
