package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.FreePorts;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.process.Backends;
import org.busbench.reports.Export;
import org.busbench.reports.check.Check;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An ESB that runs already, tried without a file, and messages of one's own: with real servers, backends and load. */
class UrlIT {
    private static final String ALONE = "goodput, not reconciled";
    private static final Pattern ORDER = Pattern.compile("\"order\": \"([0-9a-f]{16})\"");

    @RegisterExtension
    private final CapturedConsole console = new CapturedConsole();

    @TempDir
    private Path folder;

    @BeforeEach
    void placeBackends() {
        System.setProperty("busbench.project", ProjectFiles.ROOT.toString());
        System.setProperty(Backends.FIRST_PORT, Integer.toString(FreePorts.inARow(3)));
    }

    @AfterEach
    void forget() {
        List.of("busbench.project", "busbench.runs", "busbench.adapters", Backends.FIRST_PORT)
                .forEach(System::clearProperty);
    }

    @Test
    void aRunningMediatorIsVerifiedLoadedBesideDirectAndDrawnWithWhatWasNotChecked() throws Exception {
        System.setProperty(Backends.FIRST_PORT, Integer.toString(TargetIT.BACKENDS));
        Process mediator = TargetIT.mediator("127.0.0.1:0", "127.0.0.1");
        try {
            int port = TargetIT.readyPort(mediator);
            int code = tried("http://127.0.0.1:" + port + "/services/CbrProxy", "cbr", "--no-audit");

            assertThat(code).as(console.out() + console.err()).isZero();
            assertThat(mediator.isAlive()).isTrue();
            assertThat(console.out())
                    .contains("not checked of target:\n")
                    .contains("- CPU time, memory, threads and growth: it ran already, and busbench did not start it\n")
                    .contains("- restarts: it was never started anew")
                    .contains("- the terms on which it works: the run was made without an audit of it\n")
                    .contains("- other scenarios and sizes than cbr (500)\n");
            assertThat(console.out().lines().filter(line -> line.startsWith("cbr ")))
                    .hasSize(2)
                    .anyMatch(line -> line.contains(" target "))
                    .anyMatch(line -> line.contains(" direct "));
            assertThat(page())
                    .contains("target ran already at 127.0.0.1:" + port + " and was not started by busbench")
                    .contains("the terms on which it works: the run was made without an audit of it")
                    .doesNotContain(ALONE + ":");
            JsonNode suite = new ObjectMapper()
                    .readTree(run().resolve("run.json").toFile())
                    .get("suite");
            assertThat(suite.get("overrides").toString())
                    .isEqualTo("[\"--clients 4\",\"--primer 0s\",\"--warmup 1s\",\"--measure 1500ms\",\"--blocks 1\"]");
        } finally {
            mediator.destroy();
            mediator.waitFor();
        }
    }

    @Test
    void ofABackendThatIsTheirsEveryPageAndExportSaysThatGoodputStandsAlone() throws Exception {
        Path scenario = ownMessages();
        Path file = scenario.resolve("scenario.yaml");
        String text = Files.readString(file);
        Files.writeString(
                file,
                text.substring(0, text.indexOf("\nbackend:")).replaceFirst("(?m)^  route: .*$", "")
                        + "\nbackend: theirs\n");
        assertThat(Busbench.execute("scenario", "lint", scenario.toString()))
                .as(console.err())
                .isZero();
        assertThat(console.out())
                .endsWith("routes not checked, answered by a backend of yours: " + ALONE + ", ready\n");

        try (Shop shop = new Shop(200)) {
            assertThat(tried(shop.url(), scenario.toString()))
                    .as(console.out() + console.err())
                    .isZero();
        }

        assertThat(console.out().lines().filter(line -> line.startsWith("shop ")))
                .singleElement()
                .asString()
                .contains(" target ")
                .contains(ALONE);
        assertThat(console.out())
                .contains("- what reached the backend in shop: " + ALONE + ", since the backend is not of busbench\n");
        assertThat(page()).contains(ALONE);
        List<Path> exported = Export.write(
                run(),
                EnumSet.of(Export.Format.JSON, Export.Format.CSV, Export.Format.JUNIT),
                folder.resolve("exports"));
        assertThat(exported)
                .hasSize(5)
                .filteredOn(one -> !one.endsWith("seconds.csv"))
                .allSatisfy(one -> assertThat(one).content().contains(ALONE));
        assertThat(folder.resolve("exports/cells.xml")).content().contains("failures=\"0\"");
    }

    @Test
    void whatDoesNotServeGetsNoLoadAndNoRun() throws Exception {
        try (Shop shop = new Shop(503)) {
            int code = tried(shop.url(), ownMessages().toString());

            assertThat(code).isEqualTo(1);
        }
        assertThat(console.out())
                .contains("shop own: not-served: 4711: status 503 instead of 200")
                .contains("no load was put on it; requests, answers and logs: ");
        assertThat(run()).doesNotExist();
    }

    @Test
    void aNewScenarioIsMeasuredOnDirectAsItIs() throws Exception {
        int code = Busbench.execute(
                "run",
                "messages",
                "--runs",
                folder.resolve("runs").toString(),
                "--id",
                "tried",
                "--adapter",
                "direct",
                "--scenario",
                ownMessages().toString(),
                "--clients",
                "2",
                "--primer",
                "0s",
                "--measure",
                "1500ms",
                "-q");

        assertThat(code).as(console.out() + console.err()).isZero();
        assertThat(console.out().lines().filter(line -> line.startsWith("shop ")))
                .singleElement()
                .asString()
                .contains(" direct ")
                .doesNotContain(ALONE);
        assertThat(Check.of(run()).problems()).isEmpty();
        assertThat(Files.readString(run().resolve("trials.jsonl"))).contains("\"verdict\":\"exact\"");
    }

    private Path ownMessages() {
        assertThat(Busbench.execute("scenario", "new", "shop", folder.toString()))
                .as(console.err())
                .isZero();
        return folder.resolve("shop");
    }

    private int tried(String url, String scenario, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "run",
                url,
                "--scenario",
                scenario,
                "--runs",
                folder.resolve("runs").toString(),
                "--id",
                "tried",
                "--clients",
                "4",
                "--primer",
                "0s",
                "--warmup",
                "1s",
                "--measure",
                "1500ms",
                "--blocks",
                "1"));
        command.addAll(List.of(more));
        return Busbench.execute(command.toArray(String[]::new));
    }

    private Path run() {
        return folder.resolve("runs/tried");
    }

    private String page() throws IOException {
        assertThat(Check.of(run()).problems()).isEmpty();
        return Files.readString(run().resolve("index.html"));
    }

    /** A user's own service: it repeats the number of each order. */
    private static final class Shop implements AutoCloseable {
        private final HttpServer server;
        private final ExecutorService workers = Executors.newFixedThreadPool(8);
        private final int status;

        Shop(int status) throws IOException {
            this.status = status;
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(workers);
            server.createContext("/", this::answer);
            server.start();
        }

        String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/orders";
        }

        private void answer(HttpExchange exchange) throws IOException {
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher order = ORDER.matcher(asked);
            byte[] answer = ("{\"order\": \"" + (order.find() ? order.group(1) : "none") + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        }

        @Override
        public void close() {
            server.stop(0);
            workers.shutdownNow();
        }
    }
}
