package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.record.Adapter;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.page.Page;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** CPU time as a multiple of the relay's, as a reader sees it. */
class RelayInBrowserIT {

    private static final String COLUMN = "#cell-table thead th[data-key=cpuTimesFloor]";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private final Adapter own = mediator("own");

    @TempDir
    private Path run;

    @Test
    void theTableAndTheDossierHaveItWhereARelayWasMeasuredBeside() throws IOException {
        try (OpenPage open = page(own, relay())) {
            assertThat(open.page().locator(COLUMN).innerText()).isEqualTo("× floor");
            assertThat(open.page()
                            .locator("#cell-table td[data-key=cpuTimesFloor]")
                            .allInnerTexts())
                    .containsExactly("3.00", "–");

            open.page().locator("#cell-table .open").first().click();
            assertThat(open.page().locator("#cell-table .dossier").innerText()).contains("3.00 × relay");
            assertThat(Axe.seriousFaults(open)).isEmpty();
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void withoutARelayThereIsNoSuchColumn() throws IOException {
        try (OpenPage open = page(own, mediator("other"))) {
            assertThat(open.page().locator("#cell-table thead th[data-key]").count())
                    .isPositive();
            assertThat(open.page().locator(COLUMN).count()).isZero();
            open.page().locator("#cell-table .open").first().click();
            assertThat(open.page().locator("#cell-table .dossier").innerText()).doesNotContain("floor");
            assertThat(open.complaints()).isEmpty();
        }
    }

    /** The first costs three times what the second costs. */
    private OpenPage page(Adapter first, Adapter second) throws IOException {
        Analysis analysis = Analysis.of(SampleRuns.run(
                List.of(first, second),
                List.of(8),
                1,
                List.of(measured(first, 1, 8, 100, 12), measured(second, 1, 8, 100, 4))));
        Files.writeString(run.resolve("index.html"), Page.of(analysis, RawData.none()));
        return new OpenPage(chromium.browser(), run, 1400, "");
    }
}
