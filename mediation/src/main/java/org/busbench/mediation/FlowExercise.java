package org.busbench.mediation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.busbench.mediation.fastlane.FastLane;
import org.busbench.mediation.fastlane.Flow;
import org.busbench.mediation.fastlane.SoapVersion;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.traffic.MessageCounters;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;

/**
 * Sends messages of the mediator's own through every compiled flow, so that the JVM has compiled the way of a message when thousands of clients come at
 * once. Both ends are sockets of this process on the loopback interface, which are closed when the exercise is over; no backend, log or counter
 * sees anything of it. The way is the real one, sockets included: a stand-in for these would teach the compiler types that no client brings.
 *
 * <p>The thread that starts the mediator runs it and waits.
 */
final class FlowExercise {
    private static final System.Logger LOG = System.getLogger(FlowExercise.class.getName());
    private static final int CLIENTS = 16;
    private static final Duration STOP_PATIENCE = Duration.ofMillis(250);
    private static final WireLimits LIMITS = new WireLimits(64 << 10, 64, 64 << 10);

    private final Map<String, Flow> flows;

    /** For the flows of these proxies. */
    FlowExercise(Map<String, Flow> flows) {
        this.flows = Map.copyOf(flows);
    }

    /**
     * Exercises the flows in turn. A flow that does not answer such a message is left out from then on.
     *
     * @param most how long; half of it may pass until a flow's first answer
     * @param enough after so many answers it ends, too
     * @return how many messages were answered
     * @throws IOException when the loopback interface gives no sockets
     * @throws InterruptedException when this thread was interrupted
     */
    int run(Duration most, int enough) throws IOException, InterruptedException {
        if (flows.isEmpty() || most.toMillis() < 2) {
            return 0;
        }
        Bounds bounds = new Bounds(System.nanoTime() + most.toNanos(), enough, most.dividedBy(2));
        NioWire wire = new NioWire(1, LIMITS);
        try (StandIn backend = new StandIn()) {
            FastLane lane = FastLane.toStandIn(
                    flows,
                    (loop, address, events) -> loop.connect(backend.address(), events),
                    new MessageCounters(1, null));
            InetSocketAddress address = new HttpServer(wire, HttpLimits.USUAL, lane).listen(loopback());
            return exercise(address, bounds);
        } finally {
            wire.stop(STOP_PATIENCE);
        }
    }

    /** When it is over. */
    private record Bounds(long deadline, int enough, Duration patience) {
        boolean allow(int answered) {
            return answered < enough && System.nanoTime() < deadline;
        }
    }

    private int exercise(InetSocketAddress address, Bounds bounds) throws IOException {
        List<Map.Entry<String, Flow>> left = new ArrayList<>(flows.entrySet());
        int answered = 0;
        while (!left.isEmpty() && bounds.allow(answered)) {
            try (Clients clients = new Clients(address, bounds.patience)) {
                answered = clients.exchangeInTurn(left, answered, bounds);
            }
        }
        return answered;
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static byte[] message(String head, SoapVersion version, String body) {
        boolean soap12 = version == SoapVersion.SOAP_12;
        String type = soap12 ? "application/soap+xml" : "text/xml";
        String names = soap12 ? "http://www.w3.org/2003/05/soap-envelope" : "http://schemas.xmlsoap.org/soap/envelope/";
        String envelope = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<soapenv:Envelope xmlns:soapenv=\"" + names
                + "\"><soapenv:Header/><soapenv:Body>" + body + "</soapenv:Body></soapenv:Envelope>";
        return (head + "Content-Type: " + type + "; charset=UTF-8\r\nContent-Length: " + envelope.length() + "\r\n\r\n"
                        + envelope)
                .getBytes(US_ASCII);
    }

    /** A body such as quotes and orders have: some elements with text, some of them deep. */
    private static String body(String name) {
        StringBuilder body = new StringBuilder("<m:" + name + " xmlns:m=\"urn:busbench:exercise\">");
        for (int i = 0; i < 4; i++) {
            body.append("<m:item><m:name>ABC</m:name><m:number>").append(i).append("</m:number></m:item>");
        }
        return body.append("</m:").append(name).append('>').toString();
    }

    /** Connections on each of which one request is under way at a time. For the thread that exercises; it waits for answers. */
    private static final class Clients implements Closeable {
        private final List<Socket> sockets = new ArrayList<>();
        private final List<InputStream> inputs = new ArrayList<>();

        Clients(InetSocketAddress address, Duration patience) throws IOException {
            for (int i = 0; i < CLIENTS; i++) {
                Socket socket = new Socket(address.getAddress(), address.getPort());
                sockets.add(socket);
                socket.setTcpNoDelay(true);
                socket.setSoTimeout((int) patience.toMillis());
                inputs.add(new BufferedInputStream(socket.getInputStream()));
            }
        }

        /** Goes on within the bounds, or until a flow does not answer, which it removes. Returns the number of all answers. */
        int exchangeInTurn(List<Map.Entry<String, Flow>> flows, int before, Bounds bounds) {
            int answered = before;
            while (true) {
                for (Map.Entry<String, Flow> flow : flows) {
                    if (!bounds.allow(answered)) {
                        return answered;
                    }
                    try {
                        exchange(request(flow.getKey(), flow.getValue().soapVersion()));
                        answered += CLIENTS;
                    } catch (IOException e) {
                        LOG.log(System.Logger.Level.DEBUG, "the flow of " + flow.getKey() + " is not exercised", e);
                        flows.remove(flow);
                        return answered;
                    }
                }
            }
        }

        private static byte[] request(String proxy, SoapVersion version) {
            String head =
                    "POST /services/" + proxy + " HTTP/1.1\r\nHost: localhost\r\nSOAPAction: \"urn:exercise\"\r\n";
            return message(head, version, body("request"));
        }

        private void exchange(byte[] request) throws IOException {
            for (Socket socket : sockets) {
                socket.getOutputStream().write(request);
            }
            for (InputStream in : inputs) {
                if (!skipMessage(in)) {
                    throw new EOFException("the connection ended instead of an answer");
                }
            }
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Answers in the place of all backends. Its threads end with it. */
    private static final class StandIn implements Closeable {
        private static final byte[] ANSWER = message("HTTP/1.1 200 OK\r\n", SoapVersion.SOAP_11, body("answer"));

        private final ServerSocket server = new ServerSocket();
        private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

        StandIn() throws IOException {
            server.bind(loopback(), CLIENTS);
            start(this::accept);
        }

        InetSocketAddress address() {
            return (InetSocketAddress) server.getLocalSocketAddress();
        }

        private static void start(Runnable work) {
            Thread thread = new Thread(work, "exercise");
            thread.setDaemon(true);
            thread.start();
        }

        private void accept() {
            try {
                while (!server.isClosed()) {
                    Socket socket = server.accept();
                    sockets.add(socket);
                    start(() -> answer(socket));
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the exercise's backend was closed", e);
            }
        }

        private static void answer(Socket socket) {
            try (socket) {
                socket.setTcpNoDelay(true);
                InputStream in = new BufferedInputStream(socket.getInputStream());
                while (skipMessage(in)) {
                    socket.getOutputStream().write(ANSWER);
                }
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "the exercise's connection was closed", e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Reads a message to its end, as the fast lane writes it; false when none begins. */
    private static boolean skipMessage(InputStream in) throws IOException {
        long length = 0;
        boolean chunked = false;
        String line = line(in);
        if (line == null) {
            return false;
        }
        for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(
                        lower.substring("content-length:".length()).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:");
        }
        if (chunked) {
            for (long size = chunk(in); size > 0; size = chunk(in)) {
                in.skipNBytes(size + 2);
            }
            line(in);
        } else {
            in.skipNBytes(length);
        }
        return true;
    }

    private static long chunk(InputStream in) throws IOException {
        String size = line(in);
        if (size == null) {
            throw new EOFException("a chunk is missing");
        }
        return Long.parseLong(size, 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
