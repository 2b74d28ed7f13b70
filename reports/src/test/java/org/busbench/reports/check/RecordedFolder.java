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
import org.busbench.common.Sha256;

/** A run directory with raw data, as docs/results.md says, for tests to break. */
public final class RecordedFolder {

    static final String ID = "made-for-a-test";

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final long BASE_MILLIS = 1_795_254_000_123L;
    private static final String CLASSES =
            "\"connect\":0,\"timeout\":0,\"reset\":%d,\"cut\":0,\"status\":0,\"route\":0,\"foreign\":0,\"content\":0";

    private final Path directory;
    private final String injector;
    private final List<ObjectNode> lines = new ArrayList<>();
    private int failures = 1;

    private final boolean duets;

    public RecordedFolder(Path directory, String injector) throws IOException {
        this(directory, injector, false);
    }

    private RecordedFolder(Path directory, String injector, boolean duets) throws IOException {
        this.duets = duets;
        this.directory = Files.createDirectories(directory);
        this.injector = injector;
        Files.writeString(directory.resolve("run.json"), """
                {"schema": "busbench/run/1", "id": "%s", "startedAt": "2026-11-21T08:00:00Z",
                 "busbench": {"version": "1", "commit": null},
                 "suite": {"name": "t", "sha256": "%s", "scenarios": ["cbr"], "payloads": ["500"], "concurrency": [8],
                           "blocks": 2, "warmupSeconds": 1.0, "measureSeconds": 2.0, "seed": 1, "errorBound": 0.01,
                           "injector": "%s",
                           "fixedRate": {"shareOfSlowest": 0.5}, "frontierMillis": [5.0, 20.0]},
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

    /** The same run with what follows the blocks: a rate for both adapters, a search of two rates, and a calibration. */
    static RecordedFolder atRates(Path directory) throws IOException {
        RecordedFolder folder = new RecordedFolder(directory, "nio");
        double slowest = Math.min(folder.medianGoodput(0, 2), folder.medianGoodput(1, 3));
        folder.atRate(5, "a", "fixed-rate", Math.floor(slowest / 2));
        folder.atRate(6, "b", "fixed-rate", Math.floor(slowest / 2));
        folder.failures = 0;
        folder.atRate(7, "a", "frontier", 400);
        folder.atRate(8, "a", "frontier", 800);
        folder.calibrate();
        folder.writeLines();
        folder.finish();
        return folder;
    }

    /** Two blocks of one duet: lines 1 and 2, then 3 and 4 with the sides changed. */
    static RecordedFolder ofDuets(Path directory) throws IOException {
        RecordedFolder folder = new RecordedFolder(directory, "nio", true);
        Path file = folder.directory.resolve("run.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "\"blocks\": 2,",
                                "\"duets\": [{\"first\": \"a\", \"second\": \"b\"}, {\"first\": \"a\", \"second\": \"c\"}], \"blocks\": 2,")
                        .replace("\"concurrency\": [8]", "\"concurrency\": [8, 9]")
                        .replace(
                                "\"fixedRate\": {\"shareOfSlowest\": 0.5}, \"frontierMillis\": [5.0, 20.0]",
                                "\"duetWindowSeconds\": 0.8"));
        for (int number = 1; number <= 4; number++) {
            folder.duet(number, number % 2 == 1 ? number + 1 : number - 1);
        }
        folder.writeLines();
        folder.finish();
        return folder;
    }

    private void duet(int number, int partner) throws IOException {
        ObjectNode line = lines.get(number - 1);
        ObjectNode other = lines.get(partner - 1);
        line.put("purpose", "duet");
        ObjectNode duet = line.putObject("duet");
        duet.put("partner", partner).put("rival", other.get("adapter").asText());
        duet.put("dealtFirst", (number == 1) || (number == 4));
        long start = line.at("/window/startMillis").asLong();
        long[] edges = {start, start + 1003, start + 2000, start + 2400};
        for (int i = 0; i < 3; i++) {
            RawFigures raw = IntervalLogs.trial(
                    raw(number, "").normalize(),
                    "latency.hlog",
                    new org.busbench.record.Window(edges[i], edges[i + 1]));
            duet.withArray("windows")
                    .addObject()
                    .put("startMillis", edges[i])
                    .put("endMillis", edges[i + 1])
                    .put("verified", raw.verified())
                    .put("cpuMicros", 10_000)
                    .put("p50Micros", raw.percentileMicros(50));
        }
        ObjectNode counts = (ObjectNode) line.get("reconciliation");
        long both = line.at("/totals/sent").asLong() + other.at("/totals/sent").asLong();
        counts.put("rivalSent", other.at("/totals/sent").asLong());
        counts.put("backendReceived", both);
        ((ObjectNode) counts.get("backendAnswered")).put("A", both);
    }

    /** The same run over four hosts: the first injector's log is the whole one, and the other wrote nothing. */
    static RecordedFolder overHosts(Path directory) throws IOException {
        RecordedFolder folder = new RecordedFolder(directory, "nio");
        Path run = directory.resolve("run.json");
        ObjectNode info = (ObjectNode) JSON.readTree(run.toFile());
        for (String name : List.of("one", "two", "esb", "server")) {
            String role = name.equals("esb") ? "mediator" : name.equals("server") ? "backend" : "injector";
            info.withArray("hosts")
                    .addObject()
                    .put("role", role)
                    .put("name", name)
                    .put("os", "Linux")
                    .put("kernel", "6")
                    .put("cpu", "c")
                    .put("logicalCpus", 4)
                    .put("memoryBytes", 1 << 30)
                    .put("java", "17")
                    .putObject("clock")
                    .put("aheadMicros", 5_000_000)
                    .put("boundMicros", 200);
            for (ObjectNode line : folder.lines) {
                ObjectNode clock = line.withArray("clocks").addObject();
                clock.put("role", role).put("host", name);
                for (String when : List.of("before", "after")) {
                    clock.putObject(when).put("aheadMicros", 5_000_100).put("boundMicros", 300);
                }
            }
        }
        JSON.writeValue(run.toFile(), info);
        for (int number = 1; number <= folder.lines.size(); number++) {
            for (String name : List.of("one", "two")) {
                Path own = Files.createDirectories(folder.raw(number, name));
                for (String file : List.of("latency.hlog", "errors.csv")) {
                    List<String> all = Files.readAllLines(folder.raw(number, file));
                    Files.write(
                            own.resolve(file),
                            name.equals("one")
                                    ? all
                                    : all.stream()
                                            .filter(line -> !line.startsWith("Tag=") && !line.matches("[0-9].*"))
                                            .toList());
                }
            }
            folder.reseal(number);
        }
        return folder;
    }

    private double medianGoodput(int first, int second) {
        return (lines.get(first).get("goodputPerSecond").asDouble()
                        + lines.get(second).get("goodputPerSecond").asDouble())
                / 2;
    }

    private void atRate(int number, String adapter, String purpose, double rate) throws IOException {
        trial(number, 1, adapter);
        ObjectNode line = lines.get(number - 1);
        line.put("purpose", purpose);
        line.putObject("load").put("model", "open").put("ratePerSecond", rate);
        ((ObjectNode) line.get("totals")).put("unsent", 3);
    }

    private void calibrate() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("calibration/nio"));
        Histogram all = new Histogram(3);
        long start = BASE_MILLIS + 1000;
        long[] edges = {BASE_MILLIS, start, start + 1000, start + 2000, start + 3000, start + 3100};
        intervals(folder, new long[] {9, 300, 200, 100, 9}, edges, new Random(1), all);
        Path wrk = Files.createDirectories(directory.resolve("calibration/wrk"));
        Files.writeString(
                wrk.resolve("wrk.txt"), "  950 requests in 2.00s, 1.00MB read\n  Non-2xx or 3xx responses: 50\n");
        Files.writeString(
                directory.resolve("calibration.jsonl"),
                String.format(Locale.ROOT, """
                        {"injector":"nio","adapter":"a","payload":"500","concurrency":8,"window":{"startMillis":%d,"endMillis":%d},"measuredSeconds":3.0,"verified":600,"errors":0,"goodputPerSecond":200.0,"cpuMicrosPerRequest":4.0,"evidence":"calibration/nio","evidenceSha256":"%s"}
                        {"injector":"wrk","adapter":"a","payload":"500","concurrency":8,"measuredSeconds":2.0,"verified":900,"errors":50,"goodputPerSecond":450.0,"cpuMicrosPerRequest":3.0,"evidence":"calibration/wrk","evidenceSha256":"%s"}
                        """, start, start + 3000, manifest(folder), manifest(wrk)));
    }

    /** Changes the calibration and renews its seal, as an informed forger would. */
    void forgeCalibration(String was, String is) throws IOException {
        Path file = directory.resolve("calibration.jsonl");
        String text = Files.readString(file);
        if (!text.contains(was)) {
            throw new IllegalStateException("the calibration has no " + was + ": " + text);
        }
        Files.writeString(file, text.replace(was, is));
        finish();
    }

    public Path directory() {
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

    /** Changes a trial and links everything after it again, as an informed forger would. */
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

    /** As if each block had met mediators of its own, as the suite asked. */
    void forkedByBlock() throws IOException {
        Path file = directory.resolve("run.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"blocks\": 2,", "\"blocks\": 2, \"forks\": 2,")
                        .replace("\"role\": \"mediator\"}", "\"role\": \"mediator\", \"commandLine\": [\"java\"]}"));
        for (ObjectNode line : lines) {
            line.put("fork", line.get("block").asInt());
        }
        writeLines();
        finish();
    }

    void finish() throws IOException {
        List<String> all = Files.readAllLines(trials());
        Path calibration = directory.resolve("calibration.jsonl");
        Files.writeString(
                directory.resolve("finished.json"),
                String.format(
                        Locale.ROOT,
                        "{\"finishedAt\":\"2026-11-21T09:00:00Z\",\"outcome\":\"complete\",\"exitCode\":0,\"trials\":%d,"
                                + "\"lastTrialSha256\":\"%s\",\"verificationsSha256\":\"%s\",\"calibrationSha256\":%s}",
                        all.size(),
                        Sha256.of(all.get(all.size() - 1).getBytes(StandardCharsets.UTF_8)),
                        Sha256.of(directory.resolve("verifications.jsonl")),
                        Files.exists(calibration) ? '"' + Sha256.of(calibration) + '"' : "null"));
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
        long begin = BASE_MILLIS + (duets ? (number + 1) / 2 : number) * 10_000L;
        long start = begin + 1000;
        long end = start + 2400;
        boolean nio = injector.equals("nio");
        Random random = new Random(number);
        long[] counts = {100, 500 + random.nextInt(50), 500 + random.nextInt(50), 200, 30};
        long[] edges = {begin, start, start + 1003, start + 2000, end, end + 120};
        Histogram all = new Histogram(3);
        if (nio) {
            intervals(folder, counts, edges, random, all);
            errors(folder, edges[2], failures);
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
                        CLASSES.formatted(failures),
                        nio ? 1 : 1000,
                        number));
        line.put("goodputPerSecond", verified / 2.4);
        line.set("latencyMicros", JSON.valueToTree(latency(all, unit)));
        line.set(
                "series",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "[{\"second\":0,\"verified\":%d,\"errors\":0},{\"second\":1,\"verified\":%d,\"errors\":%d},"
                                + "{\"second\":2,\"verified\":%d,\"errors\":0}]",
                        counts[1],
                        counts[2],
                        failures,
                        counts[3])));
        line.set(
                "processes",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "{\"mediator\":{\"cpuMicrosPerMessage\":%s,\"userMicros\":20000,\"systemMicros\":10000,\"rssBytes\":1,"
                                + "\"threads\":1},\"backend\":null,\"injector\":null}",
                        30000.0 / verified)));
        line.set(
                "machine",
                JSON.readTree(
                        "{\"busyShare\":0.7,\"stealShare\":0.05,\"idleShare\":0.25,\"userShare\":0.5,\"systemShare\":0.2}"));
        long sent = verified + counts[0] + counts[4] + failures;
        line.set(
                "totals",
                JSON.readTree(String.format(
                        Locale.ROOT,
                        "{\"sent\":%d,\"verified\":%d,\"unfinished\":0,\"errors\":{%s}}",
                        sent,
                        sent - failures,
                        CLASSES.formatted(failures))));
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
        clocks(folder, start, end);
        line.put("evidenceSha256", manifest(folder));
        lines.add(line);
    }

    /** Of a mediator of two processes, the second of which began within the window. */
    private static void clocks(Path folder, long start, long end) throws IOException {
        Files.writeString(folder.resolve("clocks.csv"), """
                edge,wallMillis,role,process,clock,value
                start,%1$d,mediator,7,cpuNanos,1000000000
                start,%1$d,mediator,7,userMicros,700000
                start,%1$d,mediator,7,systemMicros,300000
                start,%1$d,mediator,7,rssBytes,5
                start,%1$d,mediator,7,threads,5
                start,%1$d,machine,all,allTicks,1000
                start,%1$d,machine,all,userTicks,300
                start,%1$d,machine,all,systemTicks,300
                start,%1$d,machine,all,unusedTicks,100
                start,%1$d,machine,all,stolenTicks,10
                end,%2$d,mediator,7,cpuNanos,1020000400
                end,%2$d,mediator,7,userMicros,710000
                end,%2$d,mediator,7,systemMicros,310000
                end,%2$d,mediator,7,rssBytes,1
                end,%2$d,mediator,7,threads,1
                end,%2$d,mediator,8,cpuNanos,10000000
                end,%2$d,mediator,8,userMicros,10000
                end,%2$d,machine,all,allTicks,1400
                end,%2$d,machine,all,userTicks,500
                end,%2$d,machine,all,systemTicks,380
                end,%2$d,machine,all,unusedTicks,200
                end,%2$d,machine,all,stolenTicks,30
                """.formatted(start, end));
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
    }

    private static void errors(Path folder, long millis, int failures) throws IOException {
        Files.writeString(
                folder.resolve("errors.csv"),
                "second-start-millis,class,count\n" + (failures == 0 ? "" : millis + ",reset," + failures + "\n"));
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
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.endsWith("SHA256SUMS")) {
                    manifest.append(Sha256.of(file))
                            .append("  ")
                            .append(folder.relativize(file))
                            .append('\n');
                }
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), manifest);
        return Sha256.of(folder.resolve("SHA256SUMS"));
    }
}
