package org.busbench.backend.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.busbench.backend.Instances;
import org.busbench.backend.RawClient;
import org.busbench.backend.Samples;
import org.busbench.backend.instance.BindFailedException;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.StockQuoteService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireEngineTest {
    private static final byte[] SMALL = Samples.getQuote("500");
    private static final byte[] SMALL_ANSWER = Samples.getQuoteResponse("500");
    private static final byte[] LARGE = Samples.getQuote("100K");
    private static final byte[] LARGE_ANSWER = Samples.getQuoteResponse("100K");

    private final List<Instance> instances = Instances.named("backend-A", "backend-B");
    private final WireEngine engine = new WireEngine(instances, 2);
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        engine.start();
        client = new RawClient(engine.port(instances.get(0)));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        engine.close();
    }

    @Test
    void oneConnectionServesManyRequests() throws IOException {
        for (int i = 0; i < 50; i++) {
            RawClient.Response response =
                    client.post(i % 2 == 0 ? SMALL : LARGE).receive();
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type")).isEqualTo("text/xml; charset=UTF-8");
            assertThat(response.body()).isEqualTo(i % 2 == 0 ? SMALL_ANSWER : LARGE_ANSWER);
        }
    }

    @Test
    void aTaskThatFailsDoesNotEndTheLoop() throws Exception {
        EventLoop loop = new EventLoop("failing", new ResponseHold());
        CompletableFuture<String> later = new CompletableFuture<>();
        loop.start();
        loop.execute(() -> {
            throw new OutOfMemoryError("for a test");
        });
        loop.execute(() -> later.complete("done"));
        try {
            assertThat(later.get(10, TimeUnit.SECONDS)).isEqualTo("done");
        } finally {
            loop.stop();
            loop.join();
        }
    }

    @Test
    void eachInstanceGivesItsOwnName() throws IOException {
        try (RawClient other = new RawClient(engine.port(instances.get(1)))) {
            assertThat(other.post(SMALL).receive().text()).contains("<servedBy>backend-B</servedBy>");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 300; i++) {
            byte[] body = i % 10 == 9 ? LARGE : SMALL;
            String marked = new String(body, ISO_8859_1).replace("0123456789abcdef", String.format("%016x", i));
            all.write(RawClient.head("POST", marked.length()).getBytes(ISO_8859_1));
            all.write(marked.getBytes(ISO_8859_1));
        }
        Thread sender = new Thread(() -> sendQuietly(all.toByteArray()));
        sender.start();
        for (int i = 0; i < 300; i++) {
            assertThat(client.receive().text()).contains(String.format(">%016x<", i));
        }
    }

    @Test
    void aClientThatReadsSlowlyGetsEveryAnswerWhole() throws Exception {
        int count = 200;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                sendQuietly(RawClient.head("POST", LARGE.length).getBytes(ISO_8859_1));
                sendQuietly(LARGE);
            }
        });
        sender.start();
        // 20 MB of answers fit in no socket buffer: by now the engine has stopped to read.
        sender.join(500);
        for (int i = 0; i < count; i++) {
            assertThat(client.receive().body()).isEqualTo(LARGE_ANSWER);
        }
    }

    @Test
    void aRequestMayComeByteByByte() throws IOException {
        byte[] request = (RawClient.head("POST", SMALL.length) + new String(SMALL, ISO_8859_1)).getBytes(ISO_8859_1);
        for (byte b : request) {
            client.send(new byte[] {b});
        }
        assertThat(client.receive().body()).isEqualTo(SMALL_ANSWER);
    }

    @Test
    void anOddNonceIsAnsweredInChunksAndAnEvenOneInOnePiece() throws IOException {
        for (String nonce : List.of("0123456789abcdee", "0123456789abcdef", "fedcba9876543210", "fedcba9876543211")) {
            for (String size : Samples.SIZES) {
                boolean odd = "13579bdf".indexOf(nonce.charAt(15)) >= 0;
                RawClient.Response response =
                        client.post(with(nonce, Samples.getQuote(size))).receive();
                assertThat(response.header("Transfer-Encoding")).isEqualTo(odd ? "chunked" : null);
                assertThat(response.header("Content-Length") == null).isEqualTo(odd);
                assertThat(response.body()).isEqualTo(with(nonce, Samples.getQuoteResponse(size)));
            }
        }
    }

    @Test
    void aLargeAnswerComesInSeveralChunks() throws IOException {
        client.post(with("0000000000000001", LARGE), "Connection: close");
        List<Integer> chunks = client.receiveChunkSizes();
        assertThat(chunks).hasSizeGreaterThan(10);
        assertThat(chunks.stream().mapToInt(size -> size).sum()).isEqualTo(LARGE_ANSWER.length);
    }

    @Test
    void aMessageInOtherWordsOfXmlIsFramedByItsNonceToo() throws IOException {
        for (String nonce : List.of("000000000000000a", "000000000000000b")) {
            byte[] message = new String(with(nonce, SMALL), ISO_8859_1)
                    .replaceFirst(">" + nonce + "<", "><!-- -->" + nonce + "<")
                    .getBytes(ISO_8859_1);
            RawClient.Response response = client.post(message).receive();
            assertThat(response.header("Transfer-Encoding")).isEqualTo(nonce.endsWith("b") ? "chunked" : null);
            assertThat(response.body()).isEqualTo(with(nonce, SMALL_ANSWER));
        }
    }

    @Test
    void aFaultIsFramedByTheNonceThatWasReadBeforeTheRefusal() throws IOException {
        for (String nonce : List.of("000000000000000a", "000000000000000b")) {
            String refused =
                    new String(with(nonce, SMALL), ISO_8859_1).replaceFirst("<m:quantity>[^<]*<", "<m:quantity>many<");
            RawClient.Response response =
                    client.post(refused.getBytes(ISO_8859_1)).receive();
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.text()).contains("quantity is not an int: many");
            assertThat(response.header("Transfer-Encoding")).isEqualTo(nonce.endsWith("b") ? "chunked" : null);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "abc", "order-7", "0123456789abcdeF", "0123456789abcdefg", "''"})
    void whatIsNoNonceIsAnsweredInOnePiece(String ref) throws IOException {
        RawClient.Response response = client.post(with(ref, SMALL)).receive();
        assertThat(response.header("Content-Length")).isEqualTo(Integer.toString(response.body().length));
        assertThat(response.header("Transfer-Encoding")).isNull();
    }

    @Test
    void aClientOfHttp10GetsNoChunks() throws IOException {
        client.send("POST /services/SimpleStockQuoteService HTTP/1.0\r\nContent-Length: " + SMALL.length + "\r\n\r\n");
        RawClient.Response response =
                client.send(with("0000000000000001", SMALL)).receive();
        assertThat(response.header("Transfer-Encoding")).isNull();
        assertThat(response.body()).isEqualTo(with("0000000000000001", SMALL_ANSWER));
    }

    private static byte[] with(String nonce, byte[] sample) {
        return new String(sample, ISO_8859_1).replace("0123456789abcdef", nonce).getBytes(ISO_8859_1);
    }

    @Test
    void chunkedBodiesAreReadWhateverTheChunks() throws IOException {
        for (int size : new int[] {1, 7, 499, 500, 1000}) {
            client.send(
                    "POST /services/SimpleStockQuoteService HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int at = 0; at < SMALL.length; at += size) {
                byte[] chunk = Arrays.copyOfRange(SMALL, at, Math.min(SMALL.length, at + size));
                client.send(Integer.toHexString(chunk.length) + ";x=y\r\n")
                        .send(chunk)
                        .send("\r\n");
            }
            client.send("0\r\nTrailer: x\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo(SMALL_ANSWER);
        }
    }

    @Test
    void aClientThatExpectsContinueIsAskedForTheBody() throws IOException {
        client.send(RawClient.head("POST", SMALL.length, "Expect: 100-continue"));
        assertThat(client.receive().status()).isEqualTo(100);
        assertThat(client.send(SMALL).receive().body()).isEqualTo(SMALL_ANSWER);
        assertThat(client.post(SMALL).receive().body()).isEqualTo(SMALL_ANSWER);
    }

    @Test
    void nothingIsAnsweredBeforeTheWholeRequestHasCome() throws IOException {
        byte[] wrong = new byte[100_000];
        Arrays.fill(wrong, (byte) 'x');
        client.send(RawClient.head("POST", wrong.length + 1)).send(wrong);
        assertThat(instances.get(0).service().counters().counts().received()).isZero();
        assertThat(client.send("x").receive().status()).isEqualTo(500);
    }

    @Test
    void aClientMayEndItsSideFirst() throws IOException {
        client.post(LARGE).endOutput();
        assertThat(client.receive().body()).isEqualTo(LARGE_ANSWER);
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void aRequestCutOffIsNotAnswered() throws IOException {
        client.send("POST /services/SimpleStockQuoteService HTTP/1.1\r\nContent-Le")
                .endOutput();
        assertThat(client.isEnded()).isTrue();
        try (RawClient other = new RawClient(engine.port(instances.get(0)))) {
            other.send(RawClient.head("POST", SMALL.length))
                    .send(Arrays.copyOf(SMALL, 100))
                    .endOutput();
            assertThat(other.isEnded()).isTrue();
        }
        assertThat(instances.get(0).service().counters().counts().received()).isZero();
    }

    @Test
    void http10EndsUnlessTheClientWantsToGoOn() throws IOException {
        String start = "POST /services/SimpleStockQuoteService HTTP/1.0\r\nContent-Length: " + SMALL.length + "\r\n";
        RawClient.Response first = client.send(start + "Connection: keep-alive\r\n\r\n")
                .send(SMALL)
                .receive();
        assertThat(first.header("Connection")).isEqualTo("keep-alive");
        RawClient.Response second = client.send(start + "\r\n").send(SMALL).receive();
        assertThat(second.body()).isEqualTo(SMALL_ANSWER);
        assertThat(second.header("Connection")).isEqualTo("close");
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void connectionCloseIsHonoured() throws IOException {
        assertThat(client.post(SMALL, "Connection: close").receive().header("Connection"))
                .isEqualTo("close");
        assertThat(client.isEnded()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | /services/SimpleStockQuoteService?wsdl | 200
            GET    | http://x/services/SimpleStockQuoteService?WSDL | 200
            GET    | /stats                                 | 200
            GET    | /services/SimpleStockQuoteService      | 404
            GET    | /                                      | 404
            POST   | /services/Other                        | 404
            HEAD   | /nothing                               | 404
            PUT    | /services/SimpleStockQuoteService      | 405
            HEAD   | /services/SimpleStockQuoteService?wsdl | 405
            DELETE | /stats                                 | 405
            """)
    void methodAndPathDecide(String method, String target, int status) throws IOException {
        for (int i = 0; i < 2; i++) {
            client.send(method + " " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
            RawClient.Response response = client.receive();
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.header("Allow")).isEqualTo(status == 405 ? "GET, POST" : null);
        }
    }

    @Test
    void theWsdlHasTheListenersAddress() throws IOException {
        assertThat(client.get("/services/SimpleStockQuoteService?wsdl")
                        .receive()
                        .text())
                .contains("<soap:address location=\"http://127.0.0.1:" + engine.port(instances.get(0))
                        + "/services/SimpleStockQuoteService\"/>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST / HTTP/1.1~~                                                        | 411
            POST / HTTP/1.1~Content-Length: 5~Content-Length: 6~~                    | 400
            POST / HTTP/1.1~Content-Length: -5~~                                     | 400
            POST / HTTP/1.1~Content-Length: 99999999999999999999~~                   | 400
            POST / HTTP/1.1~Content-Length: 5~Transfer-Encoding: chunked~~           | 400
            POST / HTTP/1.0~Transfer-Encoding: chunked~~                             | 400
            POST / HTTP/1.1~Transfer-Encoding: gzip~~                                | 501
            POST / HTTP/1.1~Transfer-Encoding: chunked~~zz~                          | 400
            POST / HTTP/1.1~Content-Length: 5~Expect: miracle~~                      | 417
            POST / HTTP/1.1~Content-Length: 16777217~Expect: 100-continue~~          | 413
            GET / HTTP/2.0~~                                                         | 505
            nonsense~~                                                               | 400
            """)
    void whatCannotBeTrustedIsRefusedAndEndsTheConnection(String request, int status) throws IOException {
        RawClient.Response response = client.send(request.replace("~", "\r\n")).receive();
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("Connection")).isEqualTo("close");
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void headsAreBounded() throws IOException {
        client.send("GET / HTTP/1.1\r\nX: " + "x".repeat(9000) + "\r\n\r\n");
        assertThat(client.receive().status()).isEqualTo(431);
        try (RawClient other = new RawClient(engine.port(instances.get(0)))) {
            other.send("GET / HTTP/1.1\r\n" + "X: y\r\n".repeat(101) + "\r\n");
            assertThat(other.receive().status()).isEqualTo(431);
        }
    }

    @Test
    void aBodyBeyondTheBoundIsReadToItsEndAndRefused() throws IOException {
        int length = (16 << 20) + 1;
        client.send(RawClient.head("POST", length)).send(new byte[length]);
        assertThat(client.receive().status()).isEqualTo(413);
        assertThat(client.isEnded()).isTrue();
    }

    @Test
    void aBodyAtTheBoundIsServed() throws IOException {
        byte[] body = Arrays.copyOf(SMALL, 16 << 20);
        Arrays.fill(body, SMALL.length, body.length, (byte) ' ');
        assertThat(client.post(body).receive().body()).isEqualTo(SMALL_ANSWER);
    }

    @Test
    void theCountersAreThoseOfEachInstance() throws IOException {
        client.post(SMALL).receive();
        client.post("<a/>".getBytes(ISO_8859_1)).receive();
        assertThat(client.get("/stats").receive().text())
                .startsWith("{\"received\":2,\"answered\":1,\"refused\":1,\"instances\":{"
                        + "\"backend-A\":{\"received\":2,\"answered\":1,\"refused\":1},"
                        + "\"backend-B\":{\"received\":0,\"answered\":0,\"refused\":0}},\"nonces\":{\"counted\":1,");
    }

    @Test
    void aNonceThatComesTwiceIsCountedFromTheMomentWhenSomebodyAsks() throws IOException {
        assertThat(stats("GET")).contains("\"repeated\":null");
        client.post(SMALL).receive();
        assertThat(stats("POST")).contains("\"counted\":1,").contains("\"repeated\":0");
        client.post(SMALL).receive();
        assertThat(stats("GET")).contains("\"counted\":2,").contains("\"repeated\":0");
        client.post(SMALL).receive();
        client.post(Samples.getQuote("1K")).receive();
        assertThat(stats("GET")).contains("\"counted\":4,").contains("\"repeated\":2");
        assertThat(stats("POST")).contains("\"repeated\":0");
    }

    private String stats(String method) throws IOException {
        return client.send(method + " /stats HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                .receive()
                .text();
    }

    @Test
    void aUsedPortIsNamed() {
        int port = engine.port(instances.get(0));
        Instance same =
                new Instance(new StockQuoteService("backend-X"), "127.0.0.1", port, Delay.NONE, Optional.empty());
        try (WireEngine second = new WireEngine(List.of(same), 1)) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(BindFailedException.class)
                    .hasMessageContaining("127.0.0.1:" + port)
                    .hasMessageContaining("backend-X");
        }
    }

    private void sendQuietly(byte[] bytes) {
        try {
            client.send(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
