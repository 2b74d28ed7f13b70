package org.busbench.harness.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.harness.text.Problem;

/**
 * Ports that nobody listens at, below those that systems give to clients (32,768 and up by Linux's default; RFC 6335
 * section 6 names 49,152 and up): between finding such a port and listening at it no connection takes it. None is given
 * twice by this process before all others were. Safe for any thread.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    /** Processes that look at the same time begin at different places: a prime parts the numbers that follow each other. */
    private static final int STRIDE = 101;

    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * STRIDE % COUNT));

    private FreePorts() {}

    /**
     * Looks for free ports in a row.
     *
     * @param count how many
     * @return the first of them
     * @throws Problem when there are none
     */
    public static int inARow(int count) {
        for (int tries = 0; tries < COUNT; tries += count) {
            int place = Math.floorMod(NEXT.getAndAdd(count), COUNT);
            if (place + count <= COUNT && areFree(FIRST + place, count)) {
                return FIRST + place;
            }
        }
        throw new Problem("no " + count + " free ports in a row between " + FIRST + " and " + (FIRST + COUNT - 1)
                + ": end what listens there");
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            if (!isFree(port)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
