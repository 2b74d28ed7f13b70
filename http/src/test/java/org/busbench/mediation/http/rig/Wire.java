package org.busbench.mediation.http.rig;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that puts bytes on a socket as it is told, and reads what comes back. */
public final class Wire implements Closeable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Socket socket;
    private final InputStream in;

    /** Connects to a port of this machine. */
    public Wire(int port) throws IOException {
        this(port, PATIENCE);
    }

    /** Connects, and waits no longer than {@code patience} for bytes. */
    public Wire(int port, Duration patience) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) patience.toMillis());
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends the bytes at once. */
    public Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends text as UTF-8. */
    public Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads one response; an empty connection is an error that says so. */
    public HttpMessage receive() throws IOException {
        HttpMessage head = HttpMessage.readHead(in);
        if (head == null) {
            throw new IOException("the connection was closed without an answer");
        }
        return head.status() == 100 ? head : head.readBody(in, true);
    }

    /** Reads the head of one response, to a request whose answer has no body. */
    public HttpMessage receiveHead() throws IOException {
        HttpMessage head = HttpMessage.readHead(in);
        if (head == null) {
            throw new IOException("the connection was closed without an answer");
        }
        return head;
    }

    /** Reads so many bytes, or as many as come before the end. */
    public String receiveRaw(int count) throws IOException {
        return new String(in.readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    /** Whether the peer has closed its side; waits for bytes or the end. */
    public boolean isClosedByPeer() throws IOException {
        return in.read() == -1;
    }

    /** Whether the connection ends here, orderly or by a reset: a peer that closes with bytes unread resets. */
    public boolean endsHere() throws IOException {
        try {
            return in.read() == -1;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Says that no more bytes come, and keeps reading. */
    public void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    /** Breaks the connection with a reset instead of an orderly end. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** One request on a connection of its own. */
    public static HttpMessage exchange(int port, byte[] request) throws IOException {
        try (Wire wire = new Wire(port)) {
            return wire.send(request).receive();
        }
    }
}
