package org.busbench.backend.axis2;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.context.MessageContext;
import org.busbench.backend.instance.ContentType;

/**
 * Reads the whole message, has the service judge it, and names the operation to Axis2 by what the body holds: a
 * client's SOAPAction is not trusted. A message that is refused may be no XML at all, so Axis2 sees an empty envelope.
 */
final class QuoteBuilder implements Builder {
    private static final int MOST_BYTES = 16 << 20;

    private final QuoteExchange exchange;

    QuoteBuilder(QuoteExchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public OMElement processDocument(InputStream in, String contentType, MessageContext context) throws AxisFault {
        byte[] message = readAll(in);
        String charset = ContentType.charset(contentType);
        String operation = exchange.read(message, charset, context);
        context.setSoapAction("urn:" + operation);
        if (exchange.isRefused(context)) {
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
