package org.busbench.reports.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.CellOutcome;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.analysis.Flag;
import org.busbench.reports.run.Trial;

/**
 * A row of the table of all cells.
 *
 * @param adapter its name
 * @param look class of its colour
 * @param control whether it is a control
 * @param scenario as named in the record
 * @param scenarioTitle for people
 * @param payload as named in the record
 * @param payloadTitle for people
 * @param payloadOrder place of the payload in the suite, for sorting
 * @param concurrency simultaneous clients
 * @param measured whether there are figures
 * @param outcome for people
 * @param reason why figures are missing; empty when none are
 * @param best whether it has the most goodput of the mediators compared
 * @param level its concurrency, or the rate at which requests came
 * @param rigLimited whether the rig set the figure
 * @param bottleneck what kept it from more; empty when there is no figure
 * @param flags what speaks against the figures
 * @param figures in the order of the table's columns
 * @param evidence the trials behind it
 */
record CellView(
        String adapter,
        String look,
        boolean control,
        String scenario,
        String scenarioTitle,
        String payload,
        String payloadTitle,
        int payloadOrder,
        int concurrency,
        String level,
        boolean measured,
        String outcome,
        String reason,
        boolean best,
        boolean rigLimited,
        String bottleneck,
        List<FlagView> flags,
        List<Figure> figures,
        List<Evidence> evidence) {

    /**
     * A figure of the table.
     *
     * @param key which
     * @param exact the value itself; empty when there is none
     * @param text for people
     */
    record Figure(String key, String exact, String text) {}

    /**
     * Where a trial's raw data are.
     *
     * @param number of the trial
     * @param path relative to the run directory; empty when there is none
     */
    record Evidence(int number, String path) {}

    /**
     * Something to know.
     *
     * @param word which
     * @param mark a class: {@code bad} for what spoils the figure, {@code warn} for what limits it
     * @param explanation one sentence
     */
    record FlagView(String word, String mark, String explanation) {

        static FlagView of(Flag flag) {
            boolean spoilt = flag.kind() == Flag.Kind.NOT_RECONCILED
                    || flag.kind() == Flag.Kind.DIFFERENT
                    || flag.kind() == Flag.Kind.PARITY
                    || flag.kind() == Flag.Kind.LEAKS;
            return new FlagView(flag.kind().word(), spoilt ? "bad" : "warn", flag.explanation());
        }
    }

    static CellView of(Cell cell, Palette palette, List<String> payloads, int resolutionMicros) {
        return new CellView(
                cell.adapter().name(),
                palette.of(cell.adapter().name()),
                cell.control(),
                cell.comparison().scenario(),
                Format.scenario(cell.comparison().scenario()),
                cell.comparison().payload(),
                Format.payload(cell.comparison().payload()),
                payloads.indexOf(cell.comparison().payload()),
                cell.comparison().concurrency(),
                cell.comparison().open()
                        ? Format.number(cell.comparison().ratePerSecond()) + "/s"
                        : Integer.toString(cell.comparison().concurrency()),
                cell.outcome() == CellOutcome.MEASURED,
                BarView.words(cell.outcome()),
                cell.reason(),
                cell.best(),
                cell.rigLimited(),
                cell.figures().isPresent() ? cell.findings().bottleneck().key() : "",
                cell.findings().flags().stream().map(FlagView::of).toList(),
                figures(cell, resolutionMicros),
                cell.trials().stream().map(CellView::evidence).toList());
    }

    private static Evidence evidence(Trial trial) {
        return new Evidence(trial.number(), trial.evidence() == null ? "" : trial.evidence());
    }

    private static List<Figure> figures(Cell cell, int resolution) {
        Function<Double, String> millis = micros -> Format.millis(micros, resolution);
        return List.of(
                figure("goodputPerSecond", cell, Figures::goodputPerSecond, Format::number),
                figure("shareOfDirect", cell.shareOfDirect(), Format::percent),
                figure("p50", cell, figures -> figures.latencyMicros().p50(), millis),
                figure("p90", cell, figures -> figures.latencyMicros().p90(), millis),
                figure("p99", cell, figures -> figures.latencyMicros().p99(), millis),
                figure("p999", cell, figures -> figures.latencyMicros().p999(), millis),
                figure(
                        "mediatorCpu",
                        cell,
                        figures -> figures.cpuMicrosPerMessage().mediator(),
                        Format::number),
                figure(
                        "backendCpu",
                        cell,
                        figures -> figures.cpuMicrosPerMessage().backend(),
                        Format::number),
                figure(
                        "injectorCpu",
                        cell,
                        figures -> figures.cpuMicrosPerMessage().injector(),
                        Format::number),
                new Figure("errors", Long.toString(cell.errors().total()), Format.number((double)
                        cell.errors().total())));
    }

    private static Figure figure(
            String key, Cell cell, Function<Figures, Double> value, Function<Double, String> format) {
        return figure(key, cell.figures().map(value), format);
    }

    private static Figure figure(String key, Optional<Double> value, Function<Double, String> format) {
        return new Figure(
                key, value.map(Object::toString).orElse(""), value.map(format).orElse("–"));
    }
}
