package org.busbench.mediation.rig;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.http.rig.HttpMessage;

/**
 * A backend that reads the whole request and answers from the sample messages, and misbehaves when the request's header {@code Stub} says
 * so: the client of a test decides for each message what its backend does.
 */
public final class StubBackend implements Closeable {

    /** Closes the connection after the whole request. */
    public static final String CLOSE = "Stub: close";
    /** Closes the connection after the head of the request. */
    public static final String CLOSE_AT_HEAD = "Stub: close-at-head";
    /** Announces the whole answer and breaks off in the middle. */
    public static final String HALF_ANSWER = "Stub: half-answer";
    /** Answers 500 with a fault of its own. */
    public static final String FAULT = "Stub: fault";
    /** Answers after {@link #release()}. */
    public static final String HOLD = "Stub: hold";
    /** Answers with {@link #GIGABYTE} bytes. */
    public static final String GIGANTIC = "Stub: gigantic";
    /** Answers with the bytes that follow in Base64. */
    public static final String RAW = "Stub: raw ";
    /** Length of a gigantic answer, in bytes. */
    public static final long GIGABYTE = 1L << 30;
    /** What it says when it refuses. */
    public static final String FAULT_TEXT = "the stub refuses";

    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final Pattern NONCE = Pattern.compile("ref>([0-9a-f]{16})<");
    private static final Pattern SYMBOL = Pattern.compile("symbol>([^<]*)<");
    private static final Map<Integer, String> ANSWERS = Stream.of("500", "1K", "5K", "10K", "100K")
            .collect(Collectors.toUnmodifiableMap(
                    size -> quotes(Scenario.sample(size, "getQuote")),
                    size -> Scenario.sample(size, "getQuoteResponse")));

    private final String name;
    private final ServerSocket server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final ConcurrentLinkedQueue<HttpMessage> requests = new ConcurrentLinkedQueue<>();
    private final CountDownLatch held = new CountDownLatch(1);
    private final AtomicLong gigantic = new AtomicLong();
    private volatile boolean forgetful;

    /** Starts to listen. */
    public StubBackend(String name) throws IOException {
        this.name = name;
        Thread acceptor = new Thread(this::accept, name);
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** Keeps no record of what arrives from now on; returns itself. */
    public StubBackend forgetful() {
        forgetful = true;
        return this;
    }

    /** {@return the port} */
    public int port() {
        return server.getLocalPort();
    }

    /** {@return how many connections were made to it} */
    public int connections() {
        return connections.get();
    }

    /** {@return what arrived, broken requests too} */
    public List<HttpMessage> requests() {
        return List.copyOf(requests);
    }

    /** Waits until so many have arrived. */
    public void awaitRequests(int count) throws IOException, InterruptedException {
        Eventually.value(count + " requests at " + name, requests::size, size -> size >= count);
    }

    /** {@return how many bytes of gigantic answers the network has taken} */
    public long giganticBytes() {
        return gigantic.get();
    }

    /** Lets the held requests be answered. */
    public void release() {
        held.countDown();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread thread = new Thread(() -> serve(socket), name);
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("the stub cannot accept", e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (HttpMessage head = HttpMessage.readHead(in); head != null; head = HttpMessage.readHead(in)) {
                String order = "Stub: " + head.headers().getOrDefault("stub", "answer");
                if (order.equals(CLOSE_AT_HEAD)) {
                    return;
                }
                HttpMessage request = head.readBody(in, false);
                if (!forgetful) {
                    requests.add(request);
                }
                if (!request.whole() || order.equals(CLOSE) || !answer(request, order, socket.getOutputStream())) {
                    return;
                }
            }
        } catch (IOException e) {
            // The mediator broke the connection, as tests make it do; what arrived is on record.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answer(HttpMessage request, String order, OutputStream out)
            throws IOException, InterruptedException {
        if (order.equals(HOLD) && !held.await(60, TimeUnit.SECONDS)) {
            return false;
        }
        if (order.equals(GIGANTIC)) {
            writeGigantic(out);
            return true;
        }
        if (order.startsWith(RAW)) {
            out.write(Base64.getDecoder().decode(order.substring(RAW.length())));
            return true;
        }
        String text = withoutMarks(request.text());
        Matcher nonce = NONCE.matcher(text);
        Matcher symbol = SYMBOL.matcher(text);
        String answer = ANSWERS.get(quotes(text));
        boolean soap12 = text.contains(SOAP_12);
        if (order.equals(FAULT) || answer == null || !nonce.find() || !symbol.find()) {
            write(out, "500 Internal Server Error", fault(), false, Integer.MAX_VALUE);
            return true;
        }
        answer = answer.replace(Scenario.NONCE, nonce.group(1))
                .replaceFirst("<symbol>IBM<", "<symbol>" + symbol.group(1) + "<")
                .replace("backend-A", name);
        boolean half = order.equals(HALF_ANSWER);
        if (soap12) {
            answer = answer.replace("http://schemas.xmlsoap.org/soap/envelope/", SOAP_12);
        }
        write(out, "200 OK", answer, soap12, half ? answer.length() / 2 : Integer.MAX_VALUE);
        return !half;
    }

    private static void write(OutputStream out, String status, String body, boolean soap12, int atMost)
            throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + (soap12 ? "application/soap+xml" : "text/xml")
                + "; charset=UTF-8\r\nX-Backend: yes\r\nContent-Length: " + content.length + "\r\n\r\n";
        byte[] start = head.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(content.length, atMost);
        byte[] all = new byte[start.length + length];
        System.arraycopy(start, 0, all, 0, start.length);
        System.arraycopy(content, 0, all, start.length, length);
        out.write(all);
    }

    private void writeGigantic(OutputStream out) throws IOException {
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + GIGABYTE + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        byte[] piece = new byte[64 << 10];
        Arrays.fill(piece, (byte) 'g');
        for (long left = GIGABYTE; left > 0; left -= piece.length) {
            out.write(piece);
            gigantic.addAndGet(piece.length);
        }
    }

    private static String fault() {
        return "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body><soapenv:Fault>"
                + "<faultcode>soapenv:Client</faultcode><faultstring>" + FAULT_TEXT + "</faultstring>"
                + "</soapenv:Fault></soapenv:Body></soapenv:Envelope>";
    }

    private static String withoutMarks(String text) {
        return text.contains("<![CDATA[") ? text.replaceAll("<!\\[CDATA\\[(.*?)]]>", "$1") : text;
    }

    private static int quotes(String getQuote) {
        int count = 0;
        for (int at = getQuote.indexOf("symbol>"); at >= 0; at = getQuote.indexOf("symbol>", at + 1)) {
            count++;
        }
        return count;
    }
}
