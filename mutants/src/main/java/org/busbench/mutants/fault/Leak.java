package org.busbench.mutants.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendPool;

/** Never frees a resource that it takes for a message. It stops before it would fail, so that only the growth shows. */
final class Leak implements Fault {
    private static final int BUFFER_BYTES = 16_384;
    private static final int MOST_BUFFERS = (512 << 20) / BUFFER_BYTES;
    private static final int PAGE_BYTES = 4096;
    private static final int MOST_CONNECTIONS = 3000;
    private static final int OBJECT_BYTES = 1024;
    private static final int MOST_OBJECTS = (16 << 20) / OBJECT_BYTES;

    private final FaultRate rate;
    private final BackendPool backends;
    private final boolean inHeap;
    private final List<ByteBuffer> kept = new ArrayList<>();
    private final List<byte[]> objects = new ArrayList<>();
    private int connections;
    private boolean full;

    private Leak(FaultRate rate, BackendPool backends, boolean inHeap) {
        this.rate = rate;
        this.inHeap = inHeap;
        this.backends = backends;
    }

    /** Keeps a buffer of 16 KB outside the heap. */
    static Fault ofMemory(FaultRate rate) {
        return new Leak(rate, null, false);
    }

    /** Keeps an object of 1 KB, which no collection can take. */
    static Fault ofHeap(FaultRate rate) {
        return new Leak(rate, null, true);
    }

    /** Keeps a connection to the backend open that is never used again. */
    static Fault ofConnections(FaultRate rate, BackendPool backends) {
        return new Leak(rate, backends, false);
    }

    @Override
    public BackendCaller calls(BackendCaller right) {
        return (call, outcome) -> {
            if (rate.isNext() && !full) {
                leak(call.backend());
            }
            right.call(call, outcome);
        };
    }

    private void leak(String backend) {
        try {
            if (inHeap) {
                objects.add(new byte[OBJECT_BYTES - 16]);
                full = objects.size() >= MOST_OBJECTS;
            } else if (backends == null) {
                ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
                for (int at = 0; at < BUFFER_BYTES; at += PAGE_BYTES) {
                    buffer.put(at, (byte) 1);
                }
                kept.add(buffer);
                full = kept.size() >= MOST_BUFFERS;
            } else {
                backends.leak(backend);
                full = ++connections >= MOST_CONNECTIONS;
            }
        } catch (OutOfMemoryError e) {
            full = true;
        }
    }
}
