package org.busbench.mediation.wire.tls;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.wire.EventLoop;

/** What the encrypted connections of one loop share. For its thread. */
final class Tools {
    private static final ThreadLocal<Tools> OF_LOOP = new ThreadLocal<>();

    private final EventLoop loop;
    private final Arena arena;
    private final Records records = new Records();
    private ByteBuffer spare = ByteBuffer.allocate(0);
    private boolean inArena;

    private Tools(EventLoop loop) {
        this.loop = loop;
        this.arena = new Arena(loop.buffers());
    }

    /** Returns the tools of a loop, whose thread this is. */
    static Tools of(EventLoop loop) {
        Tools tools = OF_LOOP.get();
        if (tools == null || tools.loop != loop) {
            tools = new Tools(loop);
            OF_LOOP.set(tools);
        }
        return tools;
    }

    Records records() {
        return records;
    }

    /** Returns room for so many bytes: pooled while there is any, otherwise memory of its own. Valid until the next call. */
    ByteBuffer room(int bytes) {
        ByteBuffer pooled = bytes <= loop.buffers().bufferBytes() ? arena.room(bytes) : null;
        inArena = pooled != null;
        if (inArena) {
            return pooled;
        }
        if (spare.capacity() < bytes) {
            spare = ByteBuffer.allocate(bytes);
        }
        return spare.clear();
    }

    /** Makes a slice, that the caller owns, of the first bytes of the room that was returned last. */
    Slice take(int count) {
        return inArena ? arena.take(count) : Slice.of(Arrays.copyOf(spare.array(), count));
    }
}
