package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingHelper;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.transport.TransportSender;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.apache.synapse.transport.passthru.util.PassThroughTransportUtils;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.HeadWriter;
import org.busbench.mediation.wire.tls.TlsContext;

/**
 * Sends the messages that Synapse has mediated: a response to the client who waits for it, a request to an upstream. A body that was not read is forwarded
 * unchanged; any other is serialised. Axis2 makes this class from its name in {@code axis2.xml}.
 *
 * <p>Workers call it. It may wait for a slow receiver of a long message.
 */
public final class EngineSender extends AbstractHandler implements TransportSender {

    private static final Log LOG = LogFactory.getLog(EngineSender.class);
    private static final int OK = 200;
    private static final int NOT_IMPLEMENTED = 501;

    /** Fields of a request that have no meaning in a response. */
    private static final String[] REQUEST_ONLY = {"Host", "User-Agent"};

    private ConfigurationContext axis;

    /** Called by Axis2. */
    public EngineSender() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportOutDescription description) {
        axis = context;
    }

    @Override
    public void cleanup(MessageContext message) {
        // There is no state for a message.
    }

    @Override
    public void stop() {
        // The HTTP server stops the loops.
    }

    @Override
    public InvocationResponse invoke(MessageContext message) throws AxisFault {
        if (AddressingHelper.isReplyRedirected(message) && !message.getReplyTo().hasNoneAddress()) {
            message.setProperty(PassThroughConstants.IGNORE_SC_ACCEPTED, Constants.VALUE_TRUE);
        }
        EndpointReference destination = PassThroughTransportUtils.getDestinationEPR(message);
        try {
            if (destination != null) {
                request(message, destination);
            } else {
                respond(message);
                if (message.getOperationContext() != null) {
                    message.getOperationContext().setProperty(Constants.RESPONSE_WRITTEN, Constants.VALUE_TRUE);
                }
            }
        } catch (AxisFault | RuntimeException e) {
            if (destination == null
                    && message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof EngineResponse response) {
                response.mediationFailed();
            }
            throw e instanceof AxisFault fault
                    ? fault
                    : new AxisFault("the message cannot be sent: " + e.getMessage(), e);
        }
        return InvocationResponse.CONTINUE;
    }

    @SuppressWarnings("unchecked") // Engine has set it
    private Supplier<TlsContext> upstreamTls() {
        return (Supplier<TlsContext>) axis.getProperty(Engine.UPSTREAM_TLS);
    }

    private void request(MessageContext message, EndpointReference destination) throws AxisFault {
        if (destination.hasNoneAddress()) {
            throw new AxisFault("a message for " + destination.getAddress() + " is sent nowhere");
        }
        UpstreamRequest.Origin origin =
                message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof EngineResponse client
                        ? client
                        : (UpstreamRequest.Origin) axis.getProperty(Engine.NO_CLIENT);
        WorkerPool workers = (WorkerPool) axis.getProperty(Engine.WORKERS);
        LaneLimits limits = (LaneLimits) axis.getProperty(Engine.LIMITS);
        UpstreamRequest request = new UpstreamRequest(message, origin, workers, limits);
        OutgoingMessage outgoing = new OutgoingMessage(message);
        UpstreamTarget target = UpstreamTarget.of(message, destination.getAddress(), upstreamTls(), limits);
        if (outgoing.forwardsLeft() == 0 && origin instanceof EngineResponse client) {
            client.answer(target.method().equals("TRACE") ? NOT_IMPLEMENTED : OK, HeadEdits.NONE, null);
            request.withdraw(false);
            return;
        }
        HeadEdits fields;
        try {
            HeadWriter.check(target.method(), target.path());
            fields = HeadEdits.of(outgoing.requestFields());
        } catch (IllegalArgumentException e) {
            throw new SparingEnvironment.UnsendableException(e);
        }
        if (outgoing.hasNoRequestBody()) {
            request.start(target, fields, null);
        } else if (outgoing.isUnchanged()) {
            request.start(target, fields, outgoing.unchangedBody());
        } else {
            write(outgoing, body -> request.start(target, fields, body), request);
        }
    }

    private static void write(OutgoingMessage outgoing, Consumer<BodyPipe> start, UpstreamRequest request)
            throws AxisFault {
        BodyWriter writer = new BodyWriter(outgoing.maxWholeBytes(), start);
        request.beginWriting();
        try {
            outgoing.writeTo(writer);
            writer.close();
        } catch (IOException | RuntimeException | Error e) {
            boolean begun = writer.cut();
            if (request.hasFailed()) {
                // Synapse's fault sequence runs for the upstream's failure, and only once.
                LOG.debug("a message was not written to its end", e);
            } else {
                request.withdraw(begun);
                throw new SparingEnvironment.UnsendableException(e);
            }
        } finally {
            request.endWriting();
        }
    }

    private static void respond(MessageContext message) throws AxisFault {
        if (!(message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof EngineResponse response)) {
            throw new AxisFault("there is neither an address to send the message to nor a client who waits for it");
        }
        if (response.isAnswered()) {
            LOG.warn("a second answer to one message is dropped");
            if (message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) instanceof BodyPipe body) {
                body.discard();
            }
            return;
        }
        OutgoingMessage outgoing = new OutgoingMessage(message);
        int status = message.getProperty(PassThroughConstants.ERROR_CODE) instanceof Integer
                ? 502
                : PassThroughTransportUtils.determineHttpStatusCode(message);
        HeadEdits fields = HeadEdits.of(outgoing.responseFields(REQUEST_ONLY));
        if (outgoing.hasNoResponseBody() && outgoing.isOfHead()) {
            response.answerHead(status, fields, outgoing.lengthOfGet());
        } else if (outgoing.hasNoResponseBody()) {
            response.answer(status, fields, null);
        } else if (outgoing.isUnchanged()) {
            response.answer(status, fields, outgoing.unchangedBody());
        } else {
            write(outgoing, body -> response.answer(status, fields, body));
        }
    }

    private static void write(OutgoingMessage outgoing, Consumer<BodyPipe> start) throws AxisFault {
        BodyWriter writer = new BodyWriter(outgoing.maxWholeBytes(), start);
        try {
            outgoing.writeTo(writer);
            writer.close();
        } catch (IOException | RuntimeException | Error e) {
            if (writer.cut()) {
                LOG.error("an answer was cut: " + e.getMessage());
                return;
            }
            throw AxisFault.makeFault(e);
        }
    }

    /**
     * Takes a message while it is serialised. A short one is sent when it is whole, with its length. A longer one is sent in parts, and the worker waits for the
     * receiver when the pipe is full.
     */
    private static final class BodyWriter extends OutputStream {

        private static final int FIRST_BYTES = 8 * 1024;
        private static final int PART_BYTES = 64 * 1024;

        private final int maxWholeBytes;
        private final Consumer<BodyPipe> start;
        private final BodyPipe pipe = new BodyPipe();
        private byte[] buffer = new byte[FIRST_BYTES];
        private int length;
        private boolean started;
        private boolean closed;

        /** Calls {@code start} once: with the whole body, or as soon as it is longer than {@code maxWholeBytes}. */
        BodyWriter(int maxWholeBytes, Consumer<BodyPipe> start) {
            this.maxWholeBytes = maxWholeBytes;
            this.start = start;
        }

        @Override
        public void write(int b) throws IOException {
            room(1);
            buffer[length] = (byte) b;
            length++;
        }

        @Override
        public void write(byte[] source, int offset, int count) throws IOException {
            int at = offset;
            int left = count;
            while (left > 0) {
                int some = Math.min(left, PART_BYTES);
                room(some);
                System.arraycopy(source, at, buffer, length, some);
                length += some;
                at += some;
                left -= some;
            }
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            pipe.offer(Arrays.copyOf(buffer, length));
            pipe.end();
            if (!started) {
                started = true;
                start.accept(pipe);
            }
        }

        /** Gives up an unfinished message. Returns whether its sending had begun. */
        boolean cut() {
            closed = true;
            pipe.fail("the message could not be written to its end");
            return started;
        }

        private void room(int more) throws IOException {
            if (closed) {
                throw new IOException("the message was closed");
            }
            int most = started ? PART_BYTES : maxWholeBytes;
            if (length > most - more) {
                flushPart();
            }
            if (length + more > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
            }
        }

        private void flushPart() throws IOException {
            byte[] part = Arrays.copyOf(buffer, length);
            length = 0;
            if (!started) {
                started = true;
                buffer = new byte[PART_BYTES];
                pipe.offer(part);
                start.accept(pipe);
            } else {
                pipe.put(part);
            }
        }
    }
}
