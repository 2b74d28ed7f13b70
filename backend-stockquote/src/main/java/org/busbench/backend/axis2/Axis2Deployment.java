package org.busbench.backend.axis2;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOnlyAxisOperation;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.kernel.MessageFormatter;
import org.apache.axis2.kernel.http.SOAPMessageFormatter;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;
import org.apache.axis2.receivers.AbstractMessageReceiver;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.busbench.backend.instance.ContentType;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.ParsedMessage;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.Responder;
import org.busbench.backend.quote.Soap;

/** Describes the service to Axis2. */
final class Axis2Deployment {
    private static final String NAME = "SimpleStockQuoteService";
    private static final String[] TWO_WAY = {"getQuote", "getFullQuote", "getMarketActivity"};
    private static final String ONE_WAY = "placeOrder";

    private Axis2Deployment() {}

    /** Makes an Axis2 configuration that holds one instance of the service, at {@link Instance#PATH}. */
    static ConfigurationContext deploy(Instance instance) throws AxisFault {
        ConfigurationContext context = ConfigurationContextFactory.createConfigurationContextFromURIs(
                Axis2Deployment.class.getResource("axis2.xml"), null);
        context.setContextRoot("/");
        context.setServicePath("services");
        AxisConfiguration configuration = context.getAxisConfiguration();
        QuoteHandler handler = new QuoteHandler(instance);
        configuration.addMessageBuilder("text/xml", new QuoteBuilder(handler));
        configuration.addMessageFormatter("text/xml", new ReplyFormatter());
        configuration.addService(service(handler));
        return context;
    }

    private static AxisService service(QuoteHandler handler) throws AxisFault {
        AxisService service = new AxisService(NAME);
        service.setTargetNamespace(Soap.NAMESPACE);
        for (String name : TWO_WAY) {
            add(service, new InOutAxisOperation(new QName(Soap.NAMESPACE, name)), twoWay(handler));
        }
        add(service, new InOnlyAxisOperation(new QName(Soap.NAMESPACE, ONE_WAY)), oneWay(handler));
        return service;
    }

    private static void add(AxisService service, AxisOperation operation, MessageReceiver receiver) {
        operation.setMessageReceiver(receiver);
        operation.setSoapAction("urn:" + operation.getName().getLocalPart());
        service.addOperation(operation);
        service.mapActionToOperation(operation.getSoapAction(), operation);
    }

    /** Takes messages that have no answer. */
    private static MessageReceiver oneWay(QuoteHandler handler) {
        return new AbstractMessageReceiver() {
            @Override
            protected void invokeBusinessLogic(MessageContext in) throws AxisFault {
                handler.answer(in);
            }
        };
    }

    /** Answers the operations that have an answer. */
    private static MessageReceiver twoWay(QuoteHandler handler) {
        return new AbstractInOutMessageReceiver() {
            @Override
            public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
                Reply reply = handler.answer(in);
                out.setEnvelope(OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope());
                out.setProperty(ReplyFormatter.REPLY, reply);
                if (in.getProperty(Constants.OUT_TRANSPORT_INFO) instanceof AxisHttpResponse response) {
                    response.setStatus(reply.status());
                }
            }
        };
    }

    /**
     * Reads the whole message, has the service judge it, and names the operation to Axis2 by what the body holds: a
     * client's SOAPAction is not trusted. A message that is refused may be no XML at all, so Axis2 sees an empty envelope.
     */
    private record QuoteBuilder(QuoteHandler handler) implements Builder {
        private static final int MOST_BYTES = 16 << 20;

        @Override
        public OMElement processDocument(InputStream in, String contentType, MessageContext context) throws AxisFault {
            byte[] message = readAll(in);
            String charset = ContentType.charset(contentType);
            String operation = handler.read(message, charset, context);
            context.setSoapAction("urn:" + operation);
            if (handler.isRefused(context)) {
                return OMAbstractFactory.getSOAP11Factory().getDefaultEnvelope();
            }
            return OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(message), charset)
                    .getSOAPEnvelope();
        }

        private static byte[] readAll(InputStream in) throws AxisFault {
            try {
                byte[] message = in.readNBytes(MOST_BYTES + 1);
                if (message.length > MOST_BYTES) {
                    in.transferTo(OutputStream.nullOutputStream());
                    throw new AxisFault("the body is longer than " + MOST_BYTES + " bytes");
                }
                return message;
            } catch (IOException e) {
                throw AxisFault.makeFault(e);
            }
        }
    }

    /** Writes the service's own bytes, so that both engines send the same ones; Axis2's own faults go Axis2's way. */
    private static final class ReplyFormatter implements MessageFormatter {
        /** The property of an outgoing message that holds the service's reply. */
        static final String REPLY = "busbench.reply";

        private final MessageFormatter otherwise = new SOAPMessageFormatter();

        @Override
        public void writeTo(MessageContext context, OMOutputFormat format, OutputStream out, boolean preserve)
                throws AxisFault {
            if (!(context.getProperty(REPLY) instanceof Reply reply)) {
                otherwise.writeTo(context, format, out, preserve);
                return;
            }
            try {
                out.write(reply.toBytes());
            } catch (IOException e) {
                throw AxisFault.makeFault(e);
            }
        }

        @Override
        public String getContentType(MessageContext context, OMOutputFormat format, String soapAction) {
            return "text/xml; charset=UTF-8";
        }

        @Override
        public URL getTargetAddress(MessageContext context, OMOutputFormat format, URL target) throws AxisFault {
            return otherwise.getTargetAddress(context, format, target);
        }

        @Override
        public String formatSOAPAction(MessageContext context, OMOutputFormat format, String soapAction) {
            return otherwise.formatSOAPAction(context, format, soapAction);
        }
    }

    /** Parses and answers the messages of the service within Axis2: its builder calls {@link #read}, its receivers call {@link #answer}. */
    private static final class QuoteHandler {
        private static final String PARSED = "busbench.parsed";
        private static final long SEED = 20070713;

        private final Instance instance;
        private final ThreadLocal<Responder> responders;
        private final RandomGenerator random;

        QuoteHandler(Instance instance) {
            this.instance = instance;
            this.responders = ThreadLocal.withInitial(instance.service()::newResponder);
            this.random = Delay.generator(SEED + instance.name().hashCode());
        }

        /** Reads a message and leaves what was read in the context; returns the operation that has to answer. */
        String read(byte[] message, String charset, MessageContext context) {
            if (instance.service().received().isWanted()) {
                instance.service().received().comesWith(context.getSoapAction());
            }
            ParsedMessage parsed = responders.get().read(message, 0, message.length, charset);
            context.setProperty(PARSED, parsed);
            // A refusal is an answer too: it goes out as a two-way operation's.
            return parsed.isRefused() ? "getQuote" : parsed.operationName();
        }

        /** Tells whether the message that was read is no valid call. */
        boolean isRefused(MessageContext context) {
            return context.getProperty(PARSED) instanceof ParsedMessage parsed && parsed.isRefused();
        }

        /** Answers the message that was read, after its delay. */
        Reply answer(MessageContext context) throws AxisFault {
            if (!(context.getProperty(PARSED) instanceof ParsedMessage parsed)) {
                throw new AxisFault("only messages of type text/xml are served");
            }
            Reply reply = new Reply();
            responders.get().answer(parsed, reply);
            delay();
            instance.service().counters().given();
            return reply;
        }

        private void delay() {
            long nanos = instance.delay().nextNanos(random);
            if (nanos == 0) {
                return;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(nanos);
            } catch (InterruptedException e) {
                // The server is being stopped: the answer goes out early.
                Thread.currentThread().interrupt();
            }
        }
    }
}
