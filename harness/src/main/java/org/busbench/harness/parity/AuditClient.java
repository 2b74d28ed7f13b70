package org.busbench.harness.parity;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.MessageStream;

/** One connection to a mediator, which the caller writes to and reads from by the byte. Blocks; for one thread. */
final class AuditClient implements AutoCloseable {
    private final Socket socket = new Socket();
    private final MessageStream stream;
    private final AtomicInteger bodyBytes = new AtomicInteger();

    /** Connects; each later read waits no longer than the limit. */
    AuditClient(URI url, Duration limit) throws IOException {
        boolean connected = false;
        try {
            int millis = Math.toIntExact(limit.toMillis());
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), millis);
            socket.setSoTimeout(millis);
            IntConsumer count = bodyBytes::addAndGet;
            stream = new MessageStream(new BufferedInputStream(socket.getInputStream()), count);
            connected = true;
        } finally {
            if (!connected) {
                socket.close();
            }
        }
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Waits for the next final answer. */
    HttpMessage answer() throws IOException {
        return stream.response();
    }

    /** Waits for the next final answer; each of its pieces comes within the limit. */
    HttpMessage answer(Duration limit) throws IOException {
        socket.setSoTimeout((int) Math.max(1, limit.toMillis()));
        return stream.response();
    }

    /** Bytes of bodies that have come; another thread may read it while this one waits for an answer. */
    int bodyBytes() {
        return bodyBytes.get();
    }

    /** Whether the peer has ended the connection; to be asked when no answer is due. */
    boolean isEnded() throws IOException {
        int limit = socket.getSoTimeout();
        socket.setSoTimeout(1);
        try {
            return stream.isEnded();
        } catch (java.net.SocketTimeoutException stillOpen) {
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        } finally {
            socket.setSoTimeout(limit);
        }
    }

    /** The own end of the connection. */
    int port() {
        return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
