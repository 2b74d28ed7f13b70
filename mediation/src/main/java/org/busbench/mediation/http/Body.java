package org.busbench.mediation.http;

import org.busbench.mediation.buffer.Slice;

/** Finds the end of one body. */
final class Body {
    private final Framing.Kind kind;
    private final Chunks chunks;
    private long left;
    private long read;

    Body(Framing framing, HttpLimits limits) {
        this.kind = framing.kind();
        this.left = framing.length();
        this.chunks = framing.is(Framing.Kind.CHUNKED) ? new Chunks(limits.headBytes()) : null;
    }

    /**
     * Reads on.
     *
     * @param ranges is filled with where the data stand
     * @return index of the first byte that does not belong to the body
     */
    int read(Slice slice, int from, DataRanges ranges) throws BadMessageException {
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

    boolean isComplete() {
        return switch (kind) {
            case FIXED -> left == 0;
            case CHUNKED -> chunks.isDone();
            case NONE -> true;
            case UNTIL_CLOSE -> false;
        };
    }

    boolean endsWithConnection() {
        return kind == Framing.Kind.UNTIL_CLOSE;
    }

    /** Returns how many bytes are known to be missing. */
    long left() {
        return left;
    }

    /** Returns how many bytes were read, framing included. */
    long readBytes() {
        return read;
    }
}
