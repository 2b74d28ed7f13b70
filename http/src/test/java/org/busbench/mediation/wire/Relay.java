package org.busbench.mediation.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.rig.Transport;

/**
 * Passes bytes on in both directions, one connection to the backend for each client, and looks at none of them: what a transport costs without HTTP. A
 * program, for measuring; see mediation/src/bench/floor.
 */
public final class Relay implements ConnectionEvents {
    private final WireConnection from;
    private Relay other;

    private Relay(WireConnection from) {
        this.from = from;
    }

    /**
     * Runs until it is stopped.
     *
     * @param args port to listen on, port of the backend
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: Relay PORT BACKEND-PORT");
            System.exit(2);
        }
        InetAddress here = InetAddress.getLoopbackAddress();
        InetSocketAddress backend = new InetSocketAddress(here, Integer.parseInt(args[1]));
        Wire wire = Transport.wire(1, WireLimits.USUAL);
        System.out.println("ready "
                + wire.listen(new InetSocketAddress(here, Integer.parseInt(args[0])), (loop, connection) -> {
                    Upstream upstream = new Upstream();
                    upstream.relay = new Relay(loop.connect(backend, upstream));
                    Relay client = new Relay(connection);
                    client.other = upstream.relay;
                    upstream.relay.other = client;
                    return client;
                }));
    }

    /** The events of a connection that is known only after it was asked for. */
    private static final class Upstream implements ConnectionEvents {
        private Relay relay;

        @Override
        public void received(Slice bytes) {
            relay.received(bytes);
        }

        @Override
        public void ended() {
            relay.ended();
        }

        @Override
        public void failed(IOException cause) {
            relay.failed(cause);
        }

        @Override
        public void expired() {
            relay.expired();
        }

        @Override
        public void congested() {
            relay.congested();
        }

        @Override
        public void drained() {
            relay.drained();
        }
    }

    @Override
    public void received(Slice bytes) {
        other.from.queue(bytes);
    }

    @Override
    public void ended() {
        other.from.close();
        from.close();
    }

    @Override
    public void failed(IOException cause) {
        other.from.abort();
    }

    @Override
    public void expired() {
        throw new IllegalStateException("a relay sets no deadline");
    }

    @Override
    public void congested() {
        other.from.suspendReading();
    }

    @Override
    public void drained() {
        other.from.resumeReading();
    }
}
