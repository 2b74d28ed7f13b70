package org.busbench.mediation.wire.tls;

import java.nio.ByteBuffer;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.wire.EventLoop;

/** The objects that the encrypted connections of one loop share. For its thread. */
final class TlsLoop {
    private static final ThreadLocal<TlsLoop> OF_LOOP = new ThreadLocal<>();

    private final EventLoop loop;
    private final Arena arena;
    private final Records records = new Records();
    private ByteBuffer room = ByteBuffer.allocate(0);

    private TlsLoop(EventLoop loop) {
        this.loop = loop;
        this.arena = new Arena(loop.buffers());
    }

    /** Returns the shared of a loop, whose thread this is. */
    static TlsLoop of(EventLoop loop) {
        TlsLoop shared = OF_LOOP.get();
        if (shared == null || shared.loop != loop) {
            shared = new TlsLoop(loop);
            OF_LOOP.set(shared);
        }
        return shared;
    }

    Records records() {
        return records;
    }

    /** Returns room for so many bytes, valid until the next call: an array, which costs the JDK's ciphers less than direct memory. */
    ByteBuffer room(int bytes) {
        if (room.capacity() < bytes) {
            room = ByteBuffer.allocate(bytes);
        }
        return room.clear();
    }

    /** Makes a slice, that the caller owns, of the first bytes of the room that was returned last. */
    Slice take(int count) {
        return arena.copy(room.array(), count);
    }

    /** Finds the records of TLS in bytes as they arrive (RFC 8446 section 5.1). For one loop's thread. */
    static final class Records {
        private static final int HEADER_BYTES = 5;
        private static final int FIRST_TYPE = 20;
        private static final int LAST_TYPE = 24;
        /** RFC 8446 section 5.2 allows 256 bytes more than the plaintext, RFC 5246 section 6.2.3 2048. */
        private static final int MOST_BYTES = HEADER_BYTES + (1 << 14) + 2048;

        private final ByteBuffer together = ByteBuffer.allocate(MOST_BYTES);

        /**
         * Returns the first whole record in an array, for the reason that {@link TlsLoop#room} gives, or null when it has not come yet. What is
         * no record is returned as it is: the engine finds better words for it.
         */
        ByteBuffer first(SliceQueue arrived) {
            if (arrived.bytes() < HEADER_BYTES) {
                return null;
            }
            Slice slice = arrived.get(0);
            int type = byteAt(arrived, 0);
            int length = HEADER_BYTES + (byteAt(arrived, 3) << 8) + byteAt(arrived, 4);
            if (type < FIRST_TYPE || type > LAST_TYPE || length > MOST_BYTES) {
                return slice.view();
            }
            if (arrived.bytes() < length) {
                return null;
            }
            return joined(arrived, length);
        }

        private ByteBuffer joined(SliceQueue arrived, int length) {
            together.clear();
            for (int i = 0; together.position() < length; i++) {
                ByteBuffer view = arrived.get(i).view();
                int wanted = Math.min(view.remaining(), length - together.position());
                together.put(view.limit(view.position() + wanted));
            }
            return together.flip();
        }

        private static int byteAt(SliceQueue arrived, int index) {
            int at = index;
            int slice = 0;
            while (at >= arrived.get(slice).length()) {
                at -= arrived.get(slice).length();
                slice++;
            }
            return Byte.toUnsignedInt(arrived.get(slice).get(at));
        }
    }
}
