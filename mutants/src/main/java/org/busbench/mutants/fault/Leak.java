package org.busbench.mutants.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mutants.wire.Backends;
import org.busbench.mutants.wire.Caller;

/** Never gives back what it takes for a message. It stops where it would fail, so that nothing but the growth shows. */
final class Leak implements Conduct {
    private static final int BUFFER_BYTES = 4096;
    private static final int PAGE_BYTES = 4096;
    private static final int MOST_CONNECTIONS = 3000;

    private final Turn turn;
    private final Backends backends;
    private final List<ByteBuffer> kept = new ArrayList<>();
    private int connections;
    private boolean full;

    private Leak(Turn turn, Backends backends) {
        this.turn = turn;
        this.backends = backends;
    }

    /** Keeps a buffer of 4 KB outside the heap. */
    static Conduct ofMemory(Turn turn) {
        return new Leak(turn, null);
    }

    /** Keeps a connection to the backend open that is never used again. */
    static Conduct ofConnections(Turn turn, Backends backends) {
        return new Leak(turn, backends);
    }

    @Override
    public Caller calls(Caller right) {
        return (call, outcome) -> {
            if (turn.comes() && !full) {
                leak(call.backend());
            }
            right.call(call, outcome);
        };
    }

    private void leak(String backend) {
        try {
            if (backends == null) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
                for (int at = 0; at < BUFFER_BYTES; at += PAGE_BYTES) {
                    buffer.put(at, (byte) 1);
                }
                kept.add(buffer);
            } else {
                backends.abandon(backend);
                full = ++connections >= MOST_CONNECTIONS;
            }
        } catch (OutOfMemoryError | IOException e) {
            full = true;
        }
    }
}
