package org.busbench.mediation.engine;

import org.apache.http.nio.IOControl;
import org.apache.synapse.transport.passthru.Pipe;

/**
 * What Synapse's pipe knows of its two ends and does not tell: whether the sender of the body has finished or broken off, and who reads it.
 *
 * <p>The flags are written under the pipe's lock and never go back. {@link WholeBody} reads them under that lock, the others after an event
 * of the same connection.
 */
final class PipeEnds {

    private static final PrivateField COMPLETED = new PrivateField(Pipe.class, "producerCompleted");
    private static final PrivateField BROKEN = new PrivateField(Pipe.class, "producerError");
    private static final PrivateField PRODUCER = new PrivateField(Pipe.class, "producerIoControl");
    private static final PrivateField CONSUMER = new PrivateField(Pipe.class, "consumerIoControl");

    private PipeEnds() {}

    /** Whether the last byte of the body has arrived, or none will any more. */
    static boolean isEnded(Pipe pipe) {
        return COMPLETED.isTrue(pipe);
    }

    /** Whether the sender broke off before the end of the body. */
    static boolean isBroken(Pipe pipe) {
        return BROKEN.isTrue(pipe);
    }

    /** The connection that the body is to be written to, or null as long as there is none. */
    static IOControl consumer(Pipe pipe) {
        return (IOControl) CONSUMER.get(pipe);
    }

    /**
     * Reads what is still to come of a body that nobody wants any more, and throws it away. Without this the sender waits for ever for room
     * in a full pipe, and since an answer goes out only after the request was read, it would wait for its answer, too. A worker that writes a body of its own into the pipe is set free as well.
     *
     * @param pipe the body, or null when there is none
     */
    static void discard(Pipe pipe) {
        if (pipe == null) {
            return;
        }
        pipe.consumerError();
        IOControl producer = (IOControl) PRODUCER.get(pipe);
        if (producer != null && !isEnded(pipe)) {
            producer.requestInput();
        }
    }
}
