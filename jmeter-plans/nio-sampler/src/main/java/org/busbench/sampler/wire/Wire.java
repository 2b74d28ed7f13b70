package org.busbench.sampler.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A connected socket, plain or encrypted. Used by its loop's thread; never blocks. */
interface Wire extends Closeable {
    /**
     * Goes on with what must happen before requests can be sent.
     *
     * @return whether that is done
     * @throws IOException when it fails
     */
    boolean open() throws IOException;

    /**
     * Reads what is there, as far as it fits.
     *
     * @return its length; 0 for nothing; -1 when the peer sends no more
     */
    int read(Input input) throws IOException;

    /** Whether the last read left nothing behind, as far as can be known without another one. */
    boolean isDrained();

    /**
     * Sends as much as the socket takes.
     *
     * @param request moves on by what was taken
     * @return whether all of it, and of what was taken before, is on its way
     */
    boolean write(ByteBuffer request) throws IOException;
}
