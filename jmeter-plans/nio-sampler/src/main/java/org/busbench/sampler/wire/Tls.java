package org.busbench.sampler.wire;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Makes the client side of TLS connections, with the JVM's trust store, or with no check at all. Thread safe. */
public final class Tls {
    private final SSLContext context;
    private final boolean trustAll;

    private Tls(SSLContext context, boolean trustAll) {
        this.context = context;
        this.trustAll = trustAll;
    }

    /**
     * TLS to a server.
     *
     * @param trustAll whether any certificate for any name will do
     * @throws GeneralSecurityException when the JVM has no usable TLS
     */
    public static Tls client(boolean trustAll) throws GeneralSecurityException {
        if (!trustAll) {
            return new Tls(SSLContext.getDefault(), false);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anyone()}, new SecureRandom());
        return new Tls(context, true);
    }

    /** Encrypts a connected socket. Naming the peer lets later connections resume an earlier session. */
    Wire wire(SocketChannel channel, InetSocketAddress address) throws IOException {
        return new Connection(channel, engine(address));
    }

    private SSLEngine engine(InetSocketAddress address) {
        SSLEngine engine = context.createSSLEngine(address.getHostString(), address.getPort());
        engine.setUseClientMode(true);
        if (!trustAll) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return engine;
    }

    /** For servers under test with certificates of their own. */
    private static final class Anyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Any certificate will do.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {
            // Any certificate will do.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {
            // Any certificate will do.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Any certificate will do.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /**
     * A socket under TLS. The work of a handshake (about 1 ms of CPU) is done on the loop's thread: connections kept alive
     * pay it once.
     */
    private static final class Connection implements Wire {
        private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

        private final SocketChannel channel;
        private final SSLEngine engine;
        /** Encrypted bytes that came and are not decrypted yet; between calls, position to limit. */
        private final ByteBuffer in;
        /** Encrypted bytes to send; between calls, position to limit. */
        private final ByteBuffer out;

        private boolean drained;

        private Connection(SocketChannel channel, SSLEngine engine) throws IOException {
            this.channel = channel;
            this.engine = engine;
            int packet = engine.getSession().getPacketBufferSize();
            this.in = ByteBuffer.allocate(packet).flip();
            this.out = ByteBuffer.allocate(packet).flip();
            engine.beginHandshake();
        }

        @Override
        public boolean open() throws IOException {
            ByteBuffer noData = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
            while (true) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> runTasks();
                    case NEED_WRAP -> {
                        if (!flush() || !wrap(NOTHING)) {
                            return false;
                        }
                    }
                    case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                        if (unwrap(noData) == Status.BUFFER_UNDERFLOW && !fill()) {
                            return false;
                        }
                    }
                    default -> {
                        return flush();
                    }
                }
            }
        }

        private void runTasks() {
            for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                task.run();
            }
        }

        /** Reads encrypted bytes; false when there are none. */
        private boolean fill() throws IOException {
            in.compact();
            int length = channel.read(in);
            in.flip();
            if (length < 0) {
                throw new EOFException("the peer ended the connection within the TLS handshake");
            }
            return length > 0;
        }

        @Override
        public int read(Input input) throws IOException {
            ByteBuffer plain = ByteBuffer.wrap(input.bytes);
            drained = false;
            while (true) {
                Status status = unwrap(plain);
                if (status == Status.BUFFER_OVERFLOW) {
                    return plain.position();
                }
                if (status == Status.CLOSED) {
                    return endOr(plain.position());
                }
                if (status == Status.BUFFER_UNDERFLOW) {
                    in.compact();
                    int length = channel.read(in);
                    in.flip();
                    if (length <= 0) {
                        drained = length == 0;
                        return length < 0 ? endOr(plain.position()) : plain.position();
                    }
                }
            }
        }

        /** The end is told by the next read when there are bytes before it. */
        private static int endOr(int length) {
            return length > 0 ? length : -1;
        }

        private Status unwrap(ByteBuffer plain) throws IOException {
            SSLEngineResult result = engine.unwrap(in, plain);
            if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                runTasks();
            }
            return result.getStatus();
        }

        @Override
        public boolean isDrained() {
            return drained;
        }

        @Override
        public boolean write(ByteBuffer request) throws IOException {
            while (flush()) {
                if (!request.hasRemaining()) {
                    return true;
                }
                wrap(request);
            }
            return false;
        }

        private boolean wrap(ByteBuffer plain) throws IOException {
            out.clear();
            SSLEngineResult result = engine.wrap(plain, out);
            out.flip();
            if (result.getStatus() == Status.CLOSED && plain.hasRemaining()) {
                throw new EOFException("the peer has closed the TLS session");
            }
            return flush();
        }

        private boolean flush() throws IOException {
            if (out.hasRemaining()) {
                channel.write(out);
            }
            return !out.hasRemaining();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
