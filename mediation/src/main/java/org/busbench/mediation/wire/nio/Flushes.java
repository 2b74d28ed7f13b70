package org.busbench.mediation.wire.nio;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections that have something to send in this turn. They are sent to together, at its end, so that the peers wake once for many messages; but
 * before that when so much has arrived that the first of it would leave the processor's cache before it is sent on. One for each loop.
 */
final class Flushes {
    private static final int MOST_ARRIVED_BYTES = 64 << 10;

    private final List<NioConnection> planned = new ArrayList<>();
    private int arrivedBytes;

    void plan(NioConnection connection) {
        planned.add(connection);
    }

    void arrived(int bytes) {
        arrivedBytes += bytes;
    }

    boolean areDue() {
        return arrivedBytes >= MOST_ARRIVED_BYTES;
    }

    void flush() {
        arrivedBytes = 0;
        // What is told while one connection is flushed may fill another.
        for (int i = 0; i < planned.size(); i++) {
            planned.get(i).flush();
        }
        planned.clear();
    }
}
