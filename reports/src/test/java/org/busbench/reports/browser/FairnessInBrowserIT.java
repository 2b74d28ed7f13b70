package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.ParityLines.changed;
import static org.busbench.reports.ParityLines.fair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees of the terms on which adapters worked: a checked-in run with an audit beside it. */
class FairnessInBrowserIT {

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static Path run;

    @BeforeAll
    static void open() throws IOException {
        run = SampleRuns.copy("run-rates", folder);
        String closing = changed(fair("busbench", "virtualization"), "\"connections\":1,", "\"connections\":120,");
        String declared = changed(closing, "\"declared\":[]", "\"declared\":[\"no-keep-alive-client: it is so\"]");
        String buffering = changed(fair("nginx", "virtualization"), "\"streams\":true", "\"streams\":false");
        String third = fair("direct", "virtualization");
        Files.write(run.resolve("parity.jsonl"), List.of(declared, buffering, third));
        Report.write(run);
    }

    @Test
    void theMatrixMarksBreaksDeclaredDeviationsAndWhatIsUnusual() {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "")) {
            assertThat(open.page().locator("#fairness-table tbody tr").count()).isEqualTo(3);
            assertThat(mark(open, "busbench", "BACKEND_CONNECTIONS")).isEqualTo("bad");
            assertThat(mark(open, "busbench", "CLIENT_CONNECTIONS")).isEqualTo("declared");
            assertThat(mark(open, "nginx", "STREAMING")).isEqualTo("odd");
            assertThat(mark(open, "direct", "STREAMING")).isEqualTo("usual");
            assertThat(open.page().locator("#breaches li").allTextContents())
                    .hasSize(2)
                    .anyMatch(text -> text.contains("parity break") && text.contains("no-keep-alive-backend"))
                    .anyMatch(text -> text.contains("declared") && text.contains("no-keep-alive-client"));
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void everyFigureThatTheBreakTouchesCarriesItsFlag() {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "")) {
            List<String> flagged = open.page()
                    .locator("#cell-table tr:has(.tag:text-is('parity break')) .name")
                    .allTextContents();
            assertThat(flagged).isNotEmpty().containsOnly("busbench");
        }
    }

    @Test
    void theMatrixScrollsWithinItselfOnANarrowScreen() {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 390, "")) {
            assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(390);
        }
    }

    private static String mark(OpenPage open, String adapter, String condition) {
        return open.page()
                .locator("#fairness-table tr:has(.name:text-is('" + adapter + "')) [data-condition=" + condition + "]")
                .getAttribute("data-mark");
    }
}
