package org.busbench.mediation.http.body;

import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Framing;

/** Finds the end of one body and the content within its framing. Belongs to one message. */
public final class Body {
    private final Framing.Kind kind;
    private final Chunks chunks;
    private long left;
    private long read;

    /**
     * Begins a body.
     *
     * @param mostExtraBytes most bytes of its trailers, and of the extensions of one chunk
     * @param trailers whether trailers go on
     */
    public Body(Framing framing, int mostExtraBytes, boolean trailers) {
        this.kind = framing.kind();
        this.left = framing.length();
        this.chunks = framing.kind() == Framing.Kind.CHUNKED ? new Chunks(mostExtraBytes, trailers) : null;
    }

    /**
     * Reads on.
     *
     * @return index of the first byte that does not belong to the body
     * @throws BadMessageException if the chunks are malformed
     */
    public int read(Slice slice, int from, DataRanges ranges) throws BadMessageException {
        ranges.clear();
        int to;
        if (kind == Framing.Kind.CHUNKED) {
            to = chunks.read(slice, from, ranges);
        } else {
            to = kind == Framing.Kind.FIXED ? (int) Math.min(slice.length(), from + left) : slice.length();
            to = kind == Framing.Kind.NONE ? from : to;
            left -= to - from;
            ranges.add(from, to);
        }
        read += to - from;
        return to;
    }

    /** {@return whether all of it was read} */
    public boolean isComplete() {
        return switch (kind) {
            case FIXED -> left == 0;
            case CHUNKED -> chunks.isDone();
            case NONE -> true;
            case UNTIL_CLOSE -> false;
        };
    }

    /** {@return whether only the end of the connection ends it} */
    public boolean endsWithConnection() {
        return kind == Framing.Kind.UNTIL_CLOSE;
    }

    /** {@return how many bytes are known to be missing} */
    public long left() {
        return left;
    }

    /** {@return how many bytes were read, framing included} */
    public long readBytes() {
        return read;
    }
}
