package org.busbench.common;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free TCP ports below those that systems give to clients (32,768 and up by Linux's default; RFC 6335 section 6 names
 * 49,152 and up), so that no client connection takes a port before its server listens. This process gives no port twice
 * until it has given all others. Safe for any thread.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    /**
     * Processes that search at the same time begin at different places: near the golden section of the range, a stride keeps
     * the first dozen of consecutive process ids hundreds of ports apart.
     */
    private static final int STRIDE = 6_181;

    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * STRIDE % COUNT));

    private FreePorts() {}

    /**
     * Finds consecutive ports that are free now.
     *
     * @throws IllegalStateException when there are none; the message names the range and the remedy
     */
    public static int inARow(int count) {
        for (int tries = 0; tries < COUNT; tries += count) {
            int place = Math.floorMod(NEXT.getAndAdd(count), COUNT);
            if (place + count <= COUNT && areFree(FIRST + place, count)) {
                return FIRST + place;
            }
        }
        throw new IllegalStateException("no " + count + " free ports in a row between " + FIRST + " and "
                + (FIRST + COUNT - 1) + ": end what listens there");
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
