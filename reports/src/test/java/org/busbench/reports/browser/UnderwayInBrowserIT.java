package org.busbench.reports.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page of a run that goes on, opened from disk. */
class UnderwayInBrowserIT {

    private static final int AGAIN_MILLIS = 30_000;
    private static final int HOUR_MILLIS = 3_600_000;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @TempDir
    private Path folder;

    private Path run;
    private List<String> trials;
    private String end;

    @BeforeEach
    void takeBackTheLastTrials() throws IOException {
        run = SampleRuns.copy("run-quick", folder);
        trials = Files.readAllLines(run.resolve("trials.jsonl"));
        end = Files.readString(run.resolve("finished.json"));
        Files.delete(run.resolve("finished.json"));
        land(20);
        Report.underway(run, "20 of " + trials.size() + " trials, about 3 min left");
    }

    @Test
    void aPageFollowsItsRunToTheEndAndKeepsWhatTheReaderChose() throws IOException {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "#scenario=cbr")) {
            Page page = open.page();
            page.clock().install();
            open.reload();
            assertThat(page.locator("#underway")).containsText("20 of " + trials.size() + " trials, about 3 min left");
            assertThat(Axe.seriousFaults(open)).isEmpty();
            page.locator("#choose-latency label:has(input[value=curve])").click();

            land(40);
            Report.underway(run, "40 of " + trials.size() + " trials, about 2 min left");
            page.clock().fastForward(AGAIN_MILLIS);
            assertThat(page.locator("#underway")).containsText("40 of");
            assertThat(page.locator(".run")).containsText("40 trials");
            assertThat(page.locator("#choose-latency input[value=curve]")).isChecked();

            land(trials.size());
            Files.writeString(run.resolve("finished.json"), end);
            Report.write(run);
            page.clock().fastForward(AGAIN_MILLIS);
            assertThat(page.locator(".run .status")).hasText("complete");
            assertThat(page.locator("#underway")).hasCount(0);
            assertThat(page.url()).contains("scenario=cbr", "latency=curve");
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void aPageOfARunThatWasKilledIsLeftAloneAfterAnHour() {
        try (OpenPage open = new OpenPage(chromium.browser(), run, 1400, "")) {
            open.page().clock().install(new Clock.InstallOptions().setTime(System.currentTimeMillis() + HOUR_MILLIS));
            open.reload();
            int before = open.requests().size();

            open.page().clock().fastForward(AGAIN_MILLIS);
            open.page().locator("#choose-latency label:has(input[value=curve])").click();

            assertThat(open.requests()).hasSize(before);
        }
    }

    private void land(int count) throws IOException {
        Files.write(run.resolve("trials.jsonl"), trials.subList(0, count));
    }
}
