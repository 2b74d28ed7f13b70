package org.busbench.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.common.ErrorClass;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.verify.ProbeMessage;
import org.busbench.harness.verify.Target;
import org.busbench.record.Latencies;
import org.busbench.record.Latency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProbeIT {

    private static final int RATE = 200;
    private static final ProbeMessage QUESTION = new ProbeMessage(
            URI.create("http://127.0.0.1:1/q"),
            new Message(
                    "POST",
                    Map.of("Content-Type", "text/xml; charset=UTF-8", "SOAPAction", "\"urn:any\""),
                    Optional.of("<q><ref>" + ProbeMessage.NONCE + "</ref><other>fixed</other></q>")),
            200,
            List.of(">" + ProbeMessage.NONCE + "<"),
            List.of(),
            null,
            ">backend-A<",
            List.of(">backend-B<", ">backend-C<"));

    @TempDir
    private Path folder;

    @Test
    void everyRequestThatWasDueIsAnsweredAndCounted() throws IOException, InterruptedException {
        try (Answerer server = new Answerer(Answerer::right)) {
            ProbeResult result = probe(server.url(), 500);

            assertThat(result.sent()).isBetween(RATE / 2L - 1, RATE * 30L);
            assertThat(result.verified()).isEqualTo(result.sent());
            assertThat(result.errors().values()).containsOnly(0L);
            assertThat(result.latency().min()).isPositive();
            assertThat(result.sentInAll()).isEqualTo(server.received()).isEqualTo(result.verifiedInAll());
        }
    }

    /**
     * Gil Tene's example (<i>How NOT to Measure Latency</i>): a system answers at once for a time and then stands still
     * for as long. Who asks at a constant rate and counts from the intended start sees a quarter of the stall on the
     * average, half of it at the 75th percentile and nearly all of it at the 99th; one client that waits for each answer
     * sees a single slow request. All bounds are from below, where theory leaves no luck: the server stood still for no
     * less than that.
     */
    @Test
    void aStallShowsInThePercentilesAsLongAsItWas() throws IOException, InterruptedException {
        try (Answerer server = new Answerer(Answerer::right);
                Probe probe = Probe.start(target(server.url()), List.of(QUESTION), RATE)) {
            Thread.sleep(100);
            probe.openWindow();
            long start = System.nanoTime();
            Thread.sleep(500);
            server.standStill(500);
            double stall = 500_000;
            double window = (System.nanoTime() - start) / 1000.0;
            probe.closeWindow();
            ProbeResult result = probe.finish();

            Latency latency = result.latency();
            assertThat(result.verified()).isEqualTo(result.sent());
            assertThat(latency.max()).isGreaterThan(0.98 * stall);
            assertThat(latency.mean()).isGreaterThan(0.95 * stall * stall / window / 2);
            assertThat(latency.p99()).isGreaterThan(0.95 * (stall - 0.01 * window));
            assertThat(latency.p90()).isGreaterThan(0.95 * (stall - 0.10 * window));
        }
    }

    @Test
    void aDeadServerGivesAnErrorForEveryRequest() throws IOException, InterruptedException {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
        }

        ProbeResult result = probe(nobody, 200);

        assertThat(result.sent()).isPositive();
        assertThat(result.verified()).isZero();
        assertThat(result.errors()).containsEntry(ErrorClass.CONNECT, result.sent());
        assertThat(result.latency()).isNull();
        assertThat(result.sentInAll()).isZero();
    }

    @Test
    void aServerThatNeverAnswersIsAnErrorAndHoldsNothingUp() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");

            ProbeResult result = probe(url, 200);

            assertThat(result.sent()).isPositive();
            assertThat(result.errors()).containsEntry(ErrorClass.TIMEOUT, result.sent());
        }
    }

    @Test
    void aServerThatDiesUnderTheProbeIsSeen() throws IOException, InterruptedException {
        ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
        URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
        try (Probe probe = Probe.start(target(url), List.of(QUESTION), RATE)) {
            probe.openWindow();
            // The first ones may have been sent before the window was open.
            List<Socket> accepted = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                accepted.add(server.accept());
            }
            assertThat(accepted.get(19).getInputStream().read())
                    .as("the first byte of a request")
                    .isEqualTo('P');
            server.close();
            for (Socket socket : accepted) {
                socket.close();
            }
            Thread.sleep(100);
            probe.closeWindow();
            ProbeResult result = probe.finish();

            assertThat(result.verified()).isZero();
            assertThat(result.errors().get(ErrorClass.RESET))
                    .as("%s", result.errors())
                    .isPositive();
            assertThat(result.errors().get(ErrorClass.CONNECT)).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ROUTE, <a><ref>NONCE</ref><by>backend-C</by></a>",
        "CONTENT, <a><ref>NONCE</ref></a>",
        "FOREIGN, <a><ref>0000000000000000</ref><by>backend-A</by></a>",
        "CONTENT, <a>nothing</a>",
        "CONTENT, <q><ref></ref><by>backend-A</by></q>",
    })
    void anAnswerThatIsNotTheExpectedOneIsAnErrorOfItsKind(ErrorClass kind, String body)
            throws IOException, InterruptedException {
        assertOnly(kind, nonce -> Answerer.response(body.replace("NONCE", nonce)));
    }

    @Test
    void anAnswerThatIsCutOrHasAnotherStatusIsAnErrorOfItsKind() throws IOException, InterruptedException {
        assertOnly(
                ErrorClass.CUT,
                nonce ->
                        Answerer.right(nonce).substring(0, Answerer.right(nonce).length() - 1) + "|END");
        assertOnly(ErrorClass.CUT, nonce -> "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n|END");
        assertOnly(ErrorClass.RESET, nonce -> "|END");
        assertOnly(ErrorClass.STATUS, nonce -> Answerer.right(nonce).replace("200 OK", "500 Error"));
        assertOnly(ErrorClass.CONTENT, nonce -> Answerer.right(nonce) + "!");
        assertOnly(ErrorClass.CONTENT, nonce -> "SSH-2.0-OpenSSH\r\n\r\n|END");
    }

    @Test
    void chunksAndTheEndOfTheConnectionDelimitAnswersToo() throws IOException, InterruptedException {
        assertAllVerified(nonce -> "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                + "8;x=y\r\n<a><ref>\r\n10\r\n" + nonce + "\r\n19\r\n</ref><by>backend-A</by> \r\n0\r\nA: b\r\n\r\n");
        assertAllVerified(nonce -> "HTTP/1.1 200 OK\r\n\r\n<a><ref>" + nonce + "</ref><by>backend-A</by></a>|END");
        assertAllVerified(nonce -> Answerer.right(nonce).replace("OK\r\n", "OK\r\nConnection: close\r\n") + "|END");
    }

    @Test
    void theLogHoldsWhatTheFiguresWereMadeFrom() throws IOException, InterruptedException {
        Path file = folder.resolve("probe.hlog");
        ProbeResult result;
        try (Answerer server = new Answerer(Answerer::right)) {
            result = probe(server.url(), 1300);
        }
        result.writeTo(file);

        Histogram sum = new Histogram(3);
        int intervals = 0;
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            while (log.hasNext()) {
                Histogram interval = (Histogram) log.nextIntervalHistogram();
                assertThat(interval.getTag()).isEqualTo(ProbeResult.TAG);
                sum.add(interval);
                intervals++;
            }
        }
        assertThat(intervals).isGreaterThanOrEqualTo(2);
        assertThat(sum.getTotalCount()).isEqualTo(result.verified());
        assertThat(Latencies.ofNanos(sum).figures()).isEqualTo(result.latency());
    }

    @Test
    void closingItEndsItsThreadAtOnce() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress())) {
            URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
            Probe probe = Probe.start(target(url), List.of(QUESTION), RATE);
            List<Thread> threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("probe"))
                    .toList();
            assertThat(threads).isNotEmpty();
            probe.close();
            for (Thread thread : threads) {
                thread.join(Duration.ofSeconds(20).toMillis());
                assertThat(thread.isAlive()).as("the probe's thread goes on").isFalse();
            }
        }
    }

    private static void assertOnly(ErrorClass kind, UnaryOperator<String> answer)
            throws IOException, InterruptedException {
        try (Answerer server = new Answerer(answer)) {
            ProbeResult result = probe(server.url(), 100);
            assertThat(result.sent()).isPositive();
            assertThat(result.errors()).containsEntry(kind, result.sent());
        }
    }

    private static void assertAllVerified(UnaryOperator<String> answer) throws IOException, InterruptedException {
        try (Answerer server = new Answerer(answer)) {
            ProbeResult result = probe(server.url(), 100);
            assertThat(result.sent()).isPositive();
            assertThat(result.errors().values()).containsOnly(0L);
        }
    }

    private static Target target(URI url) {
        return new Target("m", true, "cbr", ProjectFiles.SCENARIOS.find("cbr"), url, null);
    }

    private static ProbeResult probe(URI url, long millis) throws IOException, InterruptedException {
        try (Probe probe = Probe.start(target(url), List.of(QUESTION), RATE)) {
            Thread.sleep(50);
            probe.openWindow();
            Thread.sleep(Duration.ofMillis(millis).toMillis());
            probe.closeWindow();
            probe.stop();
            return probe.finish();
        }
    }
}
