package org.busbench.calibration;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request costs each injector, in CPU time (user and system) of its process: nio, jmeter-http and wrk against the
 * wire backend, one after the other in each round. Needs the JDK alone and a built project, and is run from its folder:
 *
 * <pre>
 * java jmeter-plans/src/test/java/org/busbench/calibration/Calibration.java users=20,200,2000,8000 seconds=10 rounds=5
 * </pre>
 */
public final class Calibration {
    private static final String PATH = "/services/SimpleStockQuoteService";
    private static final Pattern WRK_REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s");

    private final Map<String, String> options = new LinkedHashMap<>(Map.of(
            "users", "20,200,2000,8000",
            "seconds", "10",
            "rounds", "5",
            "port", "21100",
            "payload", "500",
            "injectors", "nio,jmeter-http,wrk"));
    private final Path work = Files.createTempDirectory("calibration");
    private final PrintStream out = System.out;
    private int runs;

    private Calibration(String[] arguments) throws IOException {
        for (String argument : arguments) {
            String[] pair = argument.split("=", 2);
            if (pair.length != 2 || !options.containsKey(pair[0])) {
                throw new IllegalArgumentException("'" + argument + "' is no option: " + options);
            }
            options.put(pair[0], pair[1]);
        }
    }

    /** Verified requests (wrk: answered ones), and what they cost. */
    private record Cost(long requests, Duration cpu, long failed) {
        double micros() {
            return requests == 0 ? Double.NaN : cpu.toNanos() / 1e3 / requests;
        }
    }

    /**
     * Measures and prints.
     *
     * @param arguments {@code name=value}: users, seconds, rounds, port, payload, injectors
     * @throws IOException when a process does not start
     * @throws InterruptedException when interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try {
            new Calibration(arguments).run();
        } catch (IllegalArgumentException wrong) {
            PrintStream errors = System.err;
            errors.println("calibration: " + wrong.getMessage());
            System.exit(2);
        }
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    private void run() throws IOException, InterruptedException {
        List<Integer> users = Arrays.stream(options.get("users").split(",", -1))
                .map(Integer::valueOf)
                .toList();
        requireFiles(users.stream().mapToInt(Integer::intValue).max().orElse(1));
        String[] names = options.get("injectors").split(",", -1);
        Process backend = backend();
        Map<String, JMeter> jmeters = new LinkedHashMap<>();
        try {
            for (String name : names) {
                if (!name.equals("wrk")) {
                    jmeters.put(name, new JMeter(work, name));
                }
            }
            out.println(
                    "| users | injector | CPU-µs per request: median | each round | requests/s | failed | RSS MB |");
            out.println("|---|---|---|---|---|---|---|");
            for (int number : users) {
                measure(number, names, jmeters);
            }
        } finally {
            for (JMeter jmeter : jmeters.values()) {
                jmeter.end();
            }
            backend.destroy();
        }
    }

    private void measure(int users, String[] names, Map<String, JMeter> jmeters)
            throws IOException, InterruptedException {
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round <= number("rounds"); round++) {
            for (int i = 0; i < names.length; i++) {
                String name = names[(i + round) % names.length];
                Cost cost = name.equals("wrk") ? wrk(users) : jmeter(jmeters.get(name), users);
                if (round > 0) { // the first round warms up
                    costs.computeIfAbsent(name, key -> new ArrayList<>()).add(cost);
                }
            }
        }
        for (String name : names) {
            List<Double> micros = costs.get(name).stream().map(Cost::micros).toList();
            long requests = costs.get(name).stream().mapToLong(Cost::requests).sum();
            long failed = costs.get(name).stream().mapToLong(Cost::failed).sum();
            String memory =
                    name.equals("wrk") ? "" : Long.toString(jmeters.get(name).residentMegabytes());
            out.printf(
                    "| %d | %s | %.1f | %s | %d | %d | %s |%n",
                    users,
                    name,
                    micros.stream().sorted().toList().get(micros.size() / 2),
                    String.join(
                            ", ",
                            micros.stream()
                                    .map(cost -> String.format("%.1f", cost))
                                    .toList()),
                    requests / ((long) number("seconds") * number("rounds")),
                    failed,
                    memory);
        }
    }

    private Cost jmeter(JMeter jmeter, int users) throws IOException {
        runs++;
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("port", options.get("port"));
        properties.put("path", PATH);
        properties.put("UserThreads", Integer.toString(users));
        properties.put("duration", options.get("seconds"));
        properties.put("payload", options.get("payload"));
        properties.put("nio.jtl", "failures");
        properties.put("nio.record", "none");
        return jmeter.run(work.resolve(runs + ".jtl"), properties);
    }

    private Cost wrk(int users) throws IOException, InterruptedException {
        String message = "xslt/messages/" + options.get("payload") + "/getQuote.xml";
        String command = "wrk -t1 -c" + users + " -d" + options.get("seconds")
                + "s --timeout 30s -s injectors/nio-sampler/src/bench/getQuote.lua http://127.0.0.1:"
                + options.get("port") + PATH + " -- " + message + " jmeter-plans/data/quotes.csv; times";
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher requests = WRK_REQUESTS.matcher(output);
        if (!requests.find()) {
            throw new IllegalArgumentException("wrk failed (is it installed?): " + output);
        }
        String[] lines = output.strip().split("\n", -1);
        double seconds = TIME.matcher(lines[lines.length - 1])
                .results()
                .mapToDouble(time -> 60 * Double.parseDouble(time.group(1)) + Double.parseDouble(time.group(2)))
                .sum();
        Matcher failed = Pattern.compile("Non-2xx or 3xx responses: (\\d+)").matcher(output);
        return new Cost(
                Long.parseLong(requests.group(1)),
                Duration.ofNanos((long) (seconds * 1e9)),
                failed.find() ? Long.parseLong(failed.group(1)) : 0);
    }

    private Process backend() throws IOException {
        Process process = new ProcessBuilder(
                        java(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        "backend-stockquote/target/backend/lib/*",
                        "org.busbench.backend.Backend",
                        "--listen",
                        "backend-A=127.0.0.1:" + options.get("port"))
                .redirectError(work.resolve("backend.err").toFile())
                .start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("ready")) {
                return process;
            }
        }
        throw new IllegalArgumentException(
                "the backend does not start (is the project built?): " + Files.readString(work.resolve("backend.err")));
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static void requireFiles(int users) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                && system.getMaxFileDescriptorCount() < users + 200) {
            throw new IllegalArgumentException(users + " users need as many open files, and "
                    + system.getMaxFileDescriptorCount() + " are allowed: raise it with 'ulimit -n " + (users + 200)
                    + "'");
        }
    }

    /** An injector process of one kind, which stays up. */
    private static final class JMeter {
        private final Path plan;
        private final Process process;
        private final Writer commands;
        private final BufferedReader events;

        JMeter(Path work, String name) throws IOException {
            boolean nio = name.equals("nio");
            this.plan = Path.of("jmeter-plans", nio ? "nio" : ".", "virtualization.jmx")
                    .toAbsolutePath();
            Path home = Path.of("jmeter-plans/target/jmeter").toAbsolutePath();
            this.process = new ProcessBuilder(
                            java(),
                            nio ? "-Xmx512m" : "-Xmx3g",
                            "-XX:+UseParallelGC",
                            "-Dbusbench.injector.log=" + work.resolve(name + ".log"),
                            "-cp",
                            home + "/bin/ApacheJMeter.jar:" + home + "/lib/*:" + home + "/lib/ext/*",
                            "org.busbench.injector.Injector",
                            home.toString())
                    .redirectError(work.resolve(name + ".err").toFile())
                    .start();
            this.commands = process.outputWriter(StandardCharsets.UTF_8);
            this.events = process.inputReader(StandardCharsets.UTF_8);
            expect("ready");
        }

        Cost run(Path jtl, Map<String, String> properties) throws IOException {
            StringBuilder json = new StringBuilder();
            properties.forEach((name, value) ->
                    json.append(json.length() == 0 ? "" : ",").append("\"" + name + "\":\"" + value + "\""));
            commands.write("{\"command\":\"run\",\"plan\":\"" + plan + "\",\"jtl\":\"" + jtl + "\",\"properties\":{"
                    + json + "}}\n");
            commands.flush();
            expect("started");
            Duration before = cpu();
            String finished = expect("finished");
            Duration cpu = cpu().minus(before);
            List<String> rows = Files.readAllLines(jtl);
            long failures = rows.stream().filter(row -> row.contains(",false,")).count();
            Files.delete(jtl);
            long verified = finished.contains("\"totals\":null")
                    ? field(finished, "samples") - failures
                    : field(finished, "verified");
            return new Cost(verified, cpu, failures);
        }

        private Duration cpu() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        long residentMegabytes() throws IOException {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .sum();
        }

        private static long field(String json, String name) {
            Matcher value = Pattern.compile("\"" + name + "\":(\\d+)").matcher(json);
            if (!value.find()) {
                throw new IllegalArgumentException("no " + name + " in " + json);
            }
            return Long.parseLong(value.group(1));
        }

        private String expect(String event) throws IOException {
            String line = events.readLine();
            if (line == null || !line.contains("\"event\":\"" + event + "\"")) {
                throw new IllegalArgumentException(event + " expected of the injector, got " + line);
            }
            return line;
        }

        void end() throws IOException {
            commands.close();
        }
    }
}
