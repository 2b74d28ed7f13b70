package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.busbench.record.RunReader;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run with a single number of clients, where a curve would be a point at the edge. */
class OneLevelInBrowserIT {

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static Path run;

    @BeforeAll
    static void open() {
        run = SampleRuns.copy("run-smoke", folder);
        Report.write(run);
    }

    @Test
    void goodputStandsInBarsThatNameEachAdapterAndItsFigure() {
        List<Cell> cells = Analysis.of(RunReader.read(run)).cells().stream()
                .filter(cell -> cell.comparison().scenario().equals("cbr"))
                .toList();
        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "")) {
            List<String> texts = open.page()
                    .locator("[data-chart=goodput][data-scenario=cbr] svg text")
                    .allTextContents();

            assertThat(cells).hasSizeGreaterThan(1);
            assertThat(texts)
                    .containsAll(
                            cells.stream().map(cell -> cell.adapter().name()).collect(Collectors.toSet()))
                    .containsAll(cells.stream().map(cell -> written(cell)).collect(Collectors.toSet()));
            assertThat(open.complaints()).isEmpty();
        }
    }

    private static String written(Cell cell) {
        double tps = cell.goodputPerSecond();
        String digits =
                cell.findings().goodput().map(range -> range.digits(tps)).orElseGet(() -> Interval.threeDigits(tps));
        return String.format(Locale.ROOT, "%,d/s", Long.parseLong(digits));
    }

    @Test
    void latencyHasItsBarsToo() {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 390, "")) {
            assertThat(open.page()
                            .locator("[data-chart=latency][data-scenario=cbr] svg text")
                            .allTextContents())
                    .anyMatch(text -> text.endsWith(" ms"))
                    .contains("direct");
            assertThat(open.complaints()).isEmpty();
        }
    }
}
