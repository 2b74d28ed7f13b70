package org.busbench.reports.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A run directory with raw data, as docs/result-schema.md says, for tests to break. */
final class RecordedFolder {

    static final String ID = "made-for-a-test";

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final long BASE_MILLIS = 1_795_254_000_123L;
    private static final String CLASSES =
            "\"connect\":0,\"timeout\":0,\"reset\":%d,\"cut\":0,\"status\":0,\"route\":0,\"foreign\":0,\"content\":0";

    private final Path directory;
    private final String injector;
    private final List<ObjectNode> lines = new ArrayList<>();

    RecordedFolder(Path directory, String injector) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.injector = injector;
        Files.writeString(directory.resolve("run.json"), """
                {"schema": "busbench/run/1", "id": "%s", "startedAt": "2026-11-21T08:00:00Z",
                 "busbench": {"version": "1", "commit": null},
                 "suite": {"name": "t", "sha256": "%s", "scenarios": ["cbr"], "payloads": ["500"], "concurrency": [8],
                           "blocks": 2, "warmupSeconds": 1.0, "measureSeconds": 2.0, "seed": 1, "errorBound": 0.01,
                           "injector": "%s"},
                 "adapters": [{"name": "a", "title": "a", "role": "mediator"},
                              {"name": "b", "title": "b", "role": "mediator"}],
                 "unavailable": [],
                 "environment": {"os": "Linux", "kernel": "6", "cpu": "c", "logicalCpus": 2, "memoryBytes": 1}}
                """.formatted(ID, "0".repeat(64), injector));
        Files.writeString(
                directory.resolve("verifications.jsonl"),
                "{\"adapter\":\"a\",\"scenario\":\"cbr\",\"payload\":\"500\",\"outcome\":\"served\"}\n");
        for (int number = 1; number <= 4; number++) {
            trial(number, (number + 1) / 2, number % 2 == 1 ? "a" : "b");
        }
        writeLines();
        finish();
    }

    Path directory() {
        return directory;
    }

    Path raw(int number, String file) {
        return directory.resolve(String.format(Locale.ROOT, "trials/%04d/%s", number, file));
    }

    /** Changes a line and leaves its neighbours as they are. */
    void editLine(int number, String was, String is) throws IOException {
        List<String> all = new ArrayList<>(Files.readAllLines(trials()));
        if (!all.get(number - 1).contains(was)) {
            throw new IllegalStateException("line " + number + " has no " + was + ": " + all.get(number - 1));
        }
        all.set(number - 1, all.get(number - 1).replace(was, is));
        write(all);
    }

    /** Changes the lines as text. */
    void editLines(Consumer<List<String>> edit) throws IOException {
        List<String> all = new ArrayList<>(Files.readAllLines(trials()));
        edit.accept(all);
        write(all);
    }

    /** Changes a trial as somebody does who knows of the chain: everything after it is linked again. */
    void forge(int number, Consumer<ObjectNode> edit) throws IOException {
        edit.accept(lines.get(number - 1));
        writeLines();
        finish();
    }

    /** Writes the manifest of a trial's folder again, and names it in the line, linked again. */
    void reseal(int number) throws IOException {
        String sum = manifest(raw(number, "").normalize());
        forge(number, line -> line.put("evidenceSha256", sum));
    }

    void finish() throws IOException {
        List<String> all = Files.readAllLines(trials());
        Files.writeString(
                directory.resolve("finished.json"),
                String.format(
                        Locale.ROOT,
                        "{\"finishedAt\":\"2026-11-21T09:00:00Z\",\"outcome\":\"complete\",\"exitCode\":0,\"trials\":%d,"
                                + "\"lastTrialSha256\":\"%s\",\"verificationsSha256\":\"%s\"}",
                        all.size(),
                        Sha256.of(all.get(all.size() - 1).getBytes(StandardCharsets.UTF_8)),
                        Sha256.of(directory.resolve("verifications.jsonl"))));
    }

    private Path trials() {
        return directory.resolve("trials.jsonl");
    }

    private void write(List<String> all) throws IOException {
        Files.writeString(trials(), String.join("\n", all) + "\n");
    }

    private void writeLines() throws IOException {
        String previous = Sha256.of(directory.resolve("run.json"));
        List<String> all = new ArrayList<>();
        for (ObjectNode line : lines) {
            line.put("previous", previous);
            String text = JSON.writeValueAsString(line);
            previous = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
            all.add(text);
        }
        write(all);
    }

    private void trial(int number, int block, String adapter) throws IOException {
        Path folder = Files.createDirectories(raw(number, ""));
        long begin = BASE_MILLIS + number * 10_000L;
        long start = begin + 1000;
        long end = start + 2400;
        boolean nio = injector.equals("nio");
        Random random = new Random(number);
        long[] counts = {100, 500 + random.nextInt(50), 500 + random.nextInt(50), 200, 30};
        long[] edges = {begin, start, start + 1003, start + 2000, end, end + 120};
        Histogram all = new Histogram(3);
        if (nio) {
            intervals(folder, counts, edges, random, all);
        } else {
            samples(folder, counts, edges, random, all);
        }
        long verified = counts[1] + counts[2] + counts[3];
        double unit = nio ? 1e-3 : 1000;
        ObjectNode line = (ObjectNode) JSON.readTree("""
                {"schema":"busbench/trial/1","run":"%s","number":%d,"block":%d,"adapter":"%s","role":"mediator",
                 "scenario":"cbr","payload":"500","concurrency":8,"injector":"%s",
                 "startedAt":"2026-11-21T08:0%d:00Z","window":{"startMillis":%d,"endMillis":%d},"measuredSeconds":2.4,
                 "outcome":"measured","verified":%d,"errors":{%s},
                 "latencyResolutionMicros":%d,"evidence":"trials/%04d"}
                """.formatted(
                        ID,
                        number,
                        block,
                        adapter,
                        injector,
                        number,
                        start,
                        end,
                        verified,
                        CLASSES.formatted(1),
                        nio ? 1 : 1000,
                        number));
        line.put("goodputPerSecond", verified / 2.4);
        line.set("latencyMicros", JSON.valueToTree(latency(all, unit)));
        line.set(
                "series",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "[{\"second\":0,\"verified\":%d,\"errors\":0},{\"second\":1,\"verified\":%d,\"errors\":1},"
                                + "{\"second\":2,\"verified\":%d,\"errors\":0}]",
                        counts[1],
                        counts[2],
                        counts[3])));
        line.set(
                "processes",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "{\"mediator\":{\"cpuMicrosPerMessage\":%s,\"userMicros\":20000,\"systemMicros\":10000,\"rssBytes\":1,"
                                + "\"threads\":1},\"backend\":null,\"injector\":null}",
                        30000.0 / verified)));
        long sent = verified + counts[0] + counts[4] + 1;
        line.set(
                "totals",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "{\"sent\":%d,\"verified\":%d,\"unfinished\":0,\"errors\":{%s}}",
                        sent,
                        sent - 1,
                        CLASSES.formatted(1))));
        line.set(
                "reconciliation",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "{\"sent\":%d,\"backendReceived\":%d,\"backendRefused\":0,\"backendAnswered\":{\"A\":%d},\"probeSent\":0,"
                                + "\"verdict\":\"exact\",\"difference\":0}",
                        sent,
                        sent,
                        sent)));
        if (nio) {
            line.put("histogram", "latency.hlog");
        }
        line.put("evidenceSha256", manifest(folder));
        lines.add(line);
    }

    private static Map<String, Double> latency(Histogram all, double unit) {
        Map<String, Double> latency = new TreeMap<>();
        latency.put("min", all.getMinValue() * unit);
        latency.put("mean", all.getMean() * unit);
        latency.put("p50", all.getValueAtPercentile(50) * unit);
        latency.put("p90", all.getValueAtPercentile(90) * unit);
        latency.put("p95", all.getValueAtPercentile(95) * unit);
        latency.put("p99", all.getValueAtPercentile(99) * unit);
        latency.put("p999", all.getValueAtPercentile(99.9) * unit);
        latency.put("max", all.getMaxValue() * unit);
        return latency;
    }

    private static void intervals(Path folder, long[] counts, long[] edges, Random random, Histogram all)
            throws IOException {
        try (PrintStream out =
                new PrintStream(Files.newOutputStream(folder.resolve("latency.hlog")), true, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputStartTime(edges[0]);
            log.outputBaseTime(edges[0]);
            log.setBaseTime(edges[0]);
            log.outputLegend();
            for (int i = 0; i < counts.length; i++) {
                Histogram interval = new Histogram(3);
                for (long j = 0; j < counts[i]; j++) {
                    interval.recordValue(200_000 + random.nextInt(5_000_000));
                }
                interval.setStartTimeStamp(edges[i]);
                interval.setEndTimeStamp(edges[i + 1]);
                interval.setTag("verified");
                log.outputIntervalHistogram(interval);
                if (i > 0 && i < counts.length - 1) {
                    all.add(interval);
                }
            }
        }
        Files.writeString(folder.resolve("errors.csv"), "second-start-millis,class,count\n" + edges[2] + ",reset,1\n");
    }

    private static void samples(Path folder, long[] counts, long[] edges, Random random, Histogram all)
            throws IOException {
        StringBuilder rows = new StringBuilder("timeStamp,elapsed,label,responseCode,responseMessage,success\n");
        for (int i = 0; i < counts.length; i++) {
            for (long j = 0; j < counts[i]; j++) {
                long elapsed = random.nextInt(9);
                long end = edges[i] + 5 + random.nextInt((int) (edges[i + 1] - edges[i] - 10));
                rows.append(end - elapsed).append(',').append(elapsed).append(",cbr,200,OK,true\n");
                if (i > 0 && i < counts.length - 1) {
                    all.recordValue(elapsed);
                }
            }
        }
        rows.append(edges[2] + 50)
                .append(",7,cbr,Non HTTP response code: java.net.SocketException,\"broken, \"\"pipe\"\"\",false\n");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("samples.jtl.gz")))) {
            out.write(rows.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String manifest(Path folder) throws IOException {
        StringBuilder manifest = new StringBuilder();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.sorted().toList()) {
                if (!file.endsWith("SHA256SUMS")) {
                    manifest.append(Sha256.of(file))
                            .append("  ")
                            .append(file.getFileName())
                            .append('\n');
                }
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), manifest);
        return Sha256.of(folder.resolve("SHA256SUMS"));
    }
}
