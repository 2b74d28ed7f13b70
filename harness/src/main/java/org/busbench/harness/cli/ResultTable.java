package org.busbench.harness.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.record.Latency;
import org.busbench.record.Load;
import org.busbench.record.ProcessUse;
import org.busbench.record.Purpose;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Disturbances;
import org.busbench.reports.analysis.FixedRateCost;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.analysis.Frontier;
import org.busbench.reports.statistics.Interval;

/**
 * What a run measured, one line a cell: scenario, payload and concurrency, then the adapters that were compared there. A
 * cell of several blocks shows the median of its blocks, and the sum of its errors.
 */
final class ResultTable {

    private static final List<String> HEADER =
            List.of("scenario", "payload", "load", "adapter", "TPS", "p50 ms", "p99 ms", "CPU-µs", "errors", "");

    private ResultTable() {}

    /** The lines, in the order of the suite: its scenarios, payloads, levels and adapters. */
    static List<String> lines(List<Trial> trials, List<Cell> order) {
        Map<Cell, List<Trial>> byCell = new LinkedHashMap<>();
        order.forEach(cell -> byCell.put(cell, new ArrayList<>()));
        for (Trial trial : trials) {
            if (trial.purpose() == Purpose.COMPARISON) {
                byCell.get(cell(trial)).add(trial);
            }
        }
        TextTable table = new TextTable(HEADER);
        Set<String> told = new HashSet<>();
        byCell.forEach((cell, ofCell) -> {
            if (!ofCell.isEmpty()) {
                String fault = fault(ofCell);
                boolean first = fault.isEmpty() || told.add(cell.adapter() + ": " + fault);
                table.row(row(cell, ofCell, first ? fault : "as above"));
            }
        });
        return table.lines();
    }

    private static String fault(List<Trial> trials) {
        return trials.stream()
                .map(Trial::result)
                .filter(result -> result.reason() != null)
                .findFirst()
                .map(result -> result.outcome().key() + ": " + result.reason())
                .or(() -> remark(trials))
                .orElse("");
    }

    private static List<String> row(Cell cell, List<Trial> trials, String fault) {
        long errors = trials.stream()
                .mapToLong(trial -> trial.result().errors().total())
                .sum();
        return List.of(
                cell.scenario(),
                cell.payload(),
                cell.comparison().level(),
                cell.adapter(),
                median(trials, trial -> trial.result().goodputPerSecond(), Interval::threeDigits),
                median(trials, trial -> trial.result().latencyMicros().p50() / 1000.0, ResultTable::tenths),
                trials.stream()
                                .allMatch(trial ->
                                        Latency.tells(99, trial.result().verified()))
                        ? median(trials, trial -> trial.result().latencyMicros().p99() / 1000.0, ResultTable::tenths)
                        : "-",
                notMeasured(trials).isPresent()
                        ? "not measured"
                        : median(trials, ResultTable::mediatorCpu, Interval::threeDigits),
                Long.toString(errors),
                fault);
    }

    private static Optional<String> remark(List<Trial> trials) {
        List<String> remarks = new ArrayList<>();
        notMeasured(trials).ifPresent(why -> remarks.add("CPU not measured: " + why));
        if (trials.stream().anyMatch(trial -> trial.proof().notReconciled() != null)) {
            remarks.add(Flag.Kind.GOODPUT_ALONE.word());
        }
        return remarks.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", remarks));
    }

    private static Cell cell(Trial trial) {
        Trial.Subject subject = trial.subject();
        Load load = trial.conditions().load();
        Integer rate = load == null || load.ratePerSecond() == null
                ? null
                : load.ratePerSecond().intValue();
        return new Comparison(subject.scenario(), subject.payload(), subject.concurrency(), rate).of(subject.adapter());
    }

    /** Why the mediator's cost is not known. One trial is enough: the others would speak for it. */
    private static Optional<String> notMeasured(List<Trial> trials) {
        return trials.stream()
                .map(trial -> trial.use().processes().notMeasured())
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static Double mediatorCpu(Trial trial) {
        ProcessUse mediator = trial.use().processes().mediator();
        return mediator == null ? null : mediator.cpuMicrosPerMessage();
    }

    private static String median(List<Trial> trials, Function<Trial, Double> figure, DoubleFunction<String> text) {
        List<Double> values = new ArrayList<>();
        for (Trial trial : Disturbances.counted(trials)) {
            Double value = figure.apply(trial);
            if (value != null) {
                values.add(value);
            }
        }
        if (values.isEmpty()) {
            return "-";
        }
        values.sort(null);
        int middle = values.size() / 2;
        double median = values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
        return text.apply(median);
    }

    private static String tenths(double millis) {
        return String.format(Locale.ROOT, "%.1f", millis);
    }

    /**
     * What a run found behind its blocks, from the reports' own analysis: CPU time at one rate, and the highest rate under
     * each bound of latency, a line for each adapter, scenario and size.
     */
    static final class RateTables {

        private RateTables() {}

        /** The lines of both tables with a heading each; empty when the suite asked for neither. */
        static List<String> lines(Analysis analysis) {
            List<String> lines = new ArrayList<>();
            if (!analysis.fixedRate().isEmpty()) {
                lines.add("");
                lines.add("CPU-µs per message at one rate (- where nothing was measured):");
                lines.addAll(fixedRate(analysis.fixedRate()));
            }
            if (!analysis.frontiers().isEmpty()) {
                lines.add("");
                lines.add("highest rate per second with p99 within a bound (- where no rate was held, or none could be"
                        + " sought; ? where the search ended unsure):");
                lines.addAll(frontiers(analysis.frontiers()));
            }
            return lines;
        }

        private static List<String> fixedRate(List<FixedRateCost> rows) {
            TextTable table = new TextTable(
                    List.of("scenario", "payload", "rate", "adapter", "CPU-µs", "at its peak", "p99 ms", ""));
            for (FixedRateCost row : rows) {
                table.row(List.of(
                        row.scenario(),
                        row.payload(),
                        number(Optional.of(row.ratePerSecond()), "%.0f/s"),
                        row.adapter().name(),
                        row.notMeasured().isPresent()
                                ? "not measured"
                                : number(
                                        row.figures()
                                                .map(figures -> figures.cpuMicrosPerMessage()
                                                        .mediator()),
                                        "%.0f"),
                        number(row.cpuAtPeak(), "%.0f"),
                        number(
                                row.figures()
                                        .map(figures -> figures.latencyMicros().p99())
                                        .map(micros -> micros / 1000),
                                "%.1f"),
                        row.behind() == 0 ? "" : "fell behind in " + row.behind() + " of " + row.trials() + " trials"));
            }
            return table.lines();
        }

        private static List<String> frontiers(List<Frontier> frontiers) {
            List<String> header = new ArrayList<>(List.of("scenario", "payload", "adapter"));
            frontiers.stream()
                    .map(frontier -> String.format(Locale.ROOT, "%.0f ms", frontier.boundMillis()))
                    .distinct()
                    .forEach(header::add);
            Map<List<String>, List<String>> rows = new LinkedHashMap<>();
            for (Frontier frontier : frontiers) {
                List<String> key = List.of(
                        frontier.scenario(),
                        frontier.payload(),
                        frontier.adapter().name());
                rows.computeIfAbsent(key, row -> new ArrayList<>(row))
                        .add(number(frontier.ratePerSecond(), "%.0f") + (frontier.confirmed() ? "" : "?"));
            }
            TextTable table = new TextTable(header);
            rows.values().forEach(table::row);
            return table.lines();
        }

        private static String number(Optional<Double> value, String format) {
            return value.map(number -> String.format(Locale.ROOT, format, number))
                    .orElse("-");
        }
    }
}
