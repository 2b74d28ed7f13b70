package org.busbench.mediation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;
import org.busbench.mediation.http.rig.Wire;
import org.busbench.mediation.rig.Child;
import org.busbench.mediation.rig.Home;
import org.busbench.mediation.rig.Operator;
import org.busbench.mediation.rig.Scenario;
import org.busbench.mediation.rig.StubBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator is told by a mediator in a JVM of its own. */
class AdminIT {
    private StubBackend backend;
    private Child mediator;
    private Operator operator;
    private Path accessLog;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException, InterruptedException {
        backend = new StubBackend("backend-A");
        int admin = Child.freePort();
        accessLog = folder.resolve("access.log");
        mediator = Child.ours(
                Home.copy(folder.resolve("home"), backend),
                "--admin",
                Integer.toString(admin),
                "--loops",
                "2",
                "--access-log",
                accessLog.toString());
        operator = new Operator(admin);
    }

    @AfterEach
    void stop() throws IOException {
        mediator.close();
        backend.close();
    }

    @Test
    void isHealthyWhenItListensAndNotWhileItDrains() throws IOException, InterruptedException {
        assertThat(operator.get("/health").status()).isEqualTo(200);
        Scenario scenario = Scenario.VIRTUALIZATION;
        try (Wire waiting = new Wire(mediator.port())) {
            waiting.send(scenario.post(scenario.request("500"), StubBackend.HOLD));
            backend.awaitRequests(1);
            mediator.terminate();
            HttpMessage draining = Eventually.value(
                    "another answer of /health than 200",
                    () -> operator.get("/health"),
                    answer -> answer.status() != 200);
            assertThat(draining.status()).isEqualTo(503);
            assertThat(draining.text()).contains("draining");
            backend.release();
            assertThat(waiting.receive().status()).isEqualTo(200);
            assertThat(mediator.exitCode(Duration.ofSeconds(20))).isZero();
        }
    }

    @Test
    void countsEveryMessageByProxyLaneAndOutcome() throws IOException {
        Scenario scenario = Scenario.XSLT;
        for (int i = 0; i < 7; i++) {
            assertThat(exchange(scenario.post(scenario.request("500"))).status())
                    .isEqualTo(200);
        }
        assertThat(exchange(scenario.post("no XML")).status()).isEqualTo(500);
        assertThat(exchange("GET /services/XsltProxy?wsdl HTTP/1.1\r\nHost: x\r\n\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(exchange("GET / HTTP/1.1\r\n\r\n").status()).isEqualTo(400);

        String metrics = operator.get("/metrics").text();

        String fast = "{lane=\"fast\",outcome=\"%s\",proxy=\"XsltProxy\"}";
        assertThat(value(metrics, "busbench_messages_total" + fast.formatted("relayed")))
                .isEqualTo(7);
        assertThat(value(metrics, "busbench_messages_total" + fast.formatted("answered")))
                .isEqualTo(1);
        assertThat(value(metrics, "busbench_messages_total{lane=\"engine\",outcome=\"answered\",proxy=\"other\"}"))
                .isEqualTo(1);
        assertThat(value(metrics, "busbench_errors_total{class=\"bad_request\"}"))
                .isEqualTo(1);
        assertThat(value(
                        metrics,
                        "busbench_message_duration_seconds_bucket{lane=\"fast\",proxy=\"XsltProxy\",le=\"+Inf\"}"))
                .isEqualTo(8);
        assertThat(value(metrics, "busbench_connections_opened_total{side=\"client\"}"))
                .isEqualTo(10);
        assertThat(value(metrics, "busbench_loops_silent")).isZero();
        assertThat(value(metrics, "busbench_buffers{state=\"suspect\"}")).isZero();
        assertThat(value(metrics, "busbench_network_bytes_total{direction=\"in\"}"))
                .isGreaterThan(7 * scenario.request("500").length());
        assertThat(value(metrics, "jvm_threads_current")).isGreaterThan(3);
        assertThat(metrics).contains("jvm_memory_used_bytes", "jvm_gc_collection_seconds", "process_cpu_seconds_total");
    }

    @Test
    void writesALineForEachMessageThatNobodyCanForge() throws IOException, InterruptedException {
        Scenario scenario = Scenario.VIRTUALIZATION;
        assertThat(exchange(scenario.post(scenario.request("500"))).status()).isEqualTo(200);
        exchange("GET /services/Cbr'Proxy HTTP/1.1\r\nHost: x\r\nUser-Agent: a\"b\r\nReferer: c\u00e9\r\n\r\n");
        mediator.terminate();
        assertThat(mediator.exitCode(Duration.ofSeconds(20))).isZero();

        assertThat(Files.readAllLines(accessLog))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("127\\.0\\.0\\.1 - - \\[[^]]+] \"POST /services/VirtualizationProxy"
                                        + " HTTP/1\\.1\" 200 [0-9]+ \"-\" \"-\" [0-9]+ fast"),
                        line -> assertThat(line)
                                .contains("\"GET /services/Cbr'Proxy HTTP/1.1\"")
                                .contains("\\xe9\" \"a\\x22b\" ")
                                .endsWith(" engine"));
    }

    private HttpMessage exchange(byte[] request) throws IOException {
        return Wire.exchange(mediator.port(), request);
    }

    private HttpMessage exchange(String request) throws IOException {
        return exchange(request.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    /** The value of a sample; that it is there is checked. */
    static double value(String metrics, String sample) {
        Matcher matcher =
                Pattern.compile("(?m)^" + Pattern.quote(sample) + " (\\S+)$").matcher(metrics);
        assertThat(matcher.find()).as(sample + " in\n" + metrics).isTrue();
        return Double.parseDouble(matcher.group(1));
    }
}
