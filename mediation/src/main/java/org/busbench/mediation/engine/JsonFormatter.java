package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.http.ApplicationXMLFormatter;
import org.busbench.mediation.json.JsonWriter;
import org.busbench.mediation.xml.MalformedXmlException;

/** Writes JSON in the place of Axis2's own formatter, whose rules it follows. Axis2 makes this class from its name. */
public final class JsonFormatter extends ApplicationXMLFormatter {

    @Override
    public byte[] getBytes(MessageContext message, OMOutputFormat format) throws AxisFault {
        try {
            return JsonWriter.json(message.getEnvelope().getXMLStreamReader());
        } catch (MalformedXmlException e) {
            throw AxisFault.makeFault(e);
        }
    }

    @Override
    public void writeTo(MessageContext message, OMOutputFormat format, OutputStream out, boolean preserve)
            throws AxisFault {
        try {
            out.write(getBytes(message, format));
        } catch (IOException e) {
            throw AxisFault.makeFault(e);
        }
    }

    @Override
    public String getContentType(MessageContext message, OMOutputFormat format, String action) {
        Object set = message.getProperty(Constants.Configuration.CONTENT_TYPE);
        Object type = set == null ? message.getProperty(Constants.Configuration.MESSAGE_TYPE) : set;
        return type + "; charset=UTF-8";
    }

    @Override
    public String formatSOAPAction(MessageContext message, OMOutputFormat format, String action) {
        return null;
    }
}
