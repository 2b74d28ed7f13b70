package org.busbench.mediation.xml;

/** Finds the end of a tag without looking at a byte twice, however small the pieces are in which the tag arrives. */
final class Scanner {
    static final int INCOMPLETE = -1;
    static final int ODD = -2;

    private int tag = -1;
    private int at;
    private byte quote;

    void reset() {
        tag = -1;
    }

    void move(int by) {
        if (tag >= 0) {
            tag += by;
            at += by;
        }
    }

    /** Index after the {@code >} of the tag that begins at {@code from}, {@link #INCOMPLETE}, or {@link #ODD} when a {@code <} stands in it. */
    int tagEnd(byte[] in, int from, int limit) {
        if (tag != from) {
            tag = from;
            at = from + 1;
            quote = 0;
        }
        int p = at;
        while (p < limit) {
            byte b = in[p++];
            if (b == '<') {
                return ODD;
            }
            if (quote != 0) {
                quote = b == quote ? 0 : quote;
            } else if (b == '>') {
                tag = -1;
                return p;
            } else if (b == '"' || b == '\'') {
                quote = b;
            }
        }
        at = p;
        return INCOMPLETE;
    }
}
