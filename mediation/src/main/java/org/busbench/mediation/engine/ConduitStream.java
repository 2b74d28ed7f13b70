package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.InputStream;

/** Reads a {@link Conduit}; waits for what has not come yet. A body that breaks off is an error, never an end. For one worker at a time. */
final class ConduitStream extends InputStream {

    private final Conduit conduit;
    private byte[] part = {};
    private int at;
    private boolean ended;

    ConduitStream(Conduit conduit) {
        this.conduit = conduit;
    }

    @Override
    public int read() throws IOException {
        return fill() ? part[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, part.length - at);
        System.arraycopy(part, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return part.length - at;
    }

    /** Returns whether there is a byte. */
    private boolean fill() throws IOException {
        while (at == part.length && !ended) {
            byte[] next = conduit.take();
            ended = next == null;
            part = ended ? new byte[0] : next;
            at = 0;
        }
        return at < part.length;
    }
}
