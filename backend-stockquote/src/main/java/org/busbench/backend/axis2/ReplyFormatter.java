package org.busbench.backend.axis2;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.MessageFormatter;
import org.apache.axis2.kernel.http.SOAPMessageFormatter;
import org.busbench.backend.quote.Reply;

/** Writes the service's own bytes, so that both engines send the same ones; Axis2's own faults go Axis2's way. */
final class ReplyFormatter implements MessageFormatter {
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
