package org.busbench.mediation.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.rig.Transport;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;

/**
 * A proxy that sends everything to one backend: what virtualization costs without a configuration. A program, for measuring; see
 * docs/architecture.md.
 */
public final class Forwarder {
    private Forwarder() {}

    /**
     * Runs until it is stopped.
     *
     * @param args port to listen on, port of the backend, number of loops (default 1)
     */
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("usage: Forwarder PORT BACKEND-PORT [LOOPS]");
            System.exit(2);
        }
        int loops = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        InetAddress here = InetAddress.getLoopbackAddress();
        Endpoint endpoint = Endpoints.of(new InetSocketAddress(here, Integer.parseInt(args[1])));
        Route route = Route.to(endpoint, null);
        Wire wire = Transport.wire(loops, WireLimits.USUAL);
        HttpLimits limits = new HttpLimits(
                32 << 10, 8 << 10, 100, Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofHours(1));
        HttpServer server = new HttpServer(wire, limits, exchange -> exchange.forward(route));
        System.out.println("ready " + server.listen(new InetSocketAddress(here, Integer.parseInt(args[0]))));
    }
}
