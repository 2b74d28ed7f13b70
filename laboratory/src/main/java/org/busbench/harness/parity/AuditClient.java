package org.busbench.harness.parity;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.MessageStream;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsTerms;

/** One connection to a mediator, which the caller writes to and reads from by the byte. Blocks; for one thread. */
final class AuditClient implements AutoCloseable {
    private final Socket socket;
    private final MessageStream stream;
    private final AtomicInteger bodyBytes = new AtomicInteger();

    /** Connects; each later read waits no longer than the limit. */
    AuditClient(URI url, Duration limit, TlsTerms terms) throws IOException {
        socket = ClientTls.connect(url, ClientTls.of(url, terms), limit);
        stream = new MessageStream(new BufferedInputStream(socket.getInputStream()), bodyBytes::addAndGet);
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
