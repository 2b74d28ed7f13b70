package org.busbench.mediation.wire.tls;

import java.net.InetSocketAddress;
import org.busbench.mediation.wire.ConnectionEvents;
import org.busbench.mediation.wire.Dialer;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.WireConnection;

/**
 * Makes connections by TLS. The handshake belongs to the connecting: {@link ConnectionEvents#connected} is told when it is done.
 *
 * @param host the name that the certificate has to be for
 */
public record TlsDialer(TlsContext security, String host, int port) implements Dialer {

    @Override
    public WireConnection dial(EventLoop loop, InetSocketAddress address, ConnectionEvents events) {
        TlsConnection encrypted = new TlsConnection(loop, security.forBackend(host, port), security.handshakeTimeout());
        encrypted.tell(events, true);
        encrypted.on(loop.connect(address, encrypted));
        return encrypted;
    }
}
