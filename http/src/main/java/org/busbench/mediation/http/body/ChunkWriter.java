package org.busbench.mediation.http.body;

import java.util.function.Consumer;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.Octets;

/** Writes the framing of chunked bodies (RFC 9112 section 7.1). One for each loop. */
public final class ChunkWriter {
    private static final byte[] LINE_END = Octets.of("\r\n");
    private static final byte[] LAST = Octets.of("0\r\n\r\n");

    private final Arena arena;

    /** Writes into the memory of a loop. */
    public ChunkWriter(Arena arena) {
        this.arena = arena;
    }

    /** Sends content, more than nothing, as one chunk; all slices are given away. */
    public void frame(Slice content, Consumer<Slice> to) {
        to.accept(plain(Octets.of(Integer.toHexString(content.length()) + "\r\n")));
        to.accept(content);
        to.accept(plain(LINE_END));
    }

    /** {@return the last chunk, without trailers} */
    public Slice last() {
        return plain(LAST);
    }

    private Slice plain(byte[] bytes) {
        return arena.copy(bytes, bytes.length);
    }
}
