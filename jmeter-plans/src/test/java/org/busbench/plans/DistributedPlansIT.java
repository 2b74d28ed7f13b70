package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.common.FreePorts;
import org.busbench.plans.StubService.Answer;
import org.busbench.plans.StubService.Received;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types the commands of {@code docs/scaling.md}, section "JMeter's own distributed mode", in their order: copies to two hosts,
 * starts a server on each, and runs both plans from a controller. Hosts are folders, loopback addresses and ports of the
 * registry here, and a load ends after a number of requests.
 */
class DistributedPlansIT {
    private static final List<String> HOSTS = List.of("10.0.0.11", "10.0.0.12");
    private static final int USERS = 3;
    /** More than there are rows of data, so that the rows begin again on each server. */
    private static final int REQUESTS_PER_USER = 2_100;

    private static final int REQUESTS = 2 * USERS * REQUESTS_PER_USER;
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
    private static final Pattern NONCE = Pattern.compile("<m:ref>([0-9a-f]{16})</m:ref>");
    private static final int SECONDS = 120;

    /** JMeter's registry listens on all addresses, so that two servers of one machine need two ports. */
    private static final Map<String, Integer> PORTS = new TreeMap<>();

    @TempDir
    private static Path folder;

    private static final List<Process> servers = new ArrayList<>();
    private static List<String> controllers;

    private final List<String> nonces = Collections.synchronizedList(new ArrayList<>());

    @BeforeAll
    static void copyAndStartServers() throws Exception {
        List<List<String>> steps = steps();
        assertThat(steps).hasSize(3).allMatch(step -> step.size() == 2);
        int port = FreePorts.inARow(HOSTS.size());
        for (String host : HOSTS) {
            PORTS.put(host, port++);
        }
        for (String copying : steps.get(0)) {
            Process copy = sh(copying, "copy");
            assertThat(copy.waitFor()).as(copying).isZero();
        }
        for (int host = 0; host < HOSTS.size(); host++) {
            // By exec, so that ending the process ends the server.
            servers.add(sh(steps.get(1).get(host).replace("&& ", "&& exec "), "server-" + host));
        }
        for (String host : HOSTS) {
            awaitRegistry(host);
        }
        controllers = steps.get(2);
    }

    @AfterAll
    static void stopServers() throws Exception {
        for (Process server : servers) {
            server.destroy();
            if (!server.waitFor(10, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void theStockPlanSendsNoNonceTwiceAndTheControllerHasEverySample() throws Exception {
        List<String> samples = run(controllers.get(0));

        assertThat(samples).hasSize(REQUESTS);
        assertThat(nonces).hasSize(REQUESTS).doesNotHaveDuplicates();
        for (String host : HOSTS) {
            assertThat(samples)
                    .filteredOn(thread -> thread.startsWith(loopback(host) + ":" + PORTS.get(host) + "-users "))
                    .hasSize(REQUESTS / 2);
        }
    }

    @Test
    void theNioPlanSendsNoNonceTwiceAndLeavesItsHistogramsOnEachServer() throws Exception {
        List<String> samples = run(controllers.get(1));

        assertThat(samples).hasSize(REQUESTS);
        assertThat(nonces).hasSize(REQUESTS).doesNotHaveDuplicates();
        for (String host : HOSTS) {
            Path record = folder.resolve(host + "/busbench/runs/jmeter-1");
            assertThat(answers(record.resolve("latency.hlog"))).as(host).isEqualTo(REQUESTS / 2);
            assertThat(record.resolve("errors.csv")).hasContent("second-start-millis,class,count\n");
            assertThat(record.resolve("failures.jsonl")).doesNotExist();
        }
    }

    /** Runs a controller's command against a service, and returns the threads of its samples, none of which failed. */
    private List<String> run(String command) throws Exception {
        Matcher jtl = Pattern.compile("-l (\\S+)").matcher(command);
        assertThat(jtl.find()).isTrue();
        Path log = folder.resolve(jtl.group(1));
        try (StubService stub = new StubService(this::answer)) {
            String controller = command.replace(jtl.group(), "-l " + log + " -j " + log + ".log")
                    .replace("-Ghost=10.0.0.20", "-Ghost=127.0.0.1")
                    .replace("-Gport=8280", "-Gport=" + stub.port())
                    .replace("-GUserThreads=16", "-GUserThreads=" + USERS)
                    .replace("-Gduration=30", "-Gduration=" + SECONDS + " -Gloops=" + REQUESTS_PER_USER);
            Process process = sh("exec " + controller, "controller");
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException(said("controller") + said("server-0") + said("server-1"));
            }
            assertThat(process.exitValue()).as(said("controller")).isZero();
            assertThat(stub.requests())
                    .as(said("controller") + said("server-0") + said("server-1"))
                    .isEqualTo(REQUESTS);
            Jtl result = Jtl.read(log);
            assertThat(result.failures()).isEmpty();
            return result.samples().stream()
                    .map(sample -> sample.get("threadName"))
                    .toList();
        }
    }

    private Answer answer(Received request) {
        Matcher nonce = NONCE.matcher(request.body());
        nonces.add(nonce.find() ? nonce.group(1) : "none in " + request.body());
        return Answers.right(request);
    }

    private static long answers(Path log) throws IOException {
        Histogram all = new Histogram(3);
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram(); next != null; ) {
                all.add((Histogram) next);
                next = reader.nextIntervalHistogram();
            }
        }
        return all.getTotalCount();
    }

    /** The commands of each numbered step. */
    private static List<List<String>> steps() throws IOException {
        String page = Files.readString(JMeterHome.PLANS.resolveSibling("docs/scaling.md"));
        String section = page.substring(page.indexOf("\n## JMeter's own distributed mode\n") + 1);
        int end = section.indexOf("\n## ");
        return BLOCK.matcher(end < 0 ? section : section.substring(0, end))
                .results()
                .map(block -> block.group(1).replace(" \\\n", "").lines().toList())
                .toList();
    }

    /** Types a command in the project's folder; what would run on a host runs in a folder of that host. */
    private static Process sh(String command, String name) throws IOException {
        String typed = command;
        for (String host : HOSTS) {
            Path home = Files.createDirectories(folder.resolve(host));
            typed = typed.replaceFirst(
                            "ssh " + Pattern.quote(host) + " '",
                            "exec env -C " + home + " SERVER_PORT=" + PORTS.get(host) + " sh -c '")
                    .replaceFirst("(-R \\S*" + Pattern.quote(host) + ")", "$1:" + PORTS.get(host))
                    .replaceAll("(?<![/\\d])" + Pattern.quote(host), loopback(host));
        }
        typed = typed.replace("hostname=10.0.0.1 ", "hostname=127.0.0.1 ");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", typed)
                .directory(JMeterHome.PLANS.getParent().toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(folder.resolve(name + ".txt").toFile());
        builder.environment().put("HEAP", "-Xmx256m");
        builder.environment().put("JVM_ARGS", "-XX:TieredStopAtLevel=1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }

    /** 127.0.0.11 for 10.0.0.11: each server has the same port on an address of its own. */
    private static String loopback(String host) {
        return host.replaceFirst("^10\\.", "127.");
    }

    private static void awaitRegistry(String host) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (true) {
            try (Socket reached = new Socket(InetAddress.getByName(loopback(host)), PORTS.get(host))) {
                assertThat(reached.isConnected()).isTrue();
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > deadline || servers.stream().anyMatch(server -> !server.isAlive())) {
                    throw new IOException(said("server-0") + said("server-1"), notYet);
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private static String said(String name) throws IOException {
        Path output = folder.resolve(name + ".txt");
        return Files.exists(output) ? name + ":\n" + Files.readString(output) : "";
    }
}
