package org.busbench.mediation.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ConnectionClosedException;
import org.apache.http.nio.ContentDecoder;

/**
 * Gives each I/O error a message. Synapse's handler of backend connections looks into the message before it does anything, and fails on one that
 * has none, as that of a closed channel: the client of that message would never be answered.
 */
final class ToldErrors implements ContentDecoder {

    private final ContentDecoder wire;

    /**
     * @param wire reads from the peer
     */
    ToldErrors(ContentDecoder wire) {
        this.wire = wire;
    }

    /** {@return the error itself, or one that says what it is} */
    static IOException of(IOException error) {
        if (error.getMessage() != null) {
            return error;
        }
        IOException told = new ConnectionClosedException(error.getClass().getName());
        told.initCause(error);
        return told;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        try {
            return wire.read(destination);
        } catch (IOException e) {
            throw of(e);
        }
    }

    @Override
    public boolean isCompleted() {
        return wire.isCompleted();
    }
}
