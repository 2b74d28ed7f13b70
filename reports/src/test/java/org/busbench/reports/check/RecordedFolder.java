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
import java.util.function.BiConsumer;
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
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/backend.log"), "it is up\n");
        Files.createDirectories(directory.resolve("work/a"));
        Files.writeString(directory.resolve("work/a/esb.conf"), "listen 1\n");
        Files.createDirectories(directory.resolve("tls"));
        Files.writeString(directory.resolve("tls/certificate.pem.key"), "a key\n");
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
                    // More than the window: on a busy machine the last mark may come late.
                    .put("cpuMicros", 30_000)
                    .put("p50Micros", raw.percentileMicros(50));
        }
        ObjectNode counts = (ObjectNode) line.get("reconciliation");
        long both = line.at("/totals/sent").asLong() + other.at("/totals/sent").asLong();
        counts.put("rivalSent", other.at("/totals/sent").asLong());
        counts.put("backendReceived", both);
        ((ObjectNode) counts.get("backendAnswered")).put("A", both);
        line.put("evidenceSha256", readings(raw(number, "").normalize(), line));
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
        line.put("evidenceSha256", readings(raw(number, "").normalize(), line));
    }

    private void calibrate() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("calibration/nio"));
        Histogram all = new Histogram(3);
        long start = BASE_MILLIS + 1000;
        long[] edges = {BASE_MILLIS, start, start + 1000, start + 2000, start + 3000, start + 3100};
        intervals(folder, new long[] {9, 300, 200, 100, 9}, edges, new Random(1), all);
        Files.writeString(
                directory.resolve("calibration.jsonl"),
                String.format(Locale.ROOT, """
                        {"injector":"nio","adapter":"a","payload":"500","concurrency":8,"window":{"startMillis":%d,"endMillis":%d},"measuredSeconds":3.0,"verified":600,"errors":0,"goodputPerSecond":200.0,"cpuMicrosPerRequest":4.0,"evidence":"calibration/nio","evidenceSha256":"%s"}
                        """, start, start + 3000, manifest(folder)));
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
        Files.deleteIfExists(directory.resolve("SHA256SUMS"));
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
        StringBuilder sums = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.toString().contains("/trials/")) {
                    sums.append(Sha256.of(file))
                            .append("  ")
                            .append(directory.relativize(file))
                            .append('\n');
                }
            }
        }
        Files.writeString(directory.resolve("SHA256SUMS"), sums);
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
                                + "\"threads\":1,\"gc\":{\"collections\":2,\"pauseMillis\":2.0,\"cpuMicros\":4,\"liveBytes\":777},"
                                + "\"instructions\":{\"perMessage\":40000.0,\"user\":900000,\"kernel\":300000,\"verified\":30,"
                                + "\"window\":{\"startMillis\":%d,\"endMillis\":%d}},"
                                + "\"events\":{\"voluntarySwitches\":10,\"involuntarySwitches\":2,\"minorFaults\":20,\"readWriteCalls\":60},"
                                + "\"samples\":[{\"second\":0,\"rssBytes\":3,\"threads\":4,\"descriptors\":5,\"connections\":6,"
                                + "\"cpuMicros\":0},{\"second\":1,\"rssBytes\":7,\"threads\":8,\"descriptors\":9,"
                                + "\"connections\":10,\"cpuMicros\":7000}]},\"backend\":null,\"injector\":null}",
                        30000.0 / verified,
                        end,
                        end + 120)));
        line.set(
                "machine",
                JSON.readTree(
                        "{\"busyShare\":0.7,\"stealShare\":0.05,\"idleShare\":0.25,\"userShare\":0.5,\"systemShare\":0.2,"
                                + "\"foreignShares\":[0.46],\"waitedSeconds\":[0.325]}"));
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
                                + "\"verdict\":\"exact\",\"difference\":0,\"held\":{\"verified\":500,\"given\":500}}",
                        sent,
                        sent,
                        sent)));
        if (nio) {
            line.put("histogram", "latency.hlog");
        }
        line.putObject("limited").put("letThrough", 75).put("least", 64).put("most", 85);
        line.put("evidenceSha256", readings(folder, line));
        lines.add(line);
    }

    /**
     * The readings from which a line follows, of a mediator of two processes, the second of which began within the window.
     *
     * @return fingerprint of the manifest, which names them
     */
    private static String readings(Path folder, ObjectNode line) throws IOException {
        List<String> all = new ArrayList<>(List.of("moment,monotonicNanos,wallMillis,role,process,name,value,source"));
        long start = line.at("/window/startMillis").asLong();
        BiConsumer<String, String> add = (moment, reading) -> {
            String at = moment.equals("start") || moment.equals("before") ? "-1000000,1" : "2399000000,2";
            all.add(moment + "," + at + "," + reading + ",test");
        };
        for (String reading : """
                mediator,7,cpuNanos,1000000000 mediator,7,userMicros,700000 mediator,7,systemMicros,300000
                mediator,7,rssBytes,5 mediator,7,threads,5 mediator,7,gcCollections,4 mediator,7,gcPauseNanos,1000000
                mediator,7,gcCpuNanos,5000 mediator,7,minorFaults,5 mediator,7,readWriteCalls,40 mediator,7/9,voluntarySwitches,3 machine,all,allTicks,1000 machine,all,userTicks,300 machine,all,systemTicks,300
                machine,all,unusedTicks,100 machine,all,stolenTicks,10""".split("\\s+", -1)) {
            add.accept("start", reading);
        }
        for (String reading : """
                mediator,7,cpuNanos,1020000400 mediator,7,userMicros,710000 mediator,7,systemMicros,310000
                mediator,7,rssBytes,1 mediator,7,threads,1 mediator,7,gcCollections,6 mediator,7,gcPauseNanos,3000000
                mediator,7,gcCpuNanos,9000 mediator,7,minorFaults,25 mediator,7,readWriteCalls,100
                mediator,7/9,voluntarySwitches,13 mediator,7/10,involuntarySwitches,2 mediator,8,gcCpuNanos,-1 mediator,8,cpuNanos,10000000 mediator,8,userMicros,10000
                machine,all,allTicks,1400 machine,all,userTicks,500 machine,all,systemTicks,380 machine,all,unusedTicks,200
                machine,all,stolenTicks,30""".split("\\s+", -1)) {
            add.accept("end", reading);
        }
        for (String reading : """
                second-0,mediator,7,cpuNanos,1000000000 second-0,mediator,7,rssBytes,3 second-0,mediator,7,threads,4
                second-0,mediator,7,descriptors,5 second-0,mediator,7,connections,6 second-1,mediator,7,cpuNanos,1007000999
                second-1,mediator,7,rssBytes,7 second-1,mediator,7,threads,8 second-1,mediator,7,descriptors,9
                second-1,mediator,7,connections,10 second-0,run,7,ticks,50 second-0,machine,all,allTicks,1000
                second-0,machine,all,userTicks,300 second-0,machine,all,systemTicks,300
                second-0,machine,all,interruptTicks,100 second-0,machine,all,unusedTicks,100
                second-0,machine,all,stolenTicks,10 stop,run,7,ticks,60 stop,machine,all,allTicks,1200
                stop,machine,all,userTicks,380 stop,machine,all,systemTicks,340 stop,machine,all,interruptTicks,110
                stop,machine,all,unusedTicks,110 stop,machine,all,stolenTicks,12 stop,machine,run,waitedNanos,300000000
                stop,machine,run,lateNanos,5000000 count-start,mediator,all,userInstructions,1000
                count-start,mediator,all,kernelInstructions,2000 count-end,mediator,all,userInstructions,901000
                count-end,mediator,all,kernelInstructions,302000 after,mediator,7,liveBytes,777
                after,injector,limited,letThrough,75 after,injector,limited,allowed,72 after,injector,limited,burst,5
                after,injector,probe,sent,0 before,backend,A,received,11 before,backend,A,answered,11
                before,backend,A,refused,0 before,backend,counts,given,11""".split("\\s+", -1)) {
            int comma = reading.indexOf(',');
            add.accept(reading.substring(0, comma), reading.substring(comma + 1));
        }
        for (String name : List.of("sent", "verified", "unfinished", "unsent")) {
            add.accept(
                    "after",
                    "injector,sender-1," + name + ","
                            + line.at("/totals/" + name).asLong());
        }
        long received = 11 + line.at("/reconciliation/backendReceived").asLong();
        add.accept("after", "backend,A,received," + received);
        add.accept("after", "backend,A,answered," + received);
        add.accept("after", "backend,A,refused,0");
        add.accept("after", "injector,held,verified,500");
        add.accept("after", "backend,held,given,511");
        for (int i = 0; i <= line.at("/duet/windows").size(); i++) {
            long millis = i == 0
                    ? start
                    : line.at("/duet/windows/" + (i - 1) + "/endMillis").asLong();
            add.accept("mark-" + i, "mediator,stretch,markMillis," + millis);
            add.accept("mark-" + i, "mediator,stretch,cpuNanos," + (1_000_000_000L + 30_000_000L * i));
        }
        pack(folder.resolve("readings.csv.gz"), String.join("\n", all) + "\n");
        return manifest(folder);
    }

    static void pack(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
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
        pack(folder.resolve("samples.jtl.gz"), rows.toString());
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
