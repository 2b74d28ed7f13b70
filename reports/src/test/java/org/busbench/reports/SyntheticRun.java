package org.busbench.reports;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a run directory as large as one may become: no measurement, but shapes as measurements have them. Throughput
 * follows the Universal Scalability Law; two mediators are the same but for noise, one stalls, one fails under load, some
 * do not serve a scenario, one breaks off, the fastest come near {@code direct}. The same sizes give the same run.
 */
public final class SyntheticRun {

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final List<String> KNOWN = List.of(
            "busbench",
            "synapse",
            "synapse-nhttp",
            "camel",
            "camel-vanilla",
            "mule-3.9",
            "mule-3.9-default",
            "spring-integration",
            "servicemix");
    private static final List<String> SCENARIOS = List.of("virtualization", "cbr", "xslt");
    private static final List<String> PAYLOADS = List.of("500", "1K", "5K", "10K", "100K");
    private static final double[] BYTES = {500, 1_000, 5_000, 10_000, 100_000};
    private static final List<Integer> LEVELS = List.of(1, 2, 8, 20, 50, 100, 300, 1000);
    private static final int LOGGED_LEVEL = 20;
    private static final int CONTROLS = 3;
    private static final int SECONDS = 3;
    private static final long BASE_MILLIS = 1_795_254_000_000L;
    private static final double NANOS_PER_MICRO = 1000;

    private final Path directory;
    private final int adapters;
    private final int sizes;
    private final int levels;
    private final int blocks;
    private final Random random = new Random(20070713);
    private int number;

    private SyntheticRun(Path directory, int adapters, int sizes, int levels, int blocks) {
        this.directory = directory;
        this.adapters = adapters;
        this.sizes = sizes;
        this.levels = levels;
        this.blocks = blocks;
    }

    /**
     * Writes a run.
     *
     * @param directory made when it does not exist
     * @param adapters how many, three controls among them
     * @param sizes of messages, at most 5
     * @param levels of concurrency, at most 8
     * @param blocks how often each cell was measured
     */
    public static Path write(Path directory, int adapters, int sizes, int levels, int blocks) throws IOException {
        Files.createDirectories(directory);
        new SyntheticRun(directory, adapters, sizes, levels, blocks).write();
        return directory;
    }

    private void write() throws IOException {
        Files.writeString(directory.resolve("run.json"), JSON.writeValueAsString(info()));
        Files.writeString(
                directory.resolve("finished.json"),
                "{\"finishedAt\":\"2026-11-21T09:00:00Z\",\"outcome\":\"complete\",\"exitCode\":0}\n");
        List<String> verifications = new ArrayList<>();
        List<String> trials = new ArrayList<>();
        for (int adapter = 0; adapter < adapters; adapter++) {
            for (int scenario = 0; scenario < SCENARIOS.size(); scenario++) {
                for (int size = 0; size < sizes; size++) {
                    verifications.add(verification(adapter, scenario, size));
                }
            }
        }
        for (int block = 1; block <= blocks; block++) {
            for (int scenario = 0; scenario < SCENARIOS.size(); scenario++) {
                for (int size = 0; size < sizes; size++) {
                    for (int level = 0; level < levels; level++) {
                        for (int adapter = 0; adapter < adapters; adapter++) {
                            if (served(adapter, scenario)) {
                                trials.add(JSON.writeValueAsString(trial(block, scenario, size, level, adapter)));
                            }
                        }
                    }
                }
            }
        }
        Files.write(directory.resolve("verifications.jsonl"), verifications);
        Files.write(directory.resolve("trials.jsonl"), trials);
    }

    private ObjectNode info() {
        ObjectNode info = JSON.createObjectNode()
                .put("schema", "busbench/run/1")
                .put("id", "synthetic")
                .put("startedAt", "2026-11-21T08:00:00Z");
        info.putObject("busbench").put("version", "0.1").putNull("commit");
        ObjectNode suite = info.putObject("suite")
                .put("name", "synthetic")
                .put("about", "No measurement: shapes to draw.")
                .put("file", "none")
                .put("sha256", "0".repeat(64))
                .put("blocks", blocks)
                .put("warmupSeconds", 1)
                .put("measureSeconds", SECONDS)
                .put("seed", 1)
                .put("errorBound", 0.01)
                .put("injector", "nio");
        SCENARIOS.forEach(suite.putArray("scenarios")::add);
        PAYLOADS.subList(0, sizes).forEach(suite.putArray("payloads")::add);
        LEVELS.subList(0, levels).forEach(suite.putArray("concurrency")::add);
        ArrayNode list = info.putArray("adapters");
        for (int adapter = 0; adapter < adapters; adapter++) {
            ObjectNode one = list.addObject()
                    .put("name", name(adapter))
                    .put("title", control(adapter) ? name(adapter) : "Mediator " + name(adapter))
                    .put("role", control(adapter) ? "control" : "mediator")
                    .put("version", "1." + adapter);
            one.putArray("commandLine").add("java").add("-Xmx1g").add(name(adapter));
        }
        info.putArray("unavailable");
        info.putObject("environment")
                .put("os", "Linux")
                .put("kernel", "6")
                .put("cpu", "drawn by a generator")
                .put("logicalCpus", 2)
                .put("memoryBytes", 1L << 33)
                .put("harnessJava", "17")
                .put("jmeter", "5.6.3");
        return info;
    }

    private String verification(int adapter, int scenario, int size) {
        String place = "{\"adapter\":\"%s\",\"scenario\":\"%s\",\"payload\":\"%s\",\"outcome\":"
                .formatted(name(adapter), SCENARIOS.get(scenario), PAYLOADS.get(size));
        return served(adapter, scenario)
                ? place + "\"served\"}"
                : place + "\"not-served\",\"reason\":\"it has no transformation, says its adapter\"}";
    }

    private ObjectNode trial(int block, int scenario, int size, int level, int adapter) throws IOException {
        number++;
        int clients = LEVELS.get(level);
        ObjectNode trial = JSON.createObjectNode()
                .put("schema", "busbench/trial/1")
                .put("number", number)
                .put("block", block)
                .put("adapter", name(adapter))
                .put("role", control(adapter) ? "control" : "mediator")
                .put("scenario", SCENARIOS.get(scenario))
                .put("sends", SCENARIOS.get(scenario))
                .put("payload", PAYLOADS.get(size))
                .put("concurrency", clients)
                .put("injector", "nio")
                .put("startedAt", "2026-11-21T08:00:00Z")
                .put("latencyResolutionMicros", 1)
                .put("evidence", "trials/%05d".formatted(number));
        if (adapter == 8 && clients == 1000 && !control(adapter)) {
            trial.put("outcome", "failed")
                    .put("reason", "the mediator ended with exit code 137")
                    .put("verified", 0);
            errors(trial, 0);
            trial.putArray("series");
            return trial;
        }
        double cpu = cpuMicros(adapter, scenario, size) * noise(0.02);
        double goodput = goodput(cpu, clients) * noise(0.015);
        double mean = clients * 1e6 / goodput;
        long failed = adapter == 7 && clients >= 300 ? 3 + random.nextInt(20) : 0;
        long start = BASE_MILLIS + number * 10_000L;
        long verified = Math.round(goodput * SECONDS);
        trial.putObject("window").put("startMillis", start).put("endMillis", start + SECONDS * 1000L);
        trial.put("measuredSeconds", (double) SECONDS)
                .put("outcome", "measured")
                .put("verified", verified)
                .put("goodputPerSecond", verified / (double) SECONDS);
        errors(trial, failed);
        double median = mean * 0.8;
        trial.putObject("latencyMicros")
                .put("min", median * 0.3)
                .put("mean", mean)
                .put("p50", median)
                .put("p90", median * 1.7)
                .put("p95", median * 2.1)
                .put("p99", median * 4)
                .put("p999", median * 15)
                .put("max", median * 60);
        series(trial, verified, failed, median, adapter == 5);
        processes(trial, adapter, clients, cpu, verified);
        trial.putObject("machine").put("busyShare", 0.95).put("stealShare", 0.0).put("idleShare", 0.05);
        trial.putObject("sampled").put("compared", 40).put("different", 0).putNull("firstDifference");
        if (clients == LOGGED_LEVEL && size == 0) {
            trial.put("histogram", "latency.hlog");
            log(trial.get("evidence").asText(), start, median);
        }
        return trial;
    }

    private static void errors(ObjectNode trial, long timeouts) {
        ObjectNode errors = trial.putObject("errors");
        for (String kind : List.of("connect", "timeout", "reset", "cut", "status", "route", "foreign", "content")) {
            errors.put(kind, kind.equals("timeout") ? timeouts : 0);
        }
    }

    private void series(ObjectNode trial, long verified, long failed, double median, boolean stalls) {
        ArrayNode series = trial.putArray("series");
        long left = verified;
        for (int second = 0; second < SECONDS; second++) {
            boolean last = second == SECONDS - 1;
            long share = last ? left : Math.round(verified / (double) SECONDS * (stalls && second == 1 ? 0.02 : 1));
            left -= share;
            series.addObject()
                    .put("second", second)
                    .put("verified", share)
                    .put("errors", last ? failed : 0)
                    .put("p50Micros", median * noise(0.05))
                    .put("p99Micros", median * 4 * noise(0.2));
        }
    }

    private void processes(ObjectNode trial, int adapter, int clients, double cpu, long verified) {
        ObjectNode processes = trial.putObject("processes");
        if (adapter != adapters - CONTROLS) {
            process(processes.putObject("mediator"), cpu, verified, (200L + 17L * adapter) << 20, 10 + clients / 4)
                    .putObject("gc")
                    .put("collections", 3)
                    .put("pauseMillis", 12.5)
                    .put("cpuMicros", Math.round(cpu * verified * 0.04));
        }
        process(processes.putObject("backend"), 9 * noise(0.02), verified, 180L << 20, 17);
        process(processes.putObject("injector"), 8 * noise(0.02), verified, 320L << 20, 21);
    }

    private static ObjectNode process(ObjectNode process, double cpu, long verified, long rss, int threads) {
        return process.put("cpuMicrosPerMessage", cpu)
                .put("userMicros", Math.round(cpu * verified * 0.7))
                .put("systemMicros", Math.round(cpu * verified * 0.3))
                .put("rssBytes", rss)
                .put("threads", threads);
    }

    private void log(String evidence, long start, double medianMicros) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(evidence));
        try (PrintStream out = new PrintStream(folder.resolve("latency.hlog").toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            for (int second = 0; second < SECONDS; second++) {
                Histogram interval = new Histogram(3);
                interval.setTag("verified");
                interval.setStartTimeStamp(start + second * 1000L);
                interval.setEndTimeStamp(start + (second + 1) * 1000L);
                for (int i = 0; i < 2000; i++) {
                    double tail = random.nextInt(300) == 0 ? 12 * random.nextDouble() : 1;
                    interval.recordValue(Math.round(medianMicros
                            * NANOS_PER_MICRO
                            * Math.exp(0.3 * random.nextGaussian())
                            * Math.max(1, tail)));
                }
                writer.outputIntervalHistogram(interval);
            }
        }
    }

    private boolean control(int adapter) {
        return adapter >= adapters - CONTROLS;
    }

    private String name(int adapter) {
        return control(adapter)
                ? List.of("direct", "nginx", "haproxy").get(adapter - (adapters - CONTROLS))
                : adapter < KNOWN.size() ? KNOWN.get(adapter) : "esb-" + (adapter + 1);
    }

    private boolean served(int adapter, int scenario) {
        return scenario != 2 || control(adapter) || adapter % 7 != 6;
    }

    /** Of the mediator alone; nothing for direct. The second and the third are alike. */
    private double cpuMicros(int adapter, int scenario, int size) {
        if (control(adapter)) {
            return adapter == adapters - CONTROLS ? 0 : 11 + BYTES[size] / 4000;
        }
        double own = 9 * Math.pow(1.16, adapter == 2 ? 1 : adapter);
        double perByte = own / 4000 * (scenario == 0 ? 0.4 : scenario == 1 ? 1.2 : 6);
        return own * (1 + 0.5 * scenario) + perByte * BYTES[size];
    }

    private static double goodput(double cpuMicros, int clients) {
        double ceiling = 2e6 / (17 + cpuMicros);
        double alone = 1e6 / (25 + cpuMicros * 1.3);
        double law = alone * clients / (1 + 0.02 * (clients - 1) + 0.00001 * clients * (clients - 1));
        return 1 / (1 / ceiling + 1 / law);
    }

    private double noise(double spread) {
        return Math.exp(spread * random.nextGaussian());
    }
}
