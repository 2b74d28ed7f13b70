package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.reports.Export;
import org.busbench.reports.Export.Format;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.SyntheticRun;
import org.busbench.reports.check.RecordedFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What exports say of seconds, latencies and memory, against the run directory as read by other means. */
class RawDataExportTest {

    @TempDir
    private Path folder;

    @Test
    void everySecondOfEveryTrialIsInTheJsonAsItIsInTheRecord() throws IOException {
        Path run = new RecordedFolder(folder.resolve("run"), "nio").directory();
        Map<Integer, JsonNode> trials = trials(run);
        int seen = 0;
        for (JsonNode cell : json(run).get("cells")) {
            for (JsonNode series : cell.get("series")) {
                JsonNode trial = trials.get(series.get("trial").asInt());
                assertThat(trial.get("adapter")).isEqualTo(cell.get("adapter"));
                assertThat(series.get("block")).isEqualTo(trial.get("block"));
                assertThat(numbers(series.get("verified"))).isEqualTo(figures(trial, "verified"));
                assertThat(numbers(series.get("errors"))).isEqualTo(figures(trial, "errors"));
                assertThat(numbers(series.at("/errorsByClass/reset"))).isEqualTo(figures(trial, "errors"));
                assertThat(series.get("errorsByClass")).hasSize(1);
                seen++;
            }
        }
        assertThat(seen).isEqualTo(trials.size()).isEqualTo(4);
    }

    @Test
    void theDistributionOfACellIsThatOfTheIntervalLogsOfItsTrials() throws IOException {
        Path run = new RecordedFolder(folder.resolve("run"), "nio").directory();
        List<String> rows = csv(run, "latencies.csv");
        int row = 1;
        for (JsonNode cell : json(run).get("cells")) {
            Histogram all = new Histogram(3);
            for (JsonNode trial : trials(run).values()) {
                if (trial.get("adapter").equals(cell.get("adapter"))) {
                    all.add(window(run, trial));
                }
            }
            JsonNode latency = cell.get("latencyDistribution");
            assertThat(latency.get("responses").asLong())
                    .isEqualTo(all.getTotalCount())
                    .isEqualTo(cell.get("verified").asLong());
            assertThat(latency.get("micros"))
                    .hasSameSizeAs(latency.get("quantiles"))
                    .hasSizeGreaterThan(15);
            for (int i = 0; i < latency.get("quantiles").size(); i++) {
                double quantile = latency.get("quantiles").get(i).asDouble();
                double micros = latency.get("micros").get(i).asDouble();
                assertThat(micros).isCloseTo(all.getValueAtPercentile(quantile * 100) / 1e3, within(1e-9));
                assertThat(rows.get(row++)).startsWith(cell.get("adapter").asText() + ",cbr,500,8,,");
                assertThat(rows.get(row - 1).split(",", -1)[6])
                        .isEqualTo(latency.get("quantiles").get(i).asText());
                assertThat(Double.parseDouble(rows.get(row - 1).split(",", -1)[7]))
                        .isEqualTo(micros);
            }
            assertThat(rows.get(row++).split(",", -1)[6]).isEqualTo("1.0");
            assertThat(latency.get("maxMicros").asDouble()).isCloseTo(all.getMaxValue() / 1e3, within(1e-9));
            bins(latency, all);
        }
        assertThat(rows).hasSize(row);
    }

    private static void bins(JsonNode latency, Histogram all) {
        JsonNode edges = latency.get("binEdgesMicros");
        JsonNode counts = latency.get("binResponses");
        assertThat(edges).hasSize(counts.size() + 1);
        assertThat(numbers(counts).stream().mapToLong(Number::longValue).sum()).isEqualTo(all.getTotalCount());
        double width = Math.pow(10, 0.05);
        assertThat(edges.get(1).asDouble() / edges.get(0).asDouble()).isCloseTo(width, within(1e-9));
        assertThat(all.getMinValue() / 1e3)
                .isBetween(edges.get(0).asDouble(), edges.get(1).asDouble());
        assertThat(all.getMaxValue() / 1e3)
                .isBetween(
                        edges.get(counts.size() - 1).asDouble(),
                        edges.get(counts.size()).asDouble());
    }

    @Test
    void aSecondIsARowOfTheCsvAndItsTrialIsNamed() throws IOException {
        Path run = new RecordedFolder(folder.resolve("run"), "nio").directory();
        List<String> rows = csv(run, "seconds.csv");
        List<String> expected = new ArrayList<>();
        expected.add("trial,second,verified_responses,errors,latency_p50_micros,latency_p99_micros,errors_connect,"
                + "errors_timeout,errors_reset,errors_cut,errors_status,errors_route,errors_foreign,errors_content");
        trials(run)
                .forEach((number, trial) -> trial.get("series")
                        .forEach(second ->
                                expected.add(number + "," + second.get("second") + "," + second.get("verified") + ","
                                        + second.get("errors") + ",,,0,0," + second.get("errors") + ",0,0,0,0,0")));

        assertThat(rows).isEqualTo(expected).hasSize(13);
    }

    @Test
    void whatTheRawDataDoNotTellIsAbsentAndNotZero() throws IOException {
        Path run = new RecordedFolder(folder.resolve("run"), "nio").directory();
        for (int number = 1; number <= 4; number++) {
            Files.delete(run.resolve("trials/000" + number + "/latency.hlog"));
            Files.delete(run.resolve("trials/000" + number + "/errors.csv"));
        }

        for (JsonNode cell : json(run).get("cells")) {
            assertThat(cell.get("latencyDistribution").isNull()).isTrue();
            assertThat(cell.get("series"))
                    .allMatch(series -> series.get("errorsByClass").isNull());
        }
        assertThat(csv(run, "latencies.csv")).hasSize(1);
        assertThat(csv(run, "seconds.csv").subList(1, 13)).allMatch(row -> row.endsWith(",,,,,,,"));
    }

    @Test
    void theMemoryAndCpuTimeOfACellAreThoseOfItsTrials() throws IOException {
        Path run = SyntheticRun.write(folder.resolve("run"), 9, 1, 4, 3);
        Map<Integer, JsonNode> trials = trials(run);
        int withMediator = 0;
        for (JsonNode cell : json(run).get("cells")) {
            List<JsonNode> uses = StreamSupport.stream(cell.get("series").spliterator(), false)
                    .map(series -> trials.get(series.get("trial").asInt()))
                    .filter(trial -> trial.get("outcome").asText().equals("measured"))
                    .map(trial -> trial.at("/processes/mediator"))
                    .filter(JsonNode::isObject)
                    .toList();
            JsonNode use = cell.get("mediatorUse");
            if (uses.isEmpty()) {
                assertThat(use.isNull()).as("%s", cell.get("adapter")).isTrue();
                continue;
            }
            withMediator++;
            double user = sum(uses, "/userMicros");
            double all = user + sum(uses, "/systemMicros");
            double gc = sum(uses, "/gc/cpuMicros");
            assertThat(use.get("userShare").asDouble()).isCloseTo((user - gc) / all, within(1e-12));
            assertThat(use.get("systemShare").asDouble()).isCloseTo((all - user) / all, within(1e-12));
            assertThat(use.get("gcShare").asDouble()).isCloseTo(gc / all, within(1e-12));
            assertThat(use.get("gcPauseShare").asDouble()).isCloseTo(12.5 / 3000, within(1e-12));
            assertThat(use.get("rssBytes").asDouble()).isEqualTo(median(uses, "/rssBytes"));
            assertThat(use.get("threads").asDouble()).isEqualTo(median(uses, "/threads"));
        }
        assertThat(withMediator).isGreaterThan(50);
    }

    @Test
    void theMemoryThatATrialKeptAfterACollectionIsInItsRow() throws IOException {
        List<String> rows = csv(SampleRuns.directory("run-rates"), "trials.csv");
        int column = Arrays.asList(rows.get(0).split(",", -1)).indexOf("mediator_gc_live_bytes");
        Map<Integer, JsonNode> trials = trials(SampleRuns.directory("run-rates"));

        assertThat(column).isPositive();
        assertThat(rows.subList(1, rows.size()))
                .hasSize(trials.size())
                .allSatisfy(row -> assertThat(row.split(",", -1)[column])
                        .isEqualTo(trials.get(Integer.parseInt(row.split(",", -1)[0]))
                                .at("/processes/mediator/gc/liveBytes")
                                .asText("")));
    }

    private static double sum(List<JsonNode> uses, String pointer) {
        return uses.stream().mapToDouble(use -> use.at(pointer).doubleValue()).sum();
    }

    private static double median(List<JsonNode> uses, String pointer) {
        double[] sorted = uses.stream()
                .mapToDouble(use -> use.at(pointer).doubleValue())
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static Histogram window(Path run, JsonNode trial) throws IOException {
        Histogram window = new Histogram(3);
        Path log = run.resolve(trial.get("evidence").asText()).resolve("latency.hlog");
        long start = trial.at("/window/startMillis").asLong();
        long end = trial.at("/window/endMillis").asLong();
        try (InputStream in = new FileInputStream(log.toFile());
                HistogramLogReader reader = new HistogramLogReader(in)) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if (next.getStartTimeStamp() >= start && next.getEndTimeStamp() <= end) {
                    window.add((Histogram) next);
                }
            }
        }
        return window;
    }

    private static List<Number> figures(JsonNode trial, String field) {
        List<Number> figures = new ArrayList<>();
        trial.get("series").forEach(second -> figures.add(second.get(field).numberValue()));
        return figures;
    }

    private static List<Number> numbers(JsonNode array) {
        List<Number> numbers = new ArrayList<>();
        array.forEach(number -> numbers.add(number.numberValue()));
        return numbers;
    }

    private static Map<Integer, JsonNode> trials(Path run) throws IOException {
        Map<Integer, JsonNode> trials = new LinkedHashMap<>();
        for (String line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            JsonNode trial = JsonMapper.builder().build().readTree(line);
            trials.put(trial.get("number").asInt(), trial);
        }
        return trials;
    }

    private List<String> csv(Path run, String name) throws IOException {
        write(run, Format.CSV);
        return Files.readAllLines(folder.resolve("out").resolve(name));
    }

    private JsonNode json(Path run) throws IOException {
        write(run, Format.JSON);
        return JsonMapper.builder().build().readTree(Files.readString(folder.resolve("out/results.json")));
    }

    private void write(Path run, Format format) {
        Export.write(run, EnumSet.of(format), folder.resolve("out"));
    }
}
