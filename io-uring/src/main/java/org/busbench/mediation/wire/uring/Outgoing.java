package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * Offers queues to the kernel, straight from the buffers in which the bytes arrived. A few small slices, as a head and its body, are put together first, and
 * so are arrays, which the kernel cannot read. One for each loop, for its thread.
 */
final class Outgoing {
    private static final int SMALL_BYTES = 16 << 10;
    private static final int LARGE_BYTES = 256 << 10;
    private static final int MOST_GATHERED = 64;
    private static final int HEADER_BYTES = 56;
    private static final int PIECE_BYTES = 16;

    private final ArrayDeque<Copy> small = new ArrayDeque<>();
    private final ArrayDeque<Copy> large = new ArrayDeque<>();
    private int offered;

    /** Memory for bytes that are put together. It belongs to one operation until that has completed. */
    static final class Copy {
        private final ByteBuffer memory;
        private final long address;

        private Copy(int bytes) {
            memory = Ring.direct(bytes);
            address = NativeCalls.address(memory);
        }
    }

    /**
     * Has the ring send the beginning of a queue, which stays as it is; all its memory has to stay until the operation has completed.
     *
     * @param atOnce as in {@link Ring#send}
     * @return what has to be given to {@link #free} when the operation has completed, or null
     */
    Copy send(SliceQueue queue, Ring ring, int socket, long userData, boolean atOnce) throws IOException {
        Slice first = queue.get(0);
        if (queue.size() == 1 && first.address() != 0) {
            offered = first.length();
            ring.send(socket, userData, first.address(), offered, atOnce);
            return null;
        }
        if (queue.bytes() <= SMALL_BYTES) {
            Copy copy = copy(SMALL_BYTES);
            queue.copyTo(copy.memory.clear());
            offered = (int) queue.bytes();
            ring.send(socket, userData, copy.address, offered, atOnce);
            return copy;
        }
        return gather(queue, ring, socket, userData, atOnce);
    }

    /** {@return how many bytes were offered last} */
    int offered() {
        return offered;
    }

    void free(Copy copy) {
        (copy.memory.capacity() == SMALL_BYTES ? small : large).addLast(copy);
    }

    private Copy gather(SliceQueue queue, Ring ring, int socket, long userData, boolean atOnce) throws IOException {
        int most = Math.min(queue.size(), MOST_GATHERED);
        long header = ring.scratch(HEADER_BYTES + most * PIECE_BYTES);
        ByteBuffer memory = ring.scratchMemory();
        int at = ring.scratchIndex(header);
        int pieces = 0;
        offered = 0;
        Copy copy = null;
        for (; pieces < most; pieces++) {
            Slice slice = queue.get(pieces);
            long address = slice.address();
            int length = slice.length();
            if (address == 0) {
                copy = copy == null ? copy(slice.length() <= SMALL_BYTES ? SMALL_BYTES : LARGE_BYTES) : copy;
                length = Math.min(length, copy.memory.remaining());
                address = copy.address + copy.memory.position();
                ByteBuffer bytes = slice.view();
                copy.memory.put(bytes.limit(bytes.position() + length));
            }
            memory.putLong(at + HEADER_BYTES + pieces * PIECE_BYTES, address);
            memory.putLong(at + HEADER_BYTES + pieces * PIECE_BYTES + 8, length);
            offered += length;
            if (length < slice.length()) {
                pieces++;
                break;
            }
        }
        for (int i = 0; i < HEADER_BYTES; i += 8) {
            memory.putLong(at + i, 0);
        }
        memory.putLong(at + 16, header + HEADER_BYTES);
        memory.putLong(at + 24, pieces);
        ring.sendMessage(socket, userData, header, atOnce);
        return copy;
    }

    private Copy copy(int bytes) {
        Copy free = (bytes == SMALL_BYTES ? small : large).pollLast();
        if (free == null) {
            return new Copy(bytes);
        }
        free.memory.clear();
        return free;
    }
}
