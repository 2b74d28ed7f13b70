package org.busbench.mediation.engine;

import java.io.IOException;
import java.util.List;
import java.util.Map;
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
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.wire.tls.Security;

/**
 * Sends what Synapse has mediated: an answer to the client who waits for it, a request to a backend. A body that nobody has looked into goes on as it came,
 * anything else is written anew. Axis2 makes it from its class name in {@code axis2.xml}.
 *
 * <p>Workers call it; it may wait for a peer that takes a long message slowly.
 */
public final class Sender extends AbstractHandler implements TransportSender {

    private static final Log LOG = LogFactory.getLog(Sender.class);

    /** What a client said of itself and of its request says nothing of an answer. */
    private static final String[] OF_REQUESTS = {"Host", "User-Agent"};

    private ConfigurationContext axis;

    /** Called by Axis2. */
    public Sender() {
        // Axis2 calls init next.
    }

    @Override
    public void init(ConfigurationContext context, TransportOutDescription description) {
        axis = context;
    }

    @Override
    public void cleanup(MessageContext message) {
        // Nothing is kept for a message.
    }

    @Override
    public void stop() {
        // The loops are stopped by who has started them.
    }

    @Override
    public InvocationResponse invoke(MessageContext message) throws AxisFault {
        if (AddressingHelper.isReplyRedirected(message) && !message.getReplyTo().hasNoneAddress()) {
            message.setProperty(PassThroughConstants.IGNORE_SC_ACCEPTED, Constants.VALUE_TRUE);
        }
        EndpointReference destination = PassThroughTransportUtils.getDestinationEPR(message);
        try {
            if (destination != null) {
                depart(message, destination);
            } else {
                answer(message);
                if (message.getOperationContext() != null) {
                    message.getOperationContext().setProperty(Constants.RESPONSE_WRITTEN, Constants.VALUE_TRUE);
                }
            }
        } catch (IllegalArgumentException e) {
            if (destination == null && message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof Reply reply) {
                reply.lastWord().failed();
            }
            throw new AxisFault("the message cannot be sent: " + e.getMessage(), e);
        }
        return InvocationResponse.CONTINUE;
    }

    @SuppressWarnings("unchecked") // the engine has put it there
    private Supplier<Security> backends() {
        return (Supplier<Security>) axis.getProperty(Engine.BACKENDS);
    }

    private void depart(MessageContext message, EndpointReference destination) throws AxisFault {
        if (destination.hasNoneAddress()) {
            throw new AxisFault("a message for " + destination.getAddress() + " is sent nowhere");
        }
        Lines lines = message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof Reply reply
                ? reply
                : (Lines) axis.getProperty(Engine.LINES);
        Workers workers = (Workers) axis.getProperty(Engine.WORKERS);
        Departure departure = new Departure(message, lines, workers);
        Outgoing outgoing = new Outgoing(message);
        Destination where = Destination.of(message, destination.getAddress(), backends());
        HeadEdits fields = TransportFields.head(outgoing.requestFields());
        if (outgoing.hasNoRequestBody()) {
            departure.start(where, fields, null);
        } else if (outgoing.goesOnAsItCame()) {
            departure.start(where, fields, outgoing.untouched());
        } else {
            write(outgoing, new Outflow(outgoing.mostWhole(), body -> departure.start(where, fields, body)), departure);
        }
    }

    private static void write(Outgoing outgoing, Outflow out, Departure departure) throws AxisFault {
        departure.beginWriting();
        try {
            outgoing.writeTo(out);
            out.close();
        } catch (IOException | RuntimeException e) {
            boolean begun = out.cut();
            if (departure.hasFailed()) {
                // The fault sequence is told of that, and of that alone.
                LOG.debug("a message was not written to its end", e);
            } else {
                departure.withdraw(begun);
                throw AxisFault.makeFault(e);
            }
        } finally {
            departure.endWriting();
        }
    }

    private static void answer(MessageContext message) throws AxisFault {
        if (!(message.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof Reply reply)) {
            throw new AxisFault("there is neither an address to send the message to nor a client who waits for it");
        }
        if (reply.isAnswered()) {
            LOG.warn("a second answer to one message is dropped");
            if (message.getProperty(PassThroughConstants.PASS_THROUGH_PIPE) instanceof Conduit body) {
                body.discard();
            }
            return;
        }
        Outgoing outgoing = new Outgoing(message);
        int status = message.getProperty(PassThroughConstants.ERROR_CODE) instanceof Integer
                ? 502
                : PassThroughTransportUtils.determineHttpStatusCode(message);
        List<Map.Entry<String, String>> fields = outgoing.answerFields(OF_REQUESTS);
        HeadEdits head = TransportFields.head(fields);
        if (outgoing.hasNoAnswerBody()) {
            reply.answer(status, head, null);
        } else if (outgoing.goesOnAsItCame()) {
            reply.answer(status, head, outgoing.untouched());
        } else {
            write(outgoing, status, head, reply);
        }
    }

    private static void write(Outgoing outgoing, int status, HeadEdits head, Reply reply) throws AxisFault {
        Outflow out = new Outflow(outgoing.mostWhole(), body -> reply.answer(status, head, body));
        try {
            outgoing.writeTo(out);
            out.close();
        } catch (IOException | RuntimeException e) {
            if (out.cut()) {
                LOG.error("an answer was cut: " + e.getMessage());
                return;
            }
            throw AxisFault.makeFault(e);
        }
    }
}
