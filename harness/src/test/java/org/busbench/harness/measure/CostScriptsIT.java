package org.busbench.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.measure.CostCommand.Answer;
import org.busbench.harness.measure.CostCommand.Silence;
import org.busbench.harness.measure.CostCommand.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost commands that come with busbench, each against a stand-in of what it asks. */
class CostScriptsIT {
    private static final Path SCRIPTS = ProjectFiles.ROOT.resolve("configs/cost");

    @TempDir
    private Path folder;

    @Test
    void sshPidTellsOfTheProcessOnTheOtherHost() throws Exception {
        Path ssh = folder.resolve("ssh");
        Files.writeString(ssh, "#!/bin/sh\n[ \"$1\" = user@esb ] || exit 255\nshift\nexec sh -c \"$*\"\n");
        assertThat(ssh.toFile().setExecutable(true)).isTrue();
        Path pidFile = folder.resolve("esb.pid");
        Files.writeString(pidFile, ProcessHandle.current().pid() + "\n");

        Answer answer = new CostCommand(List.of(
                        "env", "SSH=" + ssh, SCRIPTS.resolve("ssh-pid").toString(), "user@esb", pidFile.toString()))
                .ask();

        assertThat(answer).isInstanceOfSatisfying(Usage.class, usage -> {
            assertThat(usage.cpuMicros()).isPositive();
            assertThat(usage.residentBytes()).isGreaterThan(10L << 20);
            assertThat(usage.threads()).isGreaterThan(5);
        });
    }

    @Test
    void sshPidFailsWhereThereIsNoSuchProcessOrHost() throws Exception {
        assertThat(ask("ssh-pid", "localhost", "999999999")).isInstanceOf(Silence.class);
        assertThat(ask("ssh-pid", "localhost", "1; reboot"))
                .isEqualTo(new Silence(
                        "the cost command ended with 2: '1; reboot' is neither a process id nor a plain path"));
    }

    @Test
    void prometheusReadsTheProgramsOwnMetrics() throws Exception {
        assertThat(scraped("""
                # HELP process_cpu_seconds_total Total user and system CPU time spent in seconds.
                # TYPE process_cpu_seconds_total counter
                process_cpu_seconds_total 12.345678
                process_resident_memory_bytes 1.234e+08
                jvm_threads_current{pool="a b"} 17 1690000000000
                jvm_threads_peak 99
                """)).isInstanceOfSatisfying(Usage.class, usage -> {
            assertThat(usage.cpuMicros()).isEqualTo(12_345_678);
            assertThat(usage.residentBytes()).isEqualTo(123_400_000);
            assertThat(usage.threads()).isEqualTo(17);
        });
    }

    @Test
    void prometheusNamesTheMetricThatIsMissing() throws Exception {
        assertThat(scraped("process_cpu_seconds_total 1\nprocess_num_threads 4\n"))
                .isEqualTo(new Silence("the cost command ended with 1: no metric process_resident_memory_bytes"));
        assertThat(ask("prometheus", "http://127.0.0.1:1/metrics")).isInstanceOf(Silence.class);
    }

    private static Answer scraped(String metrics) throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            byte[] body = metrics.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return ask("prometheus", "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
        } finally {
            server.stop(0);
        }
    }

    private static Answer ask(String script, String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(SCRIPTS.resolve(script).toString()));
        words.addAll(List.of(arguments));
        return new CostCommand(words).ask();
    }
}
