package org.busbench.reports.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.busbench.reports.SampleRuns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveRunTest {

    private static final int A_WHILE_MILLIS = 400;

    @TempDir
    private Path folder;

    private GrowingRun run;
    private LiveRun live;
    private RawClient client;

    @BeforeEach
    void begin() throws IOException {
        run = new GrowingRun(SampleRuns.copy("run-quick", folder));
        live = LiveRun.open(0);
        client = new RawClient(live.url());
    }

    @AfterEach
    void end() {
        live.close();
    }

    @Test
    void beforeThereIsARunItSaysThatOneBegins() throws IOException {
        assertThat(client.get("/")).contains("The run begins");
        assertThat(RawClient.status(client.get("/trials.csv"))).isEqualTo(404);
        assertThat(client.get("/state.json?after=")).contains("\"version\":\"\"");
    }

    @Test
    void whileATrialIsUnderLoadNothingIsSent() throws Exception {
        live.planned(run.directory(), 108);
        live.measuring("trial 1");
        try (Socket page = client.open();
                Socket news = client.open()) {
            ask(page, "/");
            ask(news, "/state.json?after=");
            assertThat(silent(page)).isTrue();
            assertThat(silent(news)).isTrue();

            run.land(1);
            live.recorded(1);

            assertThat(read(page)).contains("report-data", "data-version=");
            assertThat(read(news)).contains("\"done\":1", "\"planned\":108");
        }
    }

    @Test
    void nobodyLookingMeansThatNothingIsDrawn() throws Exception {
        live.planned(run.directory(), 108);
        run.land(1);
        live.recorded(1);

        assertThat(client.get("/state.json?after=")).contains("\"version\":\"\"", "\"done\":1");
    }

    @Test
    void whatIsLeftIsWhatTheRunSaysOfItself() throws Exception {
        live.planned(run.directory(), 108);
        assertThat(client.get("/state.json?after=")).contains("\"leastSecondsLeft\":null", "\"mostSecondsLeft\":null");

        live.forecast(Duration.ofMinutes(20), Duration.ofMinutes(30));

        assertThat(client.get("/state.json?after="))
                .containsPattern("\"leastSecondsLeft\":1(200|1\\d\\d),\"mostSecondsLeft\":1(800|7\\d\\d)");
    }

    @Test
    void newsReachAPageThatWaitsForThem() throws Exception {
        live.planned(run.directory(), 108);
        String known = RawClient.body(client.get("/state.json?after=")).replaceAll(".*\"seq\":\"(\\d+)\".*", "$1");
        try (Socket news = client.open()) {
            ask(news, "/state.json?after=" + known);
            assertThat(silent(news)).isTrue();

            live.note("the mediators start");

            assertThat(read(news)).contains("the mediators start");
        }
    }

    @Test
    void theRunWaitsNoLongerForAPageThatIsGoneThanForOneThatDraws() throws Exception {
        live.planned(run.directory(), 108);
        String known = RawClient.body(client.get("/state.json?after=")).replaceAll(".*\"seq\":\"(\\d+)\".*", "$1");
        try (Socket news = client.open()) {
            ask(news, "/state.json?after=" + known);
            assertThat(silent(news)).isTrue();
        }
        CompletableFuture<Void> went = CompletableFuture.runAsync(() -> {
            try {
                live.measuring("trial 1");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(went).succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void theEndIsToldAndTheLastPageFollowsNothing() throws Exception {
        live.planned(run.directory(), 108);
        run.finish();
        live.ended("complete");

        assertThat(client.get("/state.json?after=")).contains("\"ended\":\"complete\"");
        assertThat(client.get("/")).contains("report-data").doesNotContain("connect-src");
    }

    private void ask(Socket socket, String target) throws IOException {
        String request = "GET " + target + " HTTP/1.1\r\nHost: " + client.host() + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static boolean silent(Socket socket) throws IOException {
        socket.setSoTimeout(A_WHILE_MILLIS);
        try {
            return socket.getInputStream().read() == Integer.MIN_VALUE;
        } catch (SocketTimeoutException nothing) {
            return true;
        }
    }

    private static String read(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
