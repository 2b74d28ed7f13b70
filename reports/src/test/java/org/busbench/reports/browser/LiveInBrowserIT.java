package org.busbench.reports.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.serve.GrowingRun;
import org.busbench.reports.serve.LiveRun;
import org.busbench.reports.serve.RunServer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees of a run that goes on, and of the list of runs. */
class LiveInBrowserIT {

    private static final int WIDTH = 1400;
    private static final String WITHOUT_TRIAL = "#cell-table tr[data-outcome='not reached']";
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int MOST_LANDINGS = 100;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    }

    @Test
    void aPageFollowsItsRunFromBeforeTheFirstTrialToTheEnd() throws Exception {
        GrowingRun run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        try (LiveRun live = LiveRun.open(0);
                OpenPage open = new OpenPage(chromium.browser(), live.url(), WIDTH)) {
            Page page = open.page();
            assertThat(page.locator("h1")).hasText("The run begins");
            live.planned(run.directory(), run.trials());
            live.note("starting synapse");
            assertThat(page.locator("#live-now")).containsText("starting synapse");

            land(run, live, 1, "trial 2: cbr, 500", page);
            open.drawn();
            assertThat(page.locator("#live-now")).containsText("1 of " + run.trials() + " trials done");

            int later = run.trials() / 2;
            land(run, live, later, "trial " + (later + 1), page);
            assertThat(page.locator(".run")).containsText(later + " trials");
            assertThat(page.locator("#live-progress")).hasAttribute("value", "" + later);

            run.finish();
            live.recorded(run.trials());
            live.ended("complete");
            assertThat(page.locator("#live-news")).hasText("The run has ended: complete.");
            assertThat(page.locator(".run .status")).hasText("complete");
            assertThat(page.locator("#live-now")).hasText(run.trials() + " of " + run.trials() + " trials done");
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void whatTheReaderChoseAndWhereHeIsStays() throws Exception {
        GrowingRun run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        try (LiveRun live = LiveRun.open(0)) {
            live.planned(run.directory(), run.trials());
            run.land(run.trials() / 2);
            try (OpenPage open = opened(live, run)) {
                Page page = open.page();
                page.locator("#choose-latency label:has(input[value=curve])").click();
                page.locator("#choose-scenario select").selectOption("cbr");
                page.locator("#filter").fill("c");
                page.locator("#cell-table thead th[data-key=p99] button").click();
                page.locator("#cell-table .open").first().click();
                Locator choice = page.locator("#legend button").first();
                choice.click();
                page.locator("#latency").scrollIntoViewIfNeeded();
                page.locator("#choose-latency input[value=curve]").focus();
                String address = page.url();
                double top = page.locator("#latency").boundingBox().y;
                int waiting = page.locator(WITHOUT_TRIAL).count();
                String opened = page.locator(".dossier").getAttribute("data-of");

                int now = run.trials() - 1;
                land(run, live, now, "trial " + run.trials(), page);

                assertThat(page.locator(".run")).containsText(now + " trials");
                assertThat(page.url()).isEqualTo(address).contains("latency=curve", "scenario=cbr", "focus=");
                assertThat(page.locator("#choose-latency input[value=curve]")).isFocused();
                assertThat(page.locator("#latency").boundingBox().y)
                        .isCloseTo(top, org.assertj.core.api.Assertions.within(2.0));
                assertThat(page.locator("#filter")).hasValue("c");
                assertThat(page.locator("th[data-key=p99]")).hasAttribute("aria-sort", "descending");
                assertThat(page.locator(".dossier").getAttribute("data-of")).isEqualTo(opened);
                assertThat(page.locator(WITHOUT_TRIAL).count()).isLessThan(waiting);
                assertThat(choice).hasAttribute("aria-pressed", "true");
                assertThat(open.complaints()).isEmpty();
            }
        }
    }

    @Test
    void aServerThatGoesAwayIsMissed() throws Exception {
        GrowingRun run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        OpenPage open;
        try (LiveRun live = LiveRun.open(0)) {
            live.planned(run.directory(), run.trials());
            run.land(3);
            open = opened(live, run);
        }
        try (open) {
            assertThat(open.page().locator("#live-news")).containsText("The server does not answer");
            assertThat(open.page().locator(".run")).containsText("3 trials");
        }
    }

    @Test
    void aLivePageHasNoSeriousFault() throws Exception {
        GrowingRun run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        try (LiveRun live = LiveRun.open(0)) {
            live.planned(run.directory(), run.trials());
            run.land(20);
            try (OpenPage open = opened(live, run)) {
                assertThat(open.page().locator("#live-now")).containsText("trials done");
                assertThat(Axe.seriousFaults(open)).isEmpty();
            }
        }
    }

    @Test
    void theListOpensARunAndComparesTwo() throws IOException {
        SampleRuns.copy("run-quick", folder);
        SampleRuns.copy("run-smoke", folder);
        try (RunServer server = RunServer.open(folder, 0);
                OpenPage open = new OpenPage(chromium.browser(), server.url(), WIDTH)) {
            Page page = open.page();
            assertThat(page.locator("#runs tbody tr")).hasCount(2);
            assertThat(Axe.seriousFaults(open)).isEmpty();

            page.getByLabel("Compare run-quick").check();
            page.getByLabel("Compare run-smoke").check();
            page.locator("button[type=submit]").click();
            assertThat(page).hasURL(Pattern.compile("/compare\\?run=run-[a-z]+&run=run-[a-z]+$"));
            assertThat(page.locator("#answer .run")).containsText("compared with");
            assertThat(Axe.seriousFaults(open)).isEmpty();

            page.goBack();
            page.locator("#runs a[href='runs/run-quick/']").click();
            open.drawn();
            assertThat(open.page().locator("#cell-table tbody tr").count()).isPositive();
            assertThat(page.locator("#live")).hasCount(0);
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void anUnfinishedRunOfTheListIsFollowedByLookingAtItsFiles() throws IOException {
        GrowingRun run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        run.land(2);
        try (RunServer server = RunServer.open(folder, 0);
                OpenPage open = new OpenPage(chromium.browser(), server.url() + "runs/run-quick/", WIDTH)) {
            open.drawn();
            assertThat(open.page().locator("#live-now")).containsText("2 of " + run.trials() + " trials done");

            run.finish();

            assertThat(open.page().locator("#live-news")).hasText("The run has ended: complete.");
            assertThat(open.page().locator(".run .status")).hasText("complete");
            assertThat(open.complaints()).isEmpty();
        }
    }

    /** A page that has drawn what the run has by now. */
    private OpenPage opened(LiveRun live, GrowingRun run) throws Exception {
        OpenPage open = new OpenPage(chromium.browser(), live.url(), WIDTH);
        assertThat(open.page().locator("h1")).hasText("The run begins");
        land(run, live, run.landed(), "the next one", open.page());
        open.drawn();
        assertThat(open.page().locator("#live-now")).containsText("trials done");
        return open;
    }

    /** Lands a trial until the page shows it: one that is not waiting for news just then, or comes too soon, is passed over. */
    private static void land(GrowingRun run, LiveRun live, int trial, String next, Page page) throws Exception {
        run.land(trial);
        for (int i = 0; i < MOST_LANDINGS && !shows(page, trial, next); i++) {
            live.recorded(trial);
            live.measuring(next);
            live.idle();
            page.waitForTimeout(500);
        }
        assertThat(page.locator("#live-now")).containsText("now " + next);
    }

    private static boolean shows(Page page, int trial, String next) {
        Locator drawn = page.locator(".run");
        return drawn.count() == 1
                && drawn.textContent().contains(trial + " trial")
                && page.locator("#live-now").textContent().contains(next);
    }
}
