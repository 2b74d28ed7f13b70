package org.busbench.mediation.wire.tls;

import java.util.function.Supplier;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.Connection;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.EventLoop;

/** Serves clients that speak TLS. On the threads of the loops. */
public final class TlsAcceptor implements Acceptor {
    private final Supplier<Security> security;
    private final Acceptor inner;

    /**
     * Stands before another acceptor.
     *
     * @param security keys and trust, asked for with each connection
     * @param inner serves what was decrypted
     */
    public TlsAcceptor(Supplier<Security> security, Acceptor inner) {
        this.security = security;
        this.inner = inner;
    }

    @Override
    public ConnectionEvents accepted(EventLoop loop, Connection connection) {
        Security now = security.get();
        TlsConnection encrypted = new TlsConnection(loop, now.forClient(), now.handshakeTimeout());
        encrypted.on(connection);
        encrypted.tell(inner.accepted(loop, encrypted), false);
        return encrypted;
    }
}
