package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import org.busbench.record.Adapter;
import org.busbench.record.Role;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.Fields;
import org.busbench.reports.results.Results;

/** What charts and tables draw: the run's {@link Results}, and how the page names and draws its parts. */
final class PageData {
    /** More significant digits than any chart shows, at half the size. */
    private static final MathContext SIX = new MathContext(6);

    private PageData() {}

    static Map<String, Object> of(Analysis analysis, RawData raw, Palette palette) {
        Suite suite = analysis.run().info().suite();
        return Fields.of(
                "scenarios", scenarios(suite),
                "payloads", each(suite.payloads(), name -> Fields.of("name", name, "title", Format.payload(name))),
                "concurrency", suite.concurrency().stream().sorted().toList(),
                "rates", !suite.rates().isEmpty(),
                "blocks", blocks(analysis),
                "latencyResolutionMicros", resolution(analysis),
                "adapters", each(analysis.run().info().adapters(), adapter -> adapter(adapter, palette)),
                "binsPerDecade", Distribution.BINS_PER_DECADE,
                "steps", steps(suite),
                "results", Results.of(analysis, raw, PageData::sixDigits));
    }

    /** {@code note} is what is to be known of all figures of a scenario. */
    static List<Map<String, Object>> scenarios(Suite suite) {
        return each(
                suite.scenarios(),
                name -> Fields.of(
                        "name", name, "title", Format.scenario(suite, name), "note", Format.note(suite, name)));
    }

    /** The scenarios that build upon one another, from the simplest on. */
    static List<Map<String, Object>> steps(Suite suite) {
        return each(
                suite.steps(),
                text -> Fields.of("scenario", text.name(), "adds", text.step().adds()));
    }

    private static Map<String, Object> adapter(Adapter adapter, Palette palette) {
        return Fields.of(
                "name", adapter.name(),
                "title", adapter.title(),
                "control", adapter.role() == Role.CONTROL,
                "look", palette.of(adapter.name()));
    }

    private static int blocks(Analysis analysis) {
        return analysis.cells().stream()
                .flatMap(cell -> cell.trials().stream())
                .mapToInt(Trial::block)
                .max()
                .orElse(0);
    }

    /** The coarsest step in which latency was counted, in µs. */
    static int resolution(Analysis analysis) {
        return analysis.run().trials().stream()
                .mapToInt(trial -> trial.result().latencyResolutionMicros())
                .max()
                .orElse(1);
    }

    private static Double sixDigits(Double figure) {
        return new BigDecimal(figure).round(SIX).doubleValue();
    }
}
