package org.busbench.mediation.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;
import org.apache.synapse.transport.passthru.Pipe;

/**
 * Tells a pipe that nothing more will come. The stock transport only flags an error when a peer breaks off in mid-body; a worker that reads
 * the pipe then gets "0 bytes" again and again and spins for ever. A pipe whose producer has completed gives end of stream instead, the
 * parser finds the message cut short, and the worker is free. That the body is broken stays on record for {@link WholeBody}.
 */
final class EndOfContent implements ContentDecoder {

    private static final EndOfContent INSTANCE = new EndOfContent();

    private EndOfContent() {}

    /**
     * Ends the pipe; its readers wake up. Does nothing when there is none, or when its body has ended already.
     *
     * @param pipe the pipe that the broken connection filled, or null
     */
    static void of(Pipe pipe) {
        if (pipe == null || PipeEnds.isEnded(pipe)) {
            return;
        }
        pipe.producerError();
        try {
            pipe.produce(INSTANCE);
        } catch (IOException e) {
            throw new IllegalStateException("a decoder that reads nothing cannot fail", e);
        }
    }

    @Override
    public int read(ByteBuffer destination) {
        return -1;
    }

    @Override
    public boolean isCompleted() {
        return true;
    }
}
