package org.busbench.mediation.rig;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.apache.axis2.context.MessageContext;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.mediators.AbstractMediator;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.util.ControlledByteBuffer;

/**
 * A mediator that stretches the moment in which an answer is handed to the client's connection: more of the body arrives just when the connection
 * is known to it and the worker has not finished. It happens by itself about once in 50,000 messages; with this it happens every time.
 *
 * <p>{@code <class name="..."/>} in a sequence; the mediator under test loads it.
 */
public final class SlowHandOver extends AbstractMediator {

    private static final long PAUSE_NANOS = 200_000_000;

    /** Synapse makes it. */
    public SlowHandOver() {
        // Nothing to set.
    }

    @Override
    public boolean mediate(org.apache.synapse.MessageContext message) {
        MessageContext answer = ((Axis2MessageContext) message).getAxis2MessageContext();
        Pipe body = (Pipe) answer.getProperty(PassThroughConstants.PASS_THROUGH_PIPE);
        if (body.getClass() == Pipe.class) {
            answer.setProperty(PassThroughConstants.PASS_THROUGH_PIPE, new Body(body));
        } else {
            // Ours begins an answer on the thread that sends it: there is no half of it that could be asked to write.
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    @Override
    public boolean isContentAware() {
        return false;
    }

    /** The answer's body, with a piece that arrives as soon as a listener is there. */
    private static final class Body extends Pipe {

        private final Pipe body;

        Body(Pipe body) {
            super(body.getBuffer(), "slow", null);
            this.body = body;
        }

        @Override
        public void attachConsumer(IOControl client) {
            super.attachConsumer(client);
            body.attachConsumer(client);
            // As the thread does on which the backend's connection is read.
            Thread arrival = new Thread(client::requestOutput, "arrival");
            arrival.start();
            LockSupport.parkNanos(PAUSE_NANOS);
        }

        @Override
        public int consume(ContentEncoder encoder) throws IOException {
            return body.consume(encoder);
        }

        @Override
        public ControlledByteBuffer getBuffer() {
            return body.getBuffer();
        }
    }
}
