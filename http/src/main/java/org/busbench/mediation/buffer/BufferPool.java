package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The buffers of one event loop: direct memory in pieces of one size, made when first needed, kept for ever, never more than a bound. When
 * the bound is reached there is no further buffer until one comes back; who reads from the network then waits, which is the last of the
 * back-pressures.
 *
 * <p>Not thread-safe.
 */
public final class BufferPool {
    private static final System.Logger LOG = System.getLogger(BufferPool.class.getName());

    private final int bufferBytes;
    private int most;
    private final ArrayDeque<Buffer> free = new ArrayDeque<>();
    private final List<Arena> arenas = new ArrayList<>();
    private final ToLongFunction<ByteBuffer> addresses;
    private LentBuffers lent;
    private int made;

    /**
     * Makes an empty pool whose slices have no address.
     *
     * @param bufferBytes the size of each buffer in bytes
     * @param most how many buffers there can be
     * @throws IllegalArgumentException if one of them is not positive
     */
    public BufferPool(int bufferBytes, int most) {
        this(bufferBytes, most, memory -> 0);
    }

    /**
     * Makes an empty pool whose slices know their address.
     *
     * @param addresses finds the address of direct memory; asked once for each buffer
     */
    public BufferPool(int bufferBytes, int most, ToLongFunction<ByteBuffer> addresses) {
        if (bufferBytes <= 0 || most <= 0) {
            throw new IllegalArgumentException(
                    "a pool of " + most + " buffers of " + bufferBytes + " bytes cannot be: both must be positive");
        }
        this.bufferBytes = bufferBytes;
        this.most = most;
        this.addresses = addresses;
    }

    long addressOf(ByteBuffer memory) {
        return addresses.applyAsLong(memory);
    }

    /** {@return a buffer with one user, or null when all are out} */
    Buffer take() {
        Buffer buffer = free.pollLast();
        if (buffer == null) {
            if (made == most) {
                return null;
            }
            buffer = made();
            if (buffer == null) {
                return null;
            }
        }
        buffer.lend();
        return buffer;
    }

    private Buffer made() {
        try {
            Buffer buffer = Buffer.pooled(this, bufferBytes);
            made++;
            return buffer;
        } catch (OutOfMemoryError e) {
            // -XX:MaxDirectMemorySize allows less than the bound: then that is the bound.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "only {0} of {1} buffers fit into the direct memory; raise -XX:MaxDirectMemorySize",
                    made,
                    most);
            most = Math.max(1, made);
            return null;
        }
    }

    void takeBack(Buffer buffer) {
        free.addLast(buffer);
    }

    void register(Arena arena) {
        arenas.add(arena);
    }

    void register(LentBuffers lender) {
        lent = lender;
    }

    /** {@return how many buffers hold bytes that have an owner; a buffer that an arena or the kernel has, ready to be filled, is not one} */
    public int inUse() {
        int ready = lent == null ? 0 : lent.idle();
        for (Arena arena : arenas) {
            ready += arena.holdsIdleBuffer() ? 1 : 0;
        }
        return made - free.size() - ready;
    }

    /** {@return how many buffers exist, in use or not} */
    public int pooled() {
        return made;
    }

    /** {@return whether a buffer could be had now} */
    public boolean hasFree() {
        return made < most || !free.isEmpty();
    }

    /** {@return whether more than half of the buffers that there can be are out} */
    public boolean isScarce() {
        return made - free.size() > most / 2;
    }

    /** {@return the size of each buffer in bytes} */
    public int bufferBytes() {
        return bufferBytes;
    }
}
