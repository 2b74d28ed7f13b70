package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetRig;
import org.busbench.reports.page.Page;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run of duets. */
class DuetsInBrowserIT {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Test
    void theDotsOfAPairAreDrawnAndNothingIsShownThatWasNotMeasured(@TempDir Path run) throws Exception {
        Analysis analysis = Analysis.of(new DuetRig(1, Map.of("reference-slow-20", 1.2), 1, 6, 6).measured(6));
        Files.writeString(run.resolve("index.html"), Page.of(analysis, RawData.none()));

        try (OpenPage open = new OpenPage(chromium.browser(), run, 1000, "")) {
            assertThat(open.page().locator("#answer-title").innerText())
                    .startsWith("reference-slow-20 beside reference: +")
                    .endsWith("% CPU time, dearer.");
            assertThat(open.page().locator("#duets .duet-plot").isVisible()).isTrue();
            assertThat(open.page().locator("#duets .duet-plot circle").count()).isEqualTo(3 * 4);
            assertThat(open.page().locator("#duets .duet-plot").boundingBox().height)
                    .isGreaterThan(6 * 20);
            assertThat(open.page().locator("#goodput").isVisible()).isFalse();
            assertThat(open.page().locator("#toolbar").isVisible()).isFalse();
            assertThat(Axe.seriousFaults(open)).isEmpty();
            assertThat(open.complaints()).isEmpty();
        }
    }
}
