package org.busbench.reports.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.busbench.reports.Report;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees of frontiers, of CPU time at one rate, of the probe and of the injectors: a checked-in run. */
class RatesInBrowserIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static Path run;
    /** As it is opened first, for tests that change nothing of it. */
    private static OpenPage first;

    @BeforeAll
    static void open() {
        run = SampleRuns.copy("run-rates", folder);
        Report.write(run);
        first = open(1400);
    }

    @AfterAll
    static void close() {
        if (first != null) {
            first.close();
        }
    }

    @Test
    void opensWithoutComplaintOnScreenAndOnPaper() {
        try (OpenPage open = open(1400)) {
            open.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

            assertThat(open.complaints()).isEmpty();
            assertThat(open.requests()).hasSize(1);
        }
    }

    @Test
    void everyFrontierIsTheHighestRateThatItsTrialsHeld() throws IOException {
        int shown = 0;
        for (Locator bound : first.page().locator("#frontier [data-bound]").all()) {
            double millis = Double.parseDouble(bound.getAttribute("data-bound"));
            for (Locator figure : bound.locator("[data-key=frontier]").all()) {
                assertThat(Double.parseDouble(figure.getAttribute("data-value")))
                        .isEqualTo(highest(figure.getAttribute("data-adapter"), millis));
                assertThat(figure.boundingBox().width).isPositive();
                shown++;
            }
        }
        assertThat(first.page().locator("#frontier .missing").allTextContents())
                .contains("not searched", "not held at 50/s");
        assertThat(first.attributes("#frontier .missing", "title"))
                .anyMatch(text -> text.contains("nginx ended with exit code 1"));
        assertThat(shown).isGreaterThanOrEqualTo(3);
    }

    @Test
    void tablesAndCardsFollowTheChosenSize() throws IOException {
        Path other = SampleRuns.copy("run-rates", Files.createDirectory(folder.resolve("two-sizes")));
        Path info = other.resolve("run.json");
        Files.writeString(
                info, Files.readString(info).replaceAll("(\"payloads\"\\s*:\\s*\\[\\s*\"500\")", "$1,\"1K\""));
        Report.write(other);
        try (OpenPage open = new OpenPage(chromium.browser(), other, 1400, "")) {
            for (String payload : List.of("500", "1K")) {
                open.choosePayload(payload);
                for (String section : List.of("#frontier", "#fixed-rate", "#probe")) {
                    boolean measured = payload.equals("500");
                    assertThat(open.page()
                                    .locator(section + " .of-choice")
                                    .first()
                                    .isVisible())
                            .as("%s of %s", section, payload)
                            .isEqualTo(measured);
                    assertThat(open.page().locator(section + " .none-of-choice").isVisible())
                            .as("%s of %s", section, payload)
                            .isEqualTo(!measured);
                }
            }
        }
    }

    @Test
    void cpuTimeAtOneRateAndTheProbesFiguresEqualTheRecord() throws IOException {
        JsonNode fixed = trials("fixed-rate").get("busbench").get(0);
        assertThat(value(first, "#fixed-rate-table tr[data-adapter=busbench] [data-key=cpu]"))
                .isEqualTo(fixed.at("/processes/mediator/cpuMicrosPerMessage").asDouble());
        for (String adapter : List.of("busbench", "direct")) {
            JsonNode block = trials("null").get(adapter).get(0);
            for (String key : List.of("p50", "p90", "p99", "p999", "max")) {
                String selector = "#probe-table tr[data-adapter=" + adapter + "] [data-key=" + key + "]";
                if (block.at("/probe/verified").asLong() < RawTrials.fewest(key)) {
                    assertThat(first.page().locator(selector).textContent()).isEqualTo("–");
                } else {
                    assertThat(value(first, selector))
                            .isEqualTo(block.at("/probe/latencyMicros/" + key).asDouble());
                }
            }
        }
    }

    @Test
    void everyCalibratedInjectorStandsThereWithItsGoodput() throws IOException {
        List<Double> recorded = new ArrayList<>();
        for (String line : Files.readAllLines(run.resolve("calibration.jsonl"))) {
            recorded.add(JSON.readTree(line).get("goodputPerSecond").asDouble());
        }
        assertThat(first.attributes("#injector-table [data-key=goodput]", "data-value").stream()
                        .map(Double::valueOf))
                .containsExactlyInAnyOrderElementsOf(recorded);
        assertThat(first.page().locator("#injectors").textContent()).contains("holds each answer for 20 ms");
        assertThat(first.page().locator("#injector-table .tag").allTextContents())
                .hasSize(3)
                .containsAnyOf("agrees", "differs");
    }

    @Test
    void theProgramAndTheFlagsOfAnAdapterAreShown() {
        Locator adapter = first.page().locator(".adapter[data-adapter=busbench]");
        assertThat(adapter.textContent()).contains("/bin/java", "-XX:MaxHeapSize=");
    }

    @Test
    void noWidthMakesThePageScrollSideways() {
        try (OpenPage open = open(390)) {
            for (int width : List.of(390, 800, 1400)) {
                open.page().setViewportSize(width, 900);
                assertThat((Integer) open.page().evaluate("document.documentElement.scrollWidth"))
                        .isLessThanOrEqualTo(width);
                for (Locator bar : open.page().locator("#frontier .what").all()) {
                    assertThat(bar.boundingBox().x + bar.boundingBox().width).isLessThanOrEqualTo(width);
                }
            }
        }
    }

    private static double value(OpenPage open, String selector) {
        return Double.parseDouble(open.page().locator(selector).getAttribute("data-value"));
    }

    /** The highest rate below the lowest that was held in half of its trials or fewer. */
    private static double highest(String adapter, double boundMillis) throws IOException {
        Map<Double, Integer> balance = new TreeMap<>();
        for (JsonNode trial : trials("frontier").get(adapter)) {
            double rate = trial.at("/load/ratePerSecond").asDouble();
            boolean held = trial.get("outcome").asText().equals("measured")
                    && trial.get("goodputPerSecond").asDouble() >= 0.99 * rate
                    && trial.at("/latencyMicros/p99").asDouble() <= boundMillis * 1000
                    && trial.get("errors").toString().matches("\\{(\"[a-z]+\":0,?)+}");
            balance.merge(rate, held ? 1 : -1, Integer::sum);
        }
        double highest = 0;
        for (Map.Entry<Double, Integer> rate : balance.entrySet()) {
            if (rate.getValue() <= 0) {
                break;
            }
            highest = rate.getKey();
        }
        return highest;
    }

    private static Map<String, List<JsonNode>> trials(String purpose) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            JsonNode trial = JSON.readTree(line);
            if (trial.path("purpose").asText("null").equals(purpose)) {
                all.add(trial);
            }
        }
        return all.stream()
                .collect(Collectors.groupingBy(trial -> trial.get("adapter").asText()));
    }

    private static OpenPage open(int width) {
        return new OpenPage(chromium.browser(), run, width, "");
    }
}
