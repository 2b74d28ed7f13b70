package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.busbench.reports.Report;
import org.busbench.reports.jtl.SampleOptions;
import org.busbench.reports.jtl.SampleRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a reader sees of logs that a real JMeter wrote through the plans of {@code jmeter-plans}, to a backend that holds
 * each answer for 50 ms: one file with two levels, and three repeats each of a mediator and of nothing in between.
 */
class SamplesInBrowserIT {
    private static final Set<String> SCENARIOS = Set.of("virtualization", "cbr", "xslt", "rest-json");

    private static final Path LOGS = Path.of("src/test/resources/jtl");
    private static final int WARMUP_SECONDS = 2;

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    /** As it is opened first, for tests that change nothing of it. */
    private static OpenPage first;

    @BeforeAll
    static void open() {
        List<Path> logs = new ArrayList<>(List.of(LOGS.resolve("cbr.jtl.gz")));
        for (int block = 1; block <= 3; block++) {
            logs.add(log("busbench", block));
            logs.add(log("direct", block));
        }
        SampleRun samples = SampleRun.read(logs, new SampleOptions(SCENARIOS, Map.of(), WARMUP_SECONDS, 0));
        Report.write(samples, Optional.empty(), folder);
        first = open(1400, "");
    }

    @AfterAll
    static void close() {
        if (first != null) {
            first.close();
        }
    }

    @Test
    void opensWithoutComplaintAndAsksForNothingButItself() {
        try (OpenPage open = open(1400, "")) {
            for (String view : List.of("curve", "spread", "added", "clients")) {
                open.page()
                        .locator("#choose-latency label:has(input[value='" + view + "'])")
                        .click();
            }
            open.page().locator("#theme").click();

            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).hasSize(1).allMatch(url -> url.startsWith("file:"));
            assertThat(Axe.seriousFaults(open)).isEmpty();
        }
    }

    @Test
    void theFirstScreenSaysThatNothingOfItWasVerified() {
        try (OpenPage open = open(1400, "")) {
            Locator notice = open.page().locator("#samples");

            assertThat(open.page().locator("h1").textContent())
                    .isEqualTo("No two mediators have figures in the same scenario and size: none can be ahead.");
            assertThat(notice.boundingBox().y + notice.boundingBox().height).isLessThan(900);
            assertThat(notice.textContent())
                    .contains("in 7 JTL files that JMeter wrote by itself, not from a record of busbench")
                    .contains("busbench verified nothing")
                    .contains("The first 2 s of each stretch of steady load were left out as warm-up");
            notice.locator("summary").click();
            assertThat(notice.locator("li").first().isVisible()).isTrue();
            assertThat(open.page().locator("#answer .notice").allTextContents())
                    .anyMatch(text -> text.contains("cbr.jtl.gz: says no adapter"));
        }
    }

    @Test
    void everyNumberOfTheTableFollowsFromTheRows() {
        Map<String, List<RawSamples>> cells = Map.of(
                "unnamed/cbr/unknown/2", List.of(new RawSamples(LOGS.resolve("cbr.jtl.gz"), 2, WARMUP_SECONDS)),
                "unnamed/cbr/unknown/4", List.of(new RawSamples(LOGS.resolve("cbr.jtl.gz"), 4, WARMUP_SECONDS)),
                "busbench/virtualization/500/4", repeats("busbench"),
                "direct/virtualization/500/4", repeats("direct"));
        try (OpenPage open = open(1400, "")) {
            int figures = 0;
            for (String payload : List.of("unknown", "500")) {
                open.choosePayload(payload);
                for (JsonNode row : Scripts.json((String) open.page().evaluate(Scripts.TABLE_ROWS))) {
                    String cell = RawTrials.cell(
                            row.get("adapter").asText(),
                            row.get("scenario").asText(),
                            payload,
                            row.get("concurrency").asText());
                    if (!cells.containsKey(cell)) {
                        assertThat(row.get("goodputPerSecond").asText())
                                .as(cell)
                                .isEmpty();
                        continue;
                    }
                    figures++;
                    List<RawSamples> raw = cells.get(cell);
                    assertThat(row.get("goodputPerSecond").asDouble())
                            .as("TPS of %s", cell)
                            .isEqualTo(middle(raw.stream()
                                    .mapToDouble(RawSamples::goodputPerSecond)
                                    .toArray()));
                    Map.of("p50", 50.0, "p90", 90.0, "p99", 99.0, "p999", 99.9).forEach((key, percent) -> {
                        boolean told = raw.stream().allMatch(one -> one.verified() >= RawTrials.fewest(key));
                        double micros = middle(raw.stream()
                                .mapToDouble(one -> one.percentileMicros(percent))
                                .toArray());
                        assertThat(row.get(key).asText().isEmpty())
                                .as("%s of %s", key, cell)
                                .isNotEqualTo(told);
                        if (told) {
                            assertThat(row.get(key).asDouble())
                                    .as("%s of %s", key, cell)
                                    .isEqualTo(micros);
                        }
                    });
                    assertThat(row.has("mediatorCpu")).isFalse();
                }
            }
            assertThat(figures).isEqualTo(cells.size());
        }
    }

    @Test
    void whatALogCannotSayIsNotDrawn() {
        assertThat(first.page()
                        .locator("#cost, #fairness, #verification-table, .adapter")
                        .count())
                .isZero();
        assertThat(first.attributes("nav a", "href"))
                .doesNotContain("#cost", "#fairness")
                .contains("#setup");
        assertThat(first.page().locator("#choose-measure").isVisible()).isFalse();
    }

    @Test
    void aScenarioWithoutALogOfThisSizeHasASentenceInsteadOfAnEmptyChart() {
        Map<String, String> sizes = Map.of("500", "virtualization", "unknown", "cbr");
        try (OpenPage open = open(1400, "")) {
            sizes.forEach((payload, measured) -> {
                open.choosePayload(payload);
                for (String scenario : sizes.values()) {
                    for (String chart : List.of("goodput", "latency")) {
                        Locator drawn =
                                open.page().locator("[data-chart=" + chart + "][data-scenario=" + scenario + "]");
                        String note = drawn.locator("xpath=../p").textContent();
                        assertThat(drawn.isVisible())
                                .as("%s of %s at %s", chart, scenario, payload)
                                .isEqualTo(scenario.equals(measured));
                        if (!scenario.equals(measured)) {
                            assertThat(note)
                                    .startsWith("Of the adapters shown none was measured here: ")
                                    .contains(scenario.equals("cbr") ? "Content-based routing" : "Virtualization")
                                    .contains(payload.equals("500") ? "500 B" : "unknown size");
                        } else {
                            // Two levels of the one scenario are a curve; the other has one alone, and so bars.
                            assertThat(note)
                                    .isEqualTo(scenario.equals("cbr") ? "" : "All figures here are at 4 clients. ");
                        }
                    }
                }
            });
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void whatIsAddedToDirectIsNoEmptyChartWhereDirectWasNotMeasured() {
        try (OpenPage open = open(1400, "#payload=unknown&latency=added")) {
            Locator drawn = open.page().locator("[data-chart=latency][data-scenario=cbr]");

            assertThat(drawn.isVisible()).isFalse();
            assertThat(drawn.locator("xpath=../p").textContent())
                    .isEqualTo("Of the adapters shown none was measured in the same block as direct.");
        }
    }

    @Test
    void everyTrialNamesItsFileAndKeptItsConnections() {
        List<Locator> rows = first.page().locator("#file-table tbody tr").all();

        assertThat(rows).hasSize(8);
        assertThat(rows.get(7).locator("th").textContent()).isEqualTo("cbr.jtl.gz");
        for (Locator row : rows) {
            assertThat(Integer.parseInt(row.locator("td").last().textContent())).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void noWidthMakesThePageScrollSideways() {
        try (OpenPage open = open(390, "#payload=500")) {
            for (int width : List.of(390, 800, 1400)) {
                open.page().setViewportSize(width, 900);
                assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    private static List<RawSamples> repeats(String adapter) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(block -> new RawSamples(log(adapter, block), 4, WARMUP_SECONDS))
                .toList();
    }

    private static Path log(String adapter, int block) {
        Path log = LOGS.resolve(adapter + "-virtualization-500-c4-b" + block + ".jtl.gz");
        assertThat(Files.isRegularFile(log)).isTrue();
        return log;
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int last = sorted.length - 1;
        return (sorted[last / 2] + sorted[last - last / 2]) / 2;
    }

    private static OpenPage open(int width, String hash) {
        return new OpenPage(chromium.browser(), folder, width, hash);
    }
}
