package org.busbench.mediation.wire.tls;

import java.util.function.Supplier;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.WireConnection;

/** Serves clients that speak TLS. On the threads of the loops. */
public final class TlsAcceptor implements Acceptor {
    private final Supplier<TlsContext> security;
    private final Acceptor inner;

    /** Stands before another acceptor, which serves what was decrypted. */
    public TlsAcceptor(Supplier<TlsContext> security, Acceptor inner) {
        this.security = security;
        this.inner = inner;
    }

    @Override
    public ConnectionEvents accepted(EventLoop loop, WireConnection connection) {
        TlsContext now = security.get();
        TlsConnection encrypted = new TlsConnection(loop, now.forClient(), now.handshakeTimeout());
        encrypted.on(connection);
        encrypted.tell(inner.accepted(loop, encrypted), false);
        return encrypted;
    }
}
