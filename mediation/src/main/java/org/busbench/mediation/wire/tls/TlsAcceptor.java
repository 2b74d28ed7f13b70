package org.busbench.mediation.wire.tls;

import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.Connection;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.EventLoop;

/** Serves clients that speak TLS. On the threads of the loops. */
public final class TlsAcceptor implements Acceptor {
    private final Security security;
    private final Acceptor inner;

    /**
     * Stands before another acceptor.
     *
     * @param security keys and trust
     * @param inner serves what was decrypted
     */
    public TlsAcceptor(Security security, Acceptor inner) {
        this.security = security;
        this.inner = inner;
    }

    @Override
    public ConnectionEvents accepted(EventLoop loop, Connection connection) {
        TlsConnection encrypted = new TlsConnection(loop, security.forClient(), security.handshakeTimeout());
        encrypted.on(connection);
        encrypted.tell(inner.accepted(loop, encrypted), false);
        return encrypted;
    }
}
