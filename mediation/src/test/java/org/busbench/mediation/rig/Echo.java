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
import org.busbench.mediation.http.rig.HttpMessage;

/** A backend that answers with the body and with what it saw of the head; {@code Echo: count} has it answer with the body's length alone. */
public final class Echo implements Closeable {

    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());

    /** Starts to listen. */
    public Echo() throws IOException {
        Thread acceptor = new Thread(this::accept, "echo");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** {@return the port} */
    public int port() {
        return server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> serve(socket), "echo");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("the echo cannot accept", e);
                }
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (HttpMessage head = HttpMessage.readHead(in); head != null; head = HttpMessage.readHead(in)) {
                answer(head, in, socket.getOutputStream());
            }
        } catch (IOException e) {
            // The mediator broke the connection, as tests make it do.
            return;
        }
    }

    private static void answer(HttpMessage head, InputStream in, OutputStream out) throws IOException {
        byte[] content;
        if ("count".equals(head.headers().get("echo"))) {
            long length = Long.parseLong(head.headers().get("content-length"));
            in.skipNBytes(length);
            content = Long.toString(length).getBytes(StandardCharsets.US_ASCII);
        } else {
            content = head.readBody(in, false).text().getBytes(StandardCharsets.UTF_8);
        }
        String framing = "none";
        if (head.headers().containsKey("content-length")) {
            framing = "length";
        } else if (head.headers().containsKey("transfer-encoding")) {
            framing = "chunked";
        }
        String type = head.headers().getOrDefault("content-type", "text/plain");
        String answer = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nEcho-Type: " + type + "\r\nEcho-Framing: "
                + framing + "\r\nEcho-Line: " + head.startLine().replaceFirst(" HTTP/.*", "") + "\r\nEcho-Many: "
                + head.headers().getOrDefault("many", "-") + "\r\nEcho-Left: "
                + head.headers().getOrDefault("max-forwards", "-") + "\r\nContent-Length: " + content.length
                + "\r\n\r\n";
        out.write(answer.getBytes(StandardCharsets.UTF_8));
        if (!head.startLine().startsWith("HEAD ")) {
            out.write(content);
        }
        out.flush();
    }
}
