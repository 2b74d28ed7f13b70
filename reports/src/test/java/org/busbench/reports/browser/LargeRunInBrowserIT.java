package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.busbench.reports.Report;
import org.busbench.reports.SyntheticRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run with more adapters than colours and than a page shows at first, gaps, ties and errors. By default 16 adapters, two sizes and four
 * levels; with {@code -Dbusbench.large=true} 30 adapters, five sizes and eight levels.
 */
@Tag("nightly")
class LargeRunInBrowserIT {

    private static final boolean LARGE = Boolean.getBoolean("busbench.large");
    private static final int ADAPTERS = LARGE ? 30 : 16;

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static Path run;
    /** As it is opened first. */
    private static OpenPage first;
    /** What the page embeds. */
    private static JsonNode data;

    @BeforeAll
    static void open() throws IOException {
        run = SyntheticRun.write(folder.resolve("large"), ADAPTERS, LARGE ? 5 : 2, LARGE ? 8 : 4, 3);
        Report.write(run);
        first = open(1400, "");
        data = Scripts.json(first.data());
    }

    @AfterAll
    static void close() {
        if (first != null) {
            first.close();
        }
    }

    @Test
    void opensWithoutComplaintAndShowsTheFastestAtFirst() throws IOException {
        System.out.printf(
                "large run: %,d bytes, drawn after %s ms%n",
                Files.size(run.resolve("index.html")), first.page().evaluate("Math.round(performance.now())"));
        assertThat(first.complaints()).isEmpty();
        assertThat(first.page().locator("#adapter-count").textContent()).matches("1\\d of " + ADAPTERS);
        assertThat(first.attributes("#legend button", "data-adapter"))
                .contains("busbench", "direct", "nginx", "haproxy");

        first.page().locator("#chooser summary").click();
        first.page().locator("#adapters-all").click();
        assertThat(first.page().locator("#legend button").count()).isEqualTo(ADAPTERS);
        assertThat(first.complaints()).isEmpty();
    }

    @Test
    void noTwoAdaptersLookAlike() {
        List<String> looks = StreamSupport.stream(data.get("adapters").spliterator(), false)
                .map(adapter -> adapter.get("look").asText())
                .toList();
        assertThat(looks).hasSize(ADAPTERS).doesNotHaveDuplicates();
    }

    @Test
    void everyPointOfTheChartsEqualsTheRecord() throws IOException {
        RawTrials raw = new RawTrials(run);
        try (OpenPage open = open(1400, "#cost=parties&payload=1K")) {
            JsonNode points = Scripts.json((String) open.page().evaluate(Scripts.CHART_POINTS));
            assertThat(points.size()).isGreaterThan(200);
            for (JsonNode point : points) {
                String cell = RawTrials.cell(
                        point.get("adapter").asText(),
                        point.get("scenario").asText(),
                        "1K",
                        point.get("concurrency").asText());
                if (point.get("value").isNull()) {
                    assertThat(raw.median(cell, point.get("pointer").asText()))
                            .as("%s", point)
                            .isEmpty();
                } else {
                    double recorded =
                            raw.median(cell, point.get("pointer").asText()).orElseThrow();
                    assertThat(point.get("value").asDouble()
                                    * point.get("perUnit").asDouble())
                            .as("%s", point)
                            .isCloseTo(recorded, within(recorded * 1e-9));
                }
            }
        }
    }

    @Test
    void everyViewIsDrawnAndTheAddressBringsItBack() {
        Map<String, List<String>> views = new TreeMap<>(Map.of(
                "tps", List.of("clients", "size"),
                "latency", List.of("clients", "curve", "spread", "added"),
                "cost", List.of("parts", "parties", "memory", "threads")));
        Map<String, String> charts = Map.of("tps", "goodput", "latency", "latency", "cost", "cost");
        try (OpenPage open = open(1400, "#concurrency=20")) {
            views.forEach((name, values) -> values.forEach(value -> {
                open.page()
                        .locator("#choose-" + name + " label:has(input[value=" + value + "])")
                        .click();
                assertThat(open.page()
                                .locator("[data-chart=" + charts.get(name) + "] svg path")
                                .count())
                        .as(name + "=" + value)
                        .isGreaterThan(9);
                assertThat(open.page()
                                .locator("[data-chart=" + charts.get(name) + "].empty")
                                .count())
                        .as(name + "=" + value)
                        .isZero();
            }));
            String address = open.page().url();
            assertThat(address).contains("tps=size", "latency=added", "cost=threads");
            open.reload();
            for (String value : List.of("tps=size", "latency=added", "cost=threads")) {
                String[] pair = value.split("=", -1);
                assertThat(open.page()
                                .locator("#choose-" + pair[0] + " input:checked")
                                .inputValue())
                        .isEqualTo(pair[1]);
            }
            assertThat(open.page().locator("#choose-concurrency select").inputValue())
                    .isEqualTo("20");
            assertThat(open.complaints()).isEmpty();
        }
    }

    @Test
    void theCurveOfPercentilesIsThatOfTheLogs() {
        for (JsonNode cell : data.get("cells")) {
            if (cell.has("latency")) {
                JsonNode micros = cell.at("/latency/micros");
                assertThat(cell.at("/latency/count").asLong()).isEqualTo(3 * 3 * 2000);
                double before = 0;
                for (JsonNode value : micros) {
                    assertThat(value.asDouble()).isGreaterThanOrEqualTo(before);
                    before = value.asDouble();
                }
                long counted = 0;
                for (JsonNode bin : cell.at("/latency/bins")) {
                    counted += bin.asLong();
                }
                assertThat(counted).isEqualTo(3 * 3 * 2000);
            }
        }
    }

    @Test
    void anotherBaselineTurnsTheRatiosAround() {
        try (OpenPage open = open(1400, "#concurrency=8&baseline=camel")) {
            double there = ratio(open, "busbench");
            open.page().locator("#choose-baseline select").selectOption("busbench");
            double back = ratio(open, "camel");

            assertThat(there * back).isCloseTo(1, within(1e-4));
            assertThat(open.page().locator("#contrast-table .tag").count()).isPositive();
            assertThat(open.page().url()).doesNotContain("baseline");
        }
    }

    @Test
    void aScenarioAloneTakesTheWholeWidth() {
        try (OpenPage open = open(1400, "")) {
            open.page().locator("#choose-scenario select").selectOption("cbr");

            assertThat(open.page()
                            .locator("figure[data-scenario=xslt] >> visible=true")
                            .count())
                    .isZero();
            assertThat(open.page()
                            .locator("[data-chart=goodput][data-scenario=cbr] svg")
                            .boundingBox()
                            .width)
                    .isGreaterThan(1000);
        }
    }

    @Test
    void noWidthMakesThePageScrollSideways() {
        try (OpenPage open = open(390, "")) {
            for (int width : List.of(390, 800, 1400)) {
                open.page().setViewportSize(width, 900);
                assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                        .isLessThanOrEqualTo(width);
                for (Locator row :
                        open.page().locator(".rank li >> visible=true").all().subList(0, 8)) {
                    assertThat(row.boundingBox().x + row.boundingBox().width).isLessThanOrEqualTo(width);
                }
            }
        }
    }

    private static double ratio(OpenPage open, String adapter) {
        return Double.parseDouble(open.page()
                .locator("#contrast-table tr[data-adapter=" + adapter + "] [data-key=ratio][data-scenario=cbr]")
                .getAttribute("data-value"));
    }

    private static OpenPage open(int width, String hash) {
        return new OpenPage(chromium.browser(), run, width, hash);
    }
}
