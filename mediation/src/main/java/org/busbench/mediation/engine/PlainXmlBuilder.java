package org.busbench.mediation.engine;

import java.io.InputStream;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axis2.AxisFault;
import org.apache.axis2.builder.ApplicationXMLBuilder;
import org.apache.axis2.context.MessageContext;

/** Reads plain XML to its end: Axiom has no way to take an element out of the envelope that it has not read. Axis2 makes this class from its name. */
public final class PlainXmlBuilder extends ApplicationXMLBuilder {
    @Override
    public OMElement processDocument(InputStream in, String contentType, MessageContext message) throws AxisFault {
        SOAPEnvelope envelope = (SOAPEnvelope) super.processDocument(in, contentType, message);
        OMElement content = envelope.getBody().getFirstElement();
        try {
            if (content != null) {
                content.build();
            }
        } catch (OMException e) {
            throw AxisFault.makeFault(e);
        }
        return envelope;
    }
}
