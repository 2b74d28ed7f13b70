package org.busbench.mediation.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.builder.Builder;
import org.apache.axis2.context.MessageContext;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.json.JsonReader;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.MalformedXmlException;

/** Reads JSON in the place of Axis2's own builder, whose rules it follows. Axis2 makes this class from its name. */
public final class JsonBuilder implements Builder {
    private static final JsonReader READER = new JsonReader(Limits.DEFAULT);

    @Override
    public OMElement processDocument(InputStream in, String contentType, MessageContext message) throws AxisFault {
        LaneLimits limits = (LaneLimits) message.getConfigurationContext().getProperty(Engine.LIMITS);
        String charset = (String) message.getProperty(Constants.Configuration.CHARACTER_SET_ENCODING);
        message.setDoingREST(true);
        try {
            byte[] envelope = READER.envelope(in.readAllBytes(), charset, limits.messageBytes());
            return OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(envelope), "UTF-8")
                    .getSOAPEnvelope();
        } catch (IOException | MalformedXmlException e) {
            throw AxisFault.makeFault(e);
        }
    }
}
