package org.busbench.backend;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Speaks HTTP byte by byte, so that tests decide what is sent and when. */
public final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    /** One response. */
    public static final class Response {
        private final int status;
        private final String head;
        private final byte[] body;

        Response(int status, String head, byte[] body) {
            this.status = status;
            this.head = head;
            this.body = body;
        }

        public int status() {
            return status;
        }

        public byte[] body() {
            return body.clone();
        }

        public String text() {
            return new String(body, UTF_8);
        }

        public String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse(null);
        }
    }

    public RawClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Speaks over a connection that is there. */
    public RawClient(Socket connected) throws IOException {
        socket = connected;
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    public RawClient post(byte[] body, String... headers) throws IOException {
        return send(head("POST", body.length, headers)).send(body);
    }

    public RawClient get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    /** Asks for the counts of the backend until they contain this, and returns them. An error says what they are after a minute. */
    public String awaitStats(String part) throws IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        String stats = get("/stats").receive().text();
        while (!stats.contains(part)) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("/stats did not come to contain " + part + " within a minute; now " + stats);
            }
            stats = get("/stats").receive().text();
        }
        return stats;
    }

    public static String head(String method, long length, String... headers) {
        StringBuilder head = new StringBuilder(method + " /services/SimpleStockQuoteService HTTP/1.1\r\nHost: x\r\n")
                .append("Content-Type: text/xml; charset=UTF-8\r\nContent-Length: ")
                .append(length)
                .append("\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    public Response receive() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) readByte());
        }
        int status = Integer.parseInt(head.substring(9, 12));
        Response bare = new Response(status, head.toString(), new byte[0]);
        if (bare.header("Transfer-Encoding") != null) {
            return new Response(status, head.toString(), readChunks());
        }
        String length = bare.header("Content-Length");
        return length == null ? bare : new Response(status, head.toString(), readFully(Integer.parseInt(length)));
    }

    public List<Integer> receiveChunkSizes() throws IOException {
        for (String line = readLine(); !line.isEmpty(); ) {
            line = readLine();
        }
        List<Integer> sizes = new ArrayList<>();
        while (true) {
            int size = Integer.parseInt(readLine(), 16);
            readFully(size);
            readLine();
            if (size == 0) {
                return sizes;
            }
            sizes.add(size);
        }
    }

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    public boolean isEnded() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(readLine(), 16);
            body.write(readFully(size));
            readLine();
            if (size == 0) {
                return body.toByteArray();
            }
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = readByte(); c != '\n'; c = readByte()) {
            line.append((char) c);
        }
        return line.toString().trim();
    }

    private byte[] readFully(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("got " + bytes.length + " of " + count + " bytes");
        }
        return bytes;
    }

    private int readByte() throws IOException {
        int c = in.read();
        if (c < 0) {
            throw new EOFException("the server ended the connection");
        }
        return c;
    }
}
