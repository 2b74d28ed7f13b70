package org.busbench.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mutants.fault.FaultCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mediator that is right, over raw sockets; the backends are raw sockets too, which answer what a test says. */
class ReferenceTest {
    private static final String QUOTE =
            "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><m:getQuote"
                    + " xmlns:m='http://services.samples'><m:request><m:symbol>%s</m:symbol></m:request></m:getQuote>"
                    + "</e:Body></e:Envelope>";

    private RawBackend a;
    private RawBackend b;
    private RawBackend c;
    private RunningMediator mediator;

    @BeforeEach
    void start() throws IOException {
        a = new RawBackend("<A/>");
        b = new RawBackend("<B/>");
        c = new RawBackend("<C/>");
        mediator = mediator("none");
    }

    private RunningMediator mediator(String fault) throws IOException {
        Map<String, InetSocketAddress> backends = Map.of("A", a.address(), "B", b.address(), "C", c.address());
        return new RunningMediator(environment -> FaultCatalog.named(fault, environment), backends, Path.of("../xslt"));
    }

    @AfterEach
    void stop() throws IOException {
        a.close();
        b.close();
        c.close();
        mediator.close();
    }

    @Test
    void routesBySymbolAndToTheDefaultWhenItIsUnknown() throws IOException {
        assertThat(body(post("/services/CbrProxy", QUOTE.formatted("IBM")))).isEqualTo("<A/>");
        assertThat(body(post("/services/CbrProxy", QUOTE.formatted("MSFT")))).isEqualTo("<B/>");
        assertThat(body(post("/services/CbrProxy", QUOTE.formatted("IBMX")))).isEqualTo("<C/>");
        assertThat(body(post("/services/CbrProxy", "<a/>"))).isEqualTo("<C/>");
    }

    @Test
    void theBytesOfAVirtualizedMessageStayAsTheyAre() throws IOException {
        post("/services/VirtualizationProxy", "<a  b = 'c' />");
        assertThat(a.lastRequest()).endsWith("\r\n\r\n<a  b = 'c' />");
    }

    @Test
    void asksForTheParentThatTheFirstAnswerNames() throws IOException {
        String company = "<r:Company id=\"7\" parent=\"7-p\" seat=\"LU\"/>";
        a.answers("HTTP/1.1 200 OK\r\nContent-Length: " + company.length() + "\r\n\r\n" + company);
        assertThat(body(post("/services/ChainProxy", "<r:Lookup id=\"7\"/>"))).isEqualTo(company);
        assertThat(a.lastRequest()).startsWith("POST /companies ").contains(" id=\"7-p\" country=\"LU\"");
    }

    @Test
    void transformsThereAndBack() throws IOException {
        String quote = "<getQuoteResponse xmlns='http://services.samples'><return/></getQuoteResponse>";
        a.answers("HTTP/1.1 200 OK\r\nContent-Length: " + quote.length() + "\r\n\r\n" + quote);
        String answer = post(
                "/services/XsltProxy",
                "<m:CheckPriceRequest xmlns:m='http://services.samples'><m:Item><m:Code>Q</m:Code></m:Item>"
                        + "</m:CheckPriceRequest>");
        assertThat(a.lastRequest()).contains(":symbol>Q</").contains("SOAPAction: \"urn:getQuote\"");
        assertThat(body(answer)).contains("CheckPriceResponse").contains("<Item/>");
    }

    @Test
    void transformsWhatComesInChunksUnlessThatIsItsFault() throws IOException {
        String quote = "<getQuoteResponse xmlns='http://services.samples'><return/></getQuoteResponse>";
        String asks = "<m:CheckPriceRequest xmlns:m='http://services.samples'/>";
        String fixed = "HTTP/1.1 200 OK\r\nContent-Length: " + quote.length() + "\r\n\r\n" + quote;
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(quote.length())
                + "\r\n" + quote + "\r\n0\r\n\r\n";
        a.answers(chunked);
        assertThat(body(post("/services/XsltProxy", asks))).contains("CheckPriceResponse");
        mediator.close();
        mediator = mediator("skips-chunked");
        assertThat(body(post("/services/XsltProxy", asks))).isEqualTo(quote);
        a.answers(fixed);
        assertThat(body(post("/services/XsltProxy", asks))).contains("CheckPriceResponse");
    }

    @Test
    void aFaultOfTheBackendReachesTheClientWithItsStatus() throws IOException {
        a.answers("HTTP/1.1 500 Internal Server Error\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<f/>\r\n0\r\n\r\n");
        String answer = post("/services/VirtualizationProxy", "<a/>");
        assertThat(answer).startsWith("HTTP/1.1 500 ");
        assertThat(body(answer)).isEqualTo("<f/>");
    }

    @Test
    void aBackendThatIsDownIsAFaultWithStatus502() throws IOException {
        a.close();
        String answer = post("/services/VirtualizationProxy", "<a/>");
        assertThat(answer).startsWith("HTTP/1.1 502 ").contains("<soapenv:Fault>");
    }

    @Test
    void anAnswerThatEndsTooEarlyIsNeverPassedOn() throws IOException {
        a.answersAndEnds("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<half");
        assertThat(post("/services/VirtualizationProxy", "<a/>")).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void aMessageThatCannotBeTransformedNeverReachesTheBackend() throws IOException {
        String answer = post("/services/XsltProxy", "<a");
        assertThat(answer).startsWith("HTTP/1.1 500 ").contains("<soapenv:Fault>");
        assertThat(a.requests()).isZero();
    }

    @Test
    void publishesTheWsdlWithItsOwnAddress() throws IOException {
        String host = "127.0.0.1:" + mediator.port();
        String answer =
                talk("GET /services/XsltProxy?wsdl HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).contains("location=\"http://" + host + "/services/XsltProxy\"");
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws IOException {
        String first = request("/services/CbrProxy", QUOTE.formatted("MSFT"), "");
        String second = request("/services/CbrProxy", QUOTE.formatted("IBM"), "Connection: close\r\n");
        String answers = talk(first + second);
        assertThat(answers.indexOf("<B/>")).isPositive().isLessThan(answers.indexOf("<A/>"));
    }

    @Test
    void whoAsksFirstIsToldToContinue() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), mediator.port())) {
            socket.setSoTimeout(10_000);
            String whole = request("/services/CbrProxy", "<a/>", "Expect: 100-continue\r\nConnection: close\r\n");
            socket.getOutputStream().write(ascii(whole.substring(0, whole.length() - 4)));
            byte[] told = socket.getInputStream().readNBytes(25);
            assertThat(new String(told, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            socket.getOutputStream().write(ascii("<a/>"));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .endsWith("<C/>");
        }
    }

    @Test
    void aClientBeyondTheMostWaitsUntilOneLeaves() throws IOException {
        mediator.close();
        mediator = mediator("serves-fifty");
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 51; i++) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), mediator.port());
                client.setSoTimeout(10_000);
                client.getOutputStream().write(ascii("GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n"));
                clients.add(client);
            }
            for (Socket served : clients.subList(0, 50)) {
                assertThat(served.getInputStream().read()).isEqualTo('H');
            }
            assertThat(clients.get(50).getInputStream().available()).isZero();

            clients.get(0).close();

            assertThat(clients.get(50).getInputStream().read()).isEqualTo('H');
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private String post(String path, String body) throws IOException {
        return talk(request(path, body, "Connection: close\r\n"));
    }

    private String request(String path, String body, String headers) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Type: text/xml\r\n" + headers + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private String talk(String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), mediator.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(ascii(bytes));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A backend that reads one request after another and sends the same bytes each time. */
    static final class RawBackend {
        private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final Thread thread = new Thread(this::serve, "raw-backend");
        private volatile String answer;
        private volatile boolean ends;
        private volatile String lastRequest = "";
        private final AtomicInteger requests = new AtomicInteger();

        RawBackend(String body) throws IOException {
            answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            thread.setDaemon(true);
            thread.start();
        }

        void answers(String bytes) {
            answer = bytes;
        }

        void answersAndEnds(String bytes) {
            answer = bytes;
            ends = true;
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
        }

        String lastRequest() {
            return lastRequest;
        }

        int requests() {
            return requests.get();
        }

        /** Nothing is accepted any more when this returns: a thread that waits in accept may take one more connection while the socket closes. */
        void close() throws IOException {
            server.close();
            if (requests.get() == 0) {
                try {
                    thread.join(5000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    while (answerOne(socket)) {
                        requests.incrementAndGet();
                    }
                } catch (IOException e) {
                    lastRequest = "broken off: " + e.getMessage();
                }
            }
        }

        private boolean answerOne(Socket socket) throws IOException {
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            int length = Integer.parseInt(head.toString().replaceAll("(?s).*Content-Length: ([0-9]+).*", "$1"));
            lastRequest = head + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
            socket.getOutputStream().write(ascii(answer));
            return !ends;
        }
    }
}
