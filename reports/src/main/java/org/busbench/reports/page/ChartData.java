package org.busbench.reports.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Locale;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.Figures;
import org.busbench.reports.run.Role;
import org.busbench.reports.run.Suite;
import org.busbench.reports.run.Trial;

/**
 * What the charts draw, as JSON.
 *
 * @param scenarios in order
 * @param payloads in order
 * @param concurrency in order
 * @param latencyResolutionMicros the coarsest step in which latency was counted
 * @param adapters in order
 * @param cells all of them
 */
record ChartData(
        List<Label> scenarios,
        List<Label> payloads,
        List<Integer> concurrency,
        int latencyResolutionMicros,
        List<Series> adapters,
        List<Point> cells) {

    record Label(String name, String title) {}

    record Series(String name, String title, boolean control, String look) {}

    record Point(
            String adapter,
            String scenario,
            String payload,
            int concurrency,
            String outcome,
            boolean rigLimited,
            Figures figures) {}

    static ChartData of(Analysis analysis, Palette palette) {
        Suite suite = analysis.run().info().suite();
        return new ChartData(
                suite.scenarios().stream()
                        .map(name -> new Label(name, Format.scenario(name)))
                        .toList(),
                suite.payloads().stream()
                        .map(name -> new Label(name, Format.payload(name)))
                        .toList(),
                suite.concurrency().stream().sorted().toList(),
                resolution(analysis),
                analysis.run().info().adapters().stream()
                        .map(adapter -> new Series(
                                adapter.name(),
                                adapter.title(),
                                adapter.role() == Role.CONTROL,
                                palette.of(adapter.name())))
                        .toList(),
                analysis.cells().stream()
                        .filter(cell -> !cell.comparison().open())
                        .map(ChartData::point)
                        .toList());
    }

    static int resolution(Analysis analysis) {
        return analysis.run().trials().stream()
                .mapToInt(Trial::latencyResolutionMicros)
                .max()
                .orElse(1);
    }

    private static Point point(Cell cell) {
        return new Point(
                cell.adapter().name(),
                cell.comparison().scenario(),
                cell.comparison().payload(),
                cell.comparison().concurrency(),
                cell.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                cell.rigLimited(),
                cell.figures().orElse(null));
    }

    String json() {
        try {
            return JsonMapper.builder().build().writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the chart data cannot be written as JSON", e);
        }
    }
}
