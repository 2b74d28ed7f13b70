package org.busbench.common.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.busbench.common.tls.ClientTls;

/**
 * Sends requests and waits for their whole responses, over HTTP or over TLS, with the JVM's trust store unless told
 * otherwise. Connections are kept and used again, as responses allow it. No proxy, no redirects. Blocks; safe for any
 * thread.
 */
public final class HttpCaller implements Closeable {
    /** How often a thread that waits looks at its interrupt status. */
    private static final int LOOK_MILLIS = 200;

    private final Duration limit;
    private final boolean interruptible;
    private final Access access;
    private final Map<String, Deque<Connection>> idle = new HashMap<>();
    private ClientTls tls;

    private HttpCaller(Duration limit, boolean interruptible, Access access) {
        this.limit = limit;
        this.interruptible = interruptible;
        this.access = access;
    }

    /** A caller that gives connecting and each response this long. */
    public static HttpCaller within(Duration limit) {
        return new HttpCaller(limit, false, Access.USUAL);
    }

    /** The same, whose calls end with {@link InterruptedIOException} when their thread is interrupted. */
    public static HttpCaller interruptible(Duration limit) {
        return new HttpCaller(limit, true, Access.USUAL);
    }

    /** Another caller like this one, for a server that wants to be asked like that. */
    public HttpCaller with(Access other) {
        return new HttpCaller(limit, interruptible, other);
    }

    private final class Connection extends FilterInputStream {
        private final Socket socket;
        private final MessageStream stream;
        private long deadline;

        private Connection(Socket socket) throws IOException {
            super(socket.getInputStream());
            this.socket = socket;
            this.stream = new MessageStream(new BufferedInputStream(this), bytes -> {});
        }

        private HttpMessage call(byte[] request) throws IOException {
            deadline = System.nanoTime() + limit.toNanos();
            socket.getOutputStream().write(request);
            return stream.response();
        }

        /** Whether the peer has ended the connection since its last response. */
        private boolean isEnded() throws IOException {
            deadline = System.nanoTime();
            try {
                return stream.isEnded();
            } catch (SocketTimeoutException stillOpen) {
                return false;
            } catch (SocketException reset) {
                return true;
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            while (true) {
                long left = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
                socket.setSoTimeout((int) Math.min(left, LOOK_MILLIS));
                try {
                    return in.read(bytes, from, length);
                } catch (SocketTimeoutException nothing) {
                    if (interruptible && Thread.currentThread().isInterrupted()) {
                        throw new InterruptedIOException("interrupted while waiting for a response");
                    }
                    if (deadline - System.nanoTime() <= 0) {
                        throw new SocketTimeoutException("timed out after " + limit.toMillis() + " ms");
                    }
                }
            }
        }
    }

    /**
     * Sends a request with its length.
     *
     * @param body null for a request without one
     * @throws IOException when no complete response came
     */
    public HttpMessage call(String method, URI url, String fields, byte[] body) throws IOException {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        String length = body == null ? "" : "Content-Length: " + body.length + "\r\n";
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes((method + " " + path + query + " HTTP/1.1\r\nHost: " + url.getRawAuthority()
                        + "\r\nUser-Agent: busbench\r\n" + fields + access.lines() + length + "\r\n")
                .getBytes(ISO_8859_1));
        if (body != null) {
            request.writeBytes(body);
        }
        return call(url, request.toByteArray());
    }

    /**
     * Sends the bytes of a whole request in one write.
     *
     * @throws IOException when no complete response came
     */
    public HttpMessage call(URI url, byte[] request) throws IOException {
        String server = url.getScheme() + "://" + url.getRawAuthority();
        Connection connection = idle(server);
        if (connection == null) {
            connection = connect(url);
        }
        boolean reusable = false;
        try {
            HttpMessage response = connection.call(request);
            reusable = !response.closes();
            return response;
        } finally {
            if (reusable) {
                keep(server, connection);
            } else {
                connection.socket.close();
            }
        }
    }

    private Connection idle(String server) throws IOException {
        while (true) {
            Connection connection;
            synchronized (idle) {
                Deque<Connection> known = idle.get(server);
                connection = known == null ? null : known.poll();
            }
            if (connection == null || !connection.isEnded()) {
                return connection;
            }
            connection.socket.close();
        }
    }

    private void keep(String server, Connection connection) {
        synchronized (idle) {
            idle.computeIfAbsent(server, unused -> new ArrayDeque<>()).push(connection);
        }
    }

    private Connection connect(URI url) throws IOException {
        return new Connection(ClientTls.connect(url, tls(url), limit));
    }

    /** Made once: later connections resume the sessions of earlier ones. */
    private synchronized ClientTls tls(URI url) throws IOException {
        if (!ClientTls.isMeantBy(url)) {
            return null;
        }
        if (tls == null) {
            tls = ClientTls.on(access.tls());
        }
        return tls;
    }

    @Override
    public void close() throws IOException {
        synchronized (idle) {
            for (Deque<Connection> connections : idle.values()) {
                for (InputStream connection : connections) {
                    connection.close();
                }
            }
            idle.clear();
        }
    }
}
