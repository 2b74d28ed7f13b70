package org.busbench.mediation.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ConnectionClosedException;
import org.apache.http.nio.ContentEncoder;
import org.apache.synapse.transport.passthru.Pipe;

/**
 * Lets a body end only when its sender ended it. The stock pipe answers a sender that breaks off with {@code complete()}: the receiver then
 * gets half a message with a proper end, and takes it for the whole (RFC 9112 section 8: an incomplete message must show as one). Here the
 * end of a broken body is an error, for which Synapse's handlers cut the connection.
 */
final class WholeBody implements ContentEncoder {

    private final ContentEncoder wire;
    private final Pipe pipe;

    /**
     * @param wire writes to the receiver
     * @param pipe where the body comes from, or null when it has none
     */
    WholeBody(ContentEncoder wire, Pipe pipe) {
        this.wire = wire;
        this.pipe = pipe;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        try {
            return wire.write(source);
        } catch (IOException e) {
            throw ToldErrors.of(e);
        }
    }

    @Override
    public void complete() throws IOException {
        if (pipe != null && PipeEnds.isBroken(pipe)) {
            throw new ConnectionClosedException("The sender of the body broke off");
        }
        wire.complete();
    }

    @Override
    public boolean isCompleted() {
        return wire.isCompleted();
    }
}
