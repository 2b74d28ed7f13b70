package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a reader sees. By default the report of a checked-in run; with {@code -Dbusbench.run=DIRECTORY} the report that
 * already stands in that run directory.
 */
class ReportInBrowserIT {

    private static final Map<String, String> POINTERS = Map.of(
            "goodputPerSecond", "/goodputPerSecond",
            "p50", "/latencyMicros/p50",
            "p90", "/latencyMicros/p90",
            "p99", "/latencyMicros/p99",
            "p999", "/latencyMicros/p999",
            "mediatorCpu", "/processes/mediator/cpuMicrosPerMessage",
            "backendCpu", "/processes/backend/cpuMicrosPerMessage",
            "injectorCpu", "/processes/injector/cpuMicrosPerMessage");

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static Path run;
    /** As it is opened first, for tests that change nothing of it. */
    private static OpenPage first;
    /** The rows of all sizes by cell. */
    private static Map<String, JsonNode> rows;

    @BeforeAll
    static void open() {
        String given = System.getProperty("busbench.run", "");
        if (given.isEmpty()) {
            run = SampleRuns.copy("run-quick", folder);
            Report.write(run);
        } else {
            run = Path.of(given);
            assertThat(run.resolve("index.html"))
                    .as("the report of -Dbusbench.run")
                    .isRegularFile();
        }
        first = open(1400);
        try (OpenPage open = open(1400)) {
            rows = rows(open);
        }
    }

    @AfterAll
    static void close() {
        if (first != null) {
            first.close();
        }
    }

    @Test
    void opensWithoutComplaintAndAsksForNothingButItself() {
        try (OpenPage open = open(1400)) {
            open.page().locator("#theme").click();
            open.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
        }
    }

    @Test
    void axeFindsNoSeriousFaultBesideAnOpenDossier() {
        axeFindsNoSeriousFault("light");
    }

    @Test
    @Tag("nightly")
    void axeFindsNoSeriousFaultInTheDarkTheme() {
        axeFindsNoSeriousFault("dark");
    }

    private static void axeFindsNoSeriousFault(String theme) {
        try (OpenPage open = open(1400, "#fit=on&theme=" + theme)) {
            assertThat(open.page().evaluate("document.documentElement.dataset.theme"))
                    .isEqualTo(theme);
            open.page().locator("#cell-table .open").first().click();
            assertThat(Axe.seriousFaults(open)).isEmpty();
        }
    }

    @Test
    void everyChartIsDrawnOrSaysWhatIsMissing() {
        Locator charts = first.page()
                .locator(
                        "[data-chart=goodput-time], [data-chart=latency-time], [data-chart=goodput], [data-chart=latency],"
                                + " [data-chart=cost], [data-chart=mediation]");
        assertThat(charts.count()).isEqualTo(5 * scenarios() + 1);
        for (Locator chart : charts.all()) {
            if (chart.getAttribute("class").contains("empty")) {
                assertThat(chart.locator("xpath=following-sibling::p").textContent())
                        .as("an empty chart says why")
                        .containsAnyOf("not served", "failed", "not reached", "for each second");
            } else if (chart.isVisible()) {
                assertThat(chart.locator("svg").boundingBox().width).isGreaterThan(200);
                assertThat(chart.locator("svg").boundingBox().height).isGreaterThan(60);
                assertThat(chart.locator("svg text").allTextContents()).isNotEmpty();
                assertThat(chart.locator("svg path").count()).isGreaterThan(3);
            }
        }
    }

    @Test
    void everyNumberOfTheTableEqualsTheRecord() throws IOException {
        RawTrials raw = new RawTrials(run);
        assertThat(rows.keySet()).containsAll(raw.byCell().keySet());
        rows.forEach((cell, values) -> {
            POINTERS.forEach((key, pointer) -> assertThat(number(values.get(key)))
                    .as("%s of %s", key, cell)
                    .isEqualTo(raw.median(cell, pointer)));
            assertThat(number(values.get("errors"))).as("errors of %s", cell).hasValue((double) raw.errors(cell));
            assertThat(number(values.get("shareOfDirect")))
                    .as("share of direct of %s", cell)
                    .isEqualTo(share(raw, cell));
        });
    }

    @Test
    void everyPointOfTheChartsEqualsTheRecord() throws IOException {
        RawTrials raw = new RawTrials(run);
        for (String payload : payloads()) {
            try (OpenPage open = open(1400, "#cost=parties&payload=" + payload)) {
                JsonNode charts = evaluate(open, Scripts.CHART_POINTS);
                assertThat(charts).isNotEmpty();
                for (JsonNode point : charts) {
                    String cell = RawTrials.cell(
                            point.get("adapter").asText(),
                            point.get("scenario").asText(),
                            payload,
                            point.get("concurrency").asText());
                    OptionalDouble expected =
                            raw.median(cell, point.get("pointer").asText());
                    double unit = point.get("perUnit").doubleValue();
                    assertThat(number(point.get("value")))
                            .as("%s", point)
                            .isEqualTo(
                                    expected.isPresent() ? OptionalDouble.of(expected.getAsDouble() / unit) : expected);
                }
            }
        }
    }

    @Test
    void theFirstScreenShowsTheBestLevelOfEachAdapter() throws IOException {
        RawTrials raw = new RawTrials(run);
        JsonNode peaks = evaluate(first, Scripts.PEAKS);
        assertThat(peaks).isNotEmpty();
        for (JsonNode peak : peaks) {
            String prefix = String.join(
                            "/",
                            peak.get("adapter").asText(),
                            peak.get("scenario").asText(),
                            peak.get("payload").asText())
                    + "/";
            double best = raw.byCell().keySet().stream()
                    .filter(cell -> cell.startsWith(prefix))
                    .mapToDouble(cell -> raw.median(cell, "/goodputPerSecond").orElse(Double.NEGATIVE_INFINITY))
                    .max()
                    .orElseThrow();
            assertThat(peak.get("value").asDouble()).as(prefix).isEqualTo(best);
        }
    }

    @Test
    void aCellWithoutFiguresShowsNoNumber() throws IOException {
        RawTrials raw = new RawTrials(run);
        rows.forEach((cell, values) -> {
            if (raw.median(cell, "/goodputPerSecond").isEmpty()) {
                assertThat(values.get("goodputPerSecond").asText()).as(cell).isEmpty();
                assertThat(values.get("outcome").asText()).isIn("not served", "failed", "not reached");
            }
        });
    }

    @Test
    void aLawThatNoCurveHasLevelsForLeavesNoEmptyColumns() {
        boolean none = (Boolean) first.page().evaluate("module_data.run.scalings.length === 0");
        boolean lawless = (Boolean) first.page().evaluate("module_data.run.scalings.every(one => !one.law)");
        assertThat(first.page().locator("#scaling").isVisible())
                .as("without curves there is no table")
                .isEqualTo(!none);
        assertThat(first.page().locator("#no-law").textContent()).startsWith("The law needs four levels");
        assertThat(first.page().locator("#no-law").isVisible()).isEqualTo(lawless && !none);
        assertThat(first.page().locator("#scaling-table thead th").all().stream()
                        .filter(Locator::isVisible)
                        .count())
                .isEqualTo(none ? 0 : lawless ? 4 : 9);
        assertThat(first.page().locator("#scaling-table td[data-key=limit]").allTextContents())
                .as("each curve has a limit")
                .allMatch(limit -> limit.startsWith("a serial part")
                        || List.of("mediator", "backend", "injector", "machine", "none", "unknown")
                                .contains(limit));
    }

    @Test
    void aClickOnAHeadingSortsAndSaysSo() {
        try (OpenPage open = open(1400)) {
            Locator head = open.page().locator("#cell-table thead th[data-key=goodputPerSecond]");
            head.locator("button").click();

            assertThat(head.getAttribute("aria-sort")).isEqualTo("descending");
            assertThat(goodputs(open)).isSortedAccordingTo(Comparator.reverseOrder());

            head.locator("button").press("Enter");

            assertThat(head.getAttribute("aria-sort")).isEqualTo("ascending");
            assertThat(goodputs(open)).isSorted();
            List<String> all = open.attributes("#cell-table tbody td[data-key=goodputPerSecond]", "data-value");
            assertThat(all.lastIndexOf("") + 1)
                    .as("rows without a figure come last")
                    .isIn(0, all.size());
        }
    }

    @Test
    void theFilterLeavesOnlyRowsWithItsWords() {
        try (OpenPage open = open(1400)) {
            String scenario =
                    open.attributes("#cell-table tbody tr", "data-scenario").get(0);
            open.page().locator("#filter").fill(scenario + " direct");

            Locator shown = open.page().locator("#cell-table tbody tr:not([hidden])");
            assertThat(shown.allTextContents())
                    .isNotEmpty()
                    .allMatch(text -> text.contains(scenario) && text.contains("direct"));
            open.page().locator("#filter").fill("no such words");
            assertThat(open.page().locator("#no-match").isVisible()).isTrue();
        }
    }

    @Test
    void theThemeTogglesAndStaysInTheAddress() {
        try (OpenPage open = open(1400)) {
            String light = background(open);
            String ink = chartInk(open);
            open.page().locator("#theme").click();

            assertThat(background(open)).isNotEqualTo(light);
            assertThat(chartInk(open)).as("the charts follow").isNotEqualTo(ink);
            assertThat(open.page().url()).endsWith("#theme=dark");
            open.reload();
            assertThat(background(open)).isNotEqualTo(light);
            open.page().locator("#theme").click();
            assertThat(background(open)).isEqualTo(light);
        }
    }

    @Test
    void anAdapterCanBeTakenOutAndTheAddressKeepsIt() {
        try (OpenPage open = open(1400)) {
            Locator boxes = open.page().locator("#adapter-list input");
            String adapter = boxes.first().getAttribute("value");
            assertThat(drawnAdapters(open)).contains(adapter);
            open.page().locator("#chooser summary").click();
            boxes.first().press("Space");

            assertThat(drawnAdapters(open)).isNotEmpty().doesNotContain(adapter);
            assertThat(open.page().url()).contains("#adapters=");
            open.reload();
            assertThat(drawnAdapters(open)).isNotEmpty().doesNotContain(adapter);
            assertThat(open.attributes("#legend button", "data-adapter")).doesNotContain(adapter);
        }
    }

    @Test
    void aPressOnTheLegendIsolatesAnAdapterAndAnotherBringsTheOthersBack() {
        try (OpenPage open = open(1400)) {
            Locator chip = open.page().locator("#legend button").first();
            String adapter = chip.getAttribute("data-adapter");
            chip.press("Enter");

            assertThat(chip.getAttribute("aria-pressed")).isEqualTo("true");
            assertThat(open.page().url()).endsWith("#focus=" + adapter);
            assertThat(opaqueCurves(open)).containsExactly(adapter);
            open.reload();
            assertThat(opaqueCurves(open)).containsExactly(adapter);
            chip.press("Enter");
            assertThat(opaqueCurves(open)).hasSizeGreaterThan(1);
        }
    }

    @Test
    void aRowOpensItsDossierWithALinkToTheEvidenceOfEachTrial() throws IOException {
        RawTrials raw = new RawTrials(run);
        try (OpenPage open = open(1400)) {
            Locator row = open.page()
                    .locator("#cell-table tbody tr[data-outcome=measured]")
                    .first();
            String cell = RawTrials.cell(
                    row.getAttribute("data-adapter"),
                    row.getAttribute("data-scenario"),
                    row.getAttribute("data-payload"),
                    row.getAttribute("data-concurrency"));
            row.locator(".open").press("Enter");

            List<String> links = open.attributes(".dossier a", "href");
            assertThat(links)
                    .isEqualTo(raw.byCell().get(cell).stream()
                            .map(trial -> trial.get("evidence").asText() + "/")
                            .toList());
        }
    }

    @Test
    void noWidthMakesThePageScrollSideways() {
        try (OpenPage open = open(390)) {
            for (int width : List.of(390, 800, 1400)) {
                open.page().setViewportSize(width, 900);
                assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    private static OpenPage open(int width) {
        return open(width, "");
    }

    private static OpenPage open(int width, String hash) {
        return new OpenPage(chromium.browser(), run, width, hash);
    }

    private static Map<String, JsonNode> rows(OpenPage open) {
        Map<String, JsonNode> rows = new TreeMap<>();
        for (String payload : payloads()) {
            open.choosePayload(payload);
            for (JsonNode row : evaluate(open, Scripts.TABLE_ROWS)) {
                rows.put(
                        RawTrials.cell(
                                row.get("adapter").asText(),
                                row.get("scenario").asText(),
                                row.get("payload").asText(),
                                row.get("concurrency").asText()),
                        row);
            }
        }
        return rows;
    }

    private static OptionalDouble share(RawTrials raw, String cell) {
        String[] parts = cell.split("/", -1);
        return parts[0].equals("direct")
                ? OptionalDouble.empty()
                : raw.shareOf(cell, RawTrials.cell("direct", parts[1], parts[2], parts[3]));
    }

    private static OptionalDouble number(JsonNode value) {
        return value.isNull() || value.asText().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(value.asText()));
    }

    private static List<Double> goodputs(OpenPage open) {
        return open.attributes("#cell-table tbody td[data-key=goodputPerSecond]", "data-value").stream()
                .filter(value -> !value.isEmpty())
                .map(Double::valueOf)
                .toList();
    }

    private static String background(OpenPage open) {
        return (String) open.page().evaluate("getComputedStyle(document.documentElement).backgroundColor");
    }

    private static String chartInk(OpenPage open) {
        return open.page().locator("[data-chart=goodput] svg text").first().getAttribute("fill");
    }

    private static JsonNode evaluate(OpenPage open, String script) {
        return Scripts.json((String) open.page().evaluate(script));
    }

    private static List<String> opaqueCurves(OpenPage open) {
        return Scripts.texts(evaluate(open, """
                JSON.stringify(echarts.getInstanceByDom(document.querySelector('[data-chart=goodput]')).getOption().series
                  .filter(one => !/^(band|total)/.test(one.id))
                  .flatMap(one => one.type === 'bar' ? one.data.map(item => [item.name, item.itemStyle.opacity]) : [[one.id, one.lineStyle.opacity]])
                  .filter(([, opacity]) => opacity === 1).map(([name]) => name))
                """));
    }

    private static Set<String> drawnAdapters(OpenPage open) {
        Set<String> names = new TreeSet<>();
        evaluate(open, Scripts.CHART_POINTS)
                .forEach(point -> names.add(point.get("adapter").asText()));
        return names;
    }

    private static int scenarios() {
        return Scripts.runJson(run).at("/suite/scenarios").size();
    }

    private static List<String> payloads() {
        return Scripts.texts(Scripts.runJson(run).at("/suite/payloads"));
    }
}
