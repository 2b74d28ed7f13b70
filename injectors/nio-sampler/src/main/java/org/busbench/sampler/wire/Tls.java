package org.busbench.sampler.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.busbench.common.tls.ClientTls;
import org.busbench.common.tls.TlsChannel;
import org.busbench.common.tls.TlsTerms;

/** Makes the client side of TLS connections. Thread safe. */
public final class Tls {
    private final ClientTls client;

    private Tls(ClientTls client) {
        this.client = client;
    }

    /**
     * TLS to a server.
     *
     * @throws IOException when a file or a password is not as the terms say; the message names it
     */
    public static Tls on(TlsTerms terms) throws IOException {
        return new Tls(ClientTls.on(terms));
    }

    /** Encrypts a connected socket. Naming the peer lets later connections resume an earlier session. */
    Wire wire(SocketChannel channel, InetSocketAddress address) throws IOException {
        return new Connection(new TlsChannel(channel, client.engine(address.getHostString(), address.getPort())));
    }

    /** A socket under TLS. */
    private static final class Connection implements Wire {
        private final TlsChannel channel;

        private Connection(TlsChannel channel) {
            this.channel = channel;
        }

        @Override
        public boolean open() throws IOException {
            return channel.open();
        }

        @Override
        public int read(Input input) throws IOException {
            return channel.read(input.bytes);
        }

        @Override
        public boolean isDrained() {
            return channel.isDrained();
        }

        @Override
        public boolean write(ByteBuffer request) throws IOException {
            return channel.write(request);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
