package org.busbench.plans;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An HTTP server on real sockets that answers what a test wants and counts the connections that it accepts. */
final class StubService implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: (\\d+)$");

    private final ServerSocket listener;
    private final Function<Received, Answer> answering;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Queue<IOException> lost = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();

    /** A request: its head (request line and header fields, line ends LF) and body. */
    record Received(String head, String body) {}

    /** Status and body of the answer. */
    record Answer(int status, String body) {}

    StubService(Function<Received, Answer> answering) throws IOException {
        this(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), answering);
    }

    /** Behind a listener of the test's own, for example one that speaks TLS. */
    StubService(ServerSocket listener, Function<Received, Answer> answering) {
        this.answering = answering;
        this.listener = listener;
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    int requests() {
        return requests.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                connections.incrementAndGet();
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = head(in); !head.isEmpty(); head = head(in)) {
                Matcher length = LENGTH.matcher(head);
                byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
                requests.incrementAndGet();
                out.write(bytes(answering.apply(new Received(head, new String(body, StandardCharsets.UTF_8)))));
            }
        } catch (IOException gone) {
            lost.add(gone); // whether that is an error is for the client's side of the test to say
        } finally {
            open.remove(socket);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int lineLength = 0;
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            if (octet == '\n' && lineLength == 0) {
                return head.toString(StandardCharsets.UTF_8);
            }
            if (octet != '\r') {
                head.write(octet);
                lineLength = octet == '\n' ? 0 : lineLength + 1;
            }
        }
        if (head.size() > 0) {
            throw new EOFException("closed within a head: " + head.toString(StandardCharsets.UTF_8));
        }
        return "";
    }

    private static byte[] bytes(Answer answer) throws IOException {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream message = new ByteArrayOutputStream(body.length + 128);
        message.write(
                ("HTTP/1.1 " + answer.status() + " Stub\r\nContent-Type: text/xml; charset=UTF-8\r\nContent-Length: "
                                + body.length + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        message.write(body);
        return message.toByteArray();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
