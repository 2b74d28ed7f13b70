package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Names and titles come from files that anybody may have written. */
class InjectionIT {

    private static final String EVIL =
            "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'<!--";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @TempDir
    private Path folder;

    @Test
    void markupInARecordAppearsAsText() throws IOException {
        Path run = SampleRuns.copy("run-smoke", folder);
        Path file = run.resolve("run.json");
        String escaped = EVIL.replace("\"", "\\\"");
        Files.writeString(file, Files.readString(file).replace("busbench mediator", escaped));
        Report.write(run);

        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "")) {
            assertThat(open.page().evaluate("window.hacked")).isNull();
            assertThat(open.page().locator("details.adapter .title").first().textContent())
                    .isEqualTo(EVIL);
            assertThat(open.attributes("#legend button", "title")).anyMatch(title -> title.startsWith(EVIL));
            assertThat(open.page().locator("#goodput svg").count()).isEqualTo(3);
            open.page().locator("[data-chart=goodput]").first().hover();
            assertThat(open.page().evaluate("window.hacked")).isNull();
            assertThat(open.complaints()).isEmpty();
        }
    }
}
