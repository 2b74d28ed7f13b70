package org.busbench.mediation.rig;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend that gives the prepared bytes for each path, and keeps the last request, byte for byte. */
public final class RawBackend implements Closeable {

    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final Map<String, byte[]> answers = new ConcurrentHashMap<>();
    private final AtomicInteger broken = new AtomicInteger();
    private volatile String last = "";

    /** Starts to listen. */
    public RawBackend() throws IOException {
        Thread acceptor = new Thread(this::accept, "raw backend");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** {@return the port} */
    public int port() {
        return server.getLocalPort();
    }

    /** Prepares the answer for what is asked by this method and path; a head alone is the answer to HEAD. */
    public void answer(String methodAndPath, String head, byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((head.replace("LENGTH", Integer.toString(body.length)) + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        if (!methodAndPath.startsWith("HEAD ")) {
            bytes.writeBytes(body);
        }
        answers.put(methodAndPath, bytes.toByteArray());
    }

    /** {@return the last request, as text of one byte a character} */
    public String last() {
        return last;
    }

    /** {@return how many connections ended while an answer was sent} */
    public int broken() {
        return broken.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> serve(socket), "raw backend");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("the backend cannot accept", e);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            for (String request = read(in); request != null; request = read(in)) {
                last = request;
                byte[] answer = answers.get(request.replaceFirst("(?s) HTTP/.*", ""));
                socket.getOutputStream()
                        .write(
                                answer == null
                                        ? "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                                                .getBytes(StandardCharsets.ISO_8859_1)
                                        : answer);
            }
        } catch (IOException e) {
            // The mediator closed the connection.
            broken.incrementAndGet();
        }
    }

    /** Reads a request whose body has a length or is chunked; null at the end of the connection. */
    private static String read(InputStream in) throws IOException {
        StringBuilder request = new StringBuilder();
        int length = 0;
        while (request.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            request.append((char) next);
        }
        for (String line : request.toString().split("\r\n", -1)) {
            length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
        }
        boolean chunked = request.indexOf("Transfer-Encoding: chunked") > 0;
        while (chunked ? request.indexOf("\r\n0\r\n\r\n") < 0 : length-- > 0) {
            request.append((char) in.read());
        }
        return request.toString();
    }
}
