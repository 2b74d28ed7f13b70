package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.record.RecordedRun;
import org.busbench.reports.compare.BuildRuns;
import org.busbench.reports.compare.Change;
import org.busbench.reports.compare.Changes;
import org.busbench.reports.page.ComparisonPage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a reader sees of runs of one mediator: the second build is 15 % slower from 16 clients on, and so is the third,
 * which was measured in too few processes.
 */
class ComparisonInBrowserIT {

    private static final int BLOCKS = 12;

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static List<RecordedRun> runs;

    @BeforeAll
    static void open() throws IOException {
        RecordedRun before = new BuildRuns(1, 1, 2).measured("before", BLOCKS, level -> 1);
        RecordedRun after = new BuildRuns(2, 0.9, 2).measured("after", BLOCKS, level -> level >= 16 ? 0.85 : 1);
        RecordedRun few = new BuildRuns(3, 1, 2).measured("few", 4, level -> level >= 16 ? 0.85 : 1);
        runs = List.of(before, after, few);
        write("two", runs.subList(0, 2));
        write("three", runs);
        write("few", List.of(before, few));
    }

    private static void write(String name, List<RecordedRun> compared) throws IOException {
        List<Changes> comparisons = compared.stream()
                .skip(1)
                .map(later -> Changes.between(compared.get(0), later))
                .toList();
        Files.writeString(
                Files.createDirectories(folder.resolve(name)).resolve("index.html"),
                ComparisonPage.of(compared, comparisons));
    }

    @Test
    void theFirstScreenSaysWhatReallyChangedAndNamesExactlyThoseFigures() {
        try (OpenPage open = open("two", 1400, "")) {
            assertThat(open.page().locator("h1").textContent()).isEqualTo("4 of 8 figures changed beyond chance.");
            assertThat(cells(open, "changed"))
                    .containsExactlyInAnyOrder(
                            "TPS at cbr, 500 B, 16 clients",
                            "TPS at cbr, 500 B, 64 clients",
                            "CPU-µs at cbr, 500 B, 16 clients",
                            "CPU-µs at cbr, 500 B, 64 clients");
            assertThat(cells(open, "same")).hasSize(4);
            assertThat(open.page().locator("#open tbody tr").count()).isZero();
            assertThat(open.page().locator("#changed .tag").allTextContents()).containsOnly("slower", "dearer");
            assertThat(open.page().locator("#rig-table").textContent()).contains("null-proxy");
            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).hasSize(1);
        }
    }

    @Test
    void everyNumberIsThatOfTheComparison() {
        try (OpenPage open = open("two", 1400, "")) {
            List<Double> shown = new ArrayList<>();
            for (String key : List.of("before", "after", "ratio")) {
                open.attributes("[data-key=" + key + "]", "data-value")
                        .forEach(text -> shown.add(Double.valueOf(text)));
            }
            List<Double> computed = new ArrayList<>();
            for (Change change : Changes.between(runs.get(0), runs.get(1)).changes()) {
                computed.addAll(List.of(change.before(), change.after(), change.ratio()));
            }
            assertThat(shown).containsExactlyInAnyOrderElementsOf(computed);
        }
    }

    @Test
    void whatCannotBeToldStandsApartWithItsReason() {
        try (OpenPage open = open("few", 1400, "")) {
            assertThat(open.page().locator("h1").textContent()).isEqualTo("Every figure is open.");
            assertThat(open.page().locator("#open .why").allTextContents())
                    .hasSize(8)
                    .allMatch(text -> text.contains("6 and 2 processes, and a verdict needs 3 of each run"));
            assertThat(open.page().locator("#changed .empty").textContent()).contains("Nothing changed beyond chance.");
        }
    }

    @Test
    void threeRunsStandSideBySide() {
        try (OpenPage open = open("three", 1400, "")) {
            assertThat(open.page().locator("#changed thead th").allTextContents())
                    .containsExactly("Adapter", "Cell", "Figure", "before", "after", "few");
            assertThat(open.page().locator(".notice").allTextContents())
                    .as("what is true of the base is said once")
                    .containsExactly(
                            "before is incomplete (killed, or still goes on): only its trials until then are compared",
                            "after: after is incomplete (killed, or still goes on): only its trials until then are compared",
                            "few: few is incomplete (killed, or still goes on): only its trials until then are compared");
            assertThat(open.page().locator("#run-table tbody th").allTextContents())
                    .containsExactly("before", "after", "few");
        }
    }

    @Test
    void choicesHideRowsAndTheAddressKeepsThem() {
        try (OpenPage open = open("two", 1400, "")) {
            open.page().locator("#choose-measure select").selectOption("goodput");

            assertThat(visible(open, "#changed")).isEqualTo(2);
            assertThat(open.page().locator("#changed .shown").textContent()).isEqualTo("2");
            assertThat(open.page().url()).endsWith("#measure=goodput");
            open.reload();
            assertThat(visible(open, "#changed")).isEqualTo(2);
        }
    }

    @Test
    void theThemeTogglesByKeyboardAndPrintShowsEverything() {
        try (OpenPage open = open("three", 1400, "")) {
            open.page().locator("#theme").press("Enter");
            assertThat(open.page().url()).endsWith("#theme=dark");
            open.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(open.page().locator("#toolbar label").first().isVisible())
                    .isFalse();
            assertThat(open.page().locator("#changed tbody tr").first().isVisible())
                    .isTrue();
            assertThat(open.complaints()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}, {1} pixels")
    @CsvSource({"light, 1400", "light, 800", "dark, 390"})
    void noWidthMakesThePageScrollSidewaysAndEachReaderMeetsNoBarrier(String theme, int width) {
        try (OpenPage open = open("three", width, "#theme=" + theme)) {
            assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                    .isLessThanOrEqualTo(width);
            assertThat(Axe.seriousFaults(open)).isEmpty();
        }
    }

    private static OpenPage open(String name, int width, String hash) {
        return new OpenPage(chromium.browser(), folder.resolve(name), width, hash);
    }

    private static List<String> cells(OpenPage open, String group) {
        return open.page().locator("#" + group + " tbody tr").all().stream()
                .map(row -> row.locator("[data-figure]").textContent() + " at "
                        + row.locator(".place").textContent())
                .toList();
    }

    private static long visible(OpenPage open, String group) {
        return open.page().locator(group + " tbody tr").all().stream()
                .filter(Locator::isVisible)
                .count();
    }
}
