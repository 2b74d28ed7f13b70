package org.busbench.harness.parity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** A proxy of plain sockets that does one thing wrong, or nothing. A thread for each client. */
final class FixtureMediator implements AutoCloseable {
    private static final Set<String> HOP = Set.of("connection", "keep-alive", "x-audit-hop", "transfer-encoding");

    private final ServerSocket server = new ServerSocket(0, 1024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    private final int backendPort;
    private final Fault fault;
    private final Path log;
    private final Deque<Socket> idle = new ArrayDeque<>();
    private final Semaphore room;
    private final Semaphore seats;
    private final Semaphore pauses = new Semaphore(10);

    FixtureMediator(int backendPort, Fault fault, Path log) throws IOException {
        this.backendPort = backendPort;
        this.fault = fault;
        this.log = log;
        this.seats = new Semaphore(fault == Fault.SERVES_FIFTY ? 50 : 1000);
        this.room = new Semaphore(fault == Fault.LETS_FIVE_THROUGH ? 5 : 1000);
        start(this::accept);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/services/Proxy");
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fixture");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** A head, with its first line under the empty name. */
    private record Head(Map<String, String> lines) {
        static Head read(InputStream in) throws IOException {
            Map<String, String> lines = new LinkedHashMap<>();
            for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
                int colon = lines.isEmpty() ? 0 : line.indexOf(':');
                lines.put(
                        line.substring(0, colon),
                        line.substring(colon == 0 ? 0 : colon + 1).strip());
            }
            return lines.isEmpty() ? null : new Head(lines);
        }

        private static String line(InputStream in) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    return null;
                }
                line.append((char) next);
            }
            return line.toString().strip();
        }

        int length() {
            return Integer.parseInt(lines.getOrDefault("Content-Length", "-1"));
        }
    }

    private void serve(Socket client) {
        try (client) {
            seats.acquire();
            client.setTcpNoDelay(fault != Fault.DELAYS_ANSWERS);
            for (Head head = Head.read(client.getInputStream());
                    head != null;
                    head = Head.read(client.getInputStream())) {
                room.acquire();
                try {
                    // More than any one client has at a time, less than half of a crowd.
                    if (fault == Fault.PAUSES_AT_FIRST && room.availablePermits() < 995 && pauses.tryAcquire()) {
                        Thread.sleep(700);
                    }
                    if (fault == Fault.LOGS) {
                        Files.writeString(
                                log, "POST /services/Proxy 200 some milliseconds\n", StandardOpenOption.APPEND);
                    }
                    mediate(client, head);
                } finally {
                    room.release();
                }
                if (fault == Fault.CLOSES_TO_CLIENTS) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The client has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            seats.release();
        }
    }

    private void mediate(Socket client, Head head) throws IOException {
        Socket backend = take();
        forward(client.getInputStream(), backend.getOutputStream(), head, null, true);
        Head answer = Head.read(backend.getInputStream());
        forward(backend.getInputStream(), client.getOutputStream(), answer, head, false);
        synchronized (idle) {
            if (fault == Fault.CLOSES_TO_BACKENDS) {
                backend.close();
            } else {
                idle.push(backend);
            }
        }
    }

    private Socket take() throws IOException {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), backendPort);
        socket.setTcpNoDelay(fault != Fault.DELAYS_REQUESTS);
        return socket;
    }

    private void forward(InputStream in, OutputStream out, Head head, Head request, boolean up) throws IOException {
        boolean fixed = head.length() >= 0;
        boolean whole = fault == (up ? Fault.BUFFERS_REQUESTS : Fault.BUFFERS_ANSWERS)
                || fault == Fault.RESERIALISES
                || fault == Fault.FALSIFIES;
        boolean chunks = !fixed || fault == (up ? Fault.CHUNKS_REQUESTS : Fault.CHUNKS_ANSWERS);
        boolean pieces = fault == (up ? Fault.DELAYS_REQUESTS : Fault.DELAYS_ANSWERS);
        byte[] body = whole || !fixed || pieces ? body(in, head) : null;
        if (fault == Fault.RESERIALISES) {
            body = text(body)
                    .replace("<soapenv:Header></soapenv:Header>", "<soapenv:Header/>")
                    .getBytes(StandardCharsets.UTF_8);
        } else if (fault == Fault.FALSIFIES && up) {
            body = text(body)
                    .replace("<m:quantity>&#50;00<", "<m:quantity>&#50;01<")
                    .getBytes(StandardCharsets.UTF_8);
        }
        int length = body == null ? head.length() : body.length;
        byte[] start = head(head, request, chunks ? "Transfer-Encoding: chunked" : "Content-Length: " + length);
        if (body == null && !chunks) {
            out.write(start);
            relay(in, out, length);
            return;
        }
        byte[] all = body == null ? in.readNBytes(length) : body;
        byte[] framed = chunks ? chunk(all) : all;
        if (pieces) {
            out.write(start);
            out.write(framed);
        } else {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            message.writeBytes(start);
            message.writeBytes(framed);
            out.write(message.toByteArray());
        }
    }

    /** Whatever is there goes on at once. */
    private static void relay(InputStream in, OutputStream out, int length) throws IOException {
        byte[] piece = new byte[8192];
        for (int left = length; left > 0; ) {
            int read = in.read(piece, 0, Math.min(left, piece.length));
            if (read < 0) {
                return;
            }
            out.write(piece, 0, read);
            left -= read;
        }
    }

    private byte[] head(Head head, Head request, String framing) {
        StringBuilder lines = new StringBuilder();
        head.lines().forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            boolean kept =
                    !HOP.contains(lower) || (fault == Fault.LEAKS_HOP_HEADERS && !lower.equals("transfer-encoding"));
            if (kept
                    && !lower.equals("content-length")
                    && !(fault == Fault.DROPS_HEADERS && lower.equals("x-audit-end"))) {
                lines.append(name.isEmpty() ? "" : name + ": ").append(value).append("\r\n");
            }
        });
        if (request != null && fault == Fault.LEAKS_INTO_ANSWERS) {
            lines.append("SOAPAction: ")
                    .append(request.lines().get("SOAPAction"))
                    .append("\r\n");
        }
        return lines.append(framing).append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] body(InputStream in, Head head) throws IOException {
        if (head.length() >= 0) {
            return in.readNBytes(head.length());
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = Integer.parseInt(Head.line(in), 16);
                length > 0;
                length = Integer.parseInt(Head.line(in), 16)) {
            body.write(in.readNBytes(length));
            Head.line(in);
        }
        Head.line(in);
        return body.toByteArray();
    }

    private static byte[] chunk(byte[] body) {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        chunk.writeBytes((Integer.toHexString(body.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        chunk.writeBytes(body);
        chunk.writeBytes("\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return chunk.toByteArray();
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            server.close();
            synchronized (idle) {
                for (Socket socket : idle) {
                    socket.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
