package org.busbench.mediation.rig;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Ports that nobody listens at, below those that systems give to clients: no connection of another test takes one before its server does. */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int COUNT = 9_000;
    /** Two processes begin at different places. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % COUNT));

    private FreePorts() {}

    /** {@return a port that was free a moment ago} */
    public static int next() throws IOException {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no port is free between " + FIRST + " and " + (FIRST + COUNT - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
