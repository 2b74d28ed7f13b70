package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.Iterator;
import java.util.StringJoiner;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.http.ApplicationXMLFormatter;
import org.apache.axis2.transport.http.HTTPConstants;
import org.apache.axis2.transport.http.XFormURLEncodedFormatter;

/**
 * Writes a form as it is encoded in requests. Axis2's own formatter leaves out the escapes, so that a value with an ampersand would become two fields. A
 * fault is no form: it is written as XML. Axis2 makes this class from its name in {@code axis2.xml}.
 */
public final class FormFormatter extends XFormURLEncodedFormatter {
    private final ApplicationXMLFormatter xml = new ApplicationXMLFormatter();

    @Override
    public byte[] getBytes(MessageContext message, OMOutputFormat format) throws AxisFault {
        if (isFault(message)) {
            return xml.getBytes(message, format);
        }
        OMElement form = message.getEnvelope().getBody().getFirstElement();
        Charset charset = Charset.forName(format.getCharSetEncoding());
        StringJoiner text = new StringJoiner("&");
        for (Iterator<?> all = form == null ? Collections.emptyIterator() : form.getChildElements(); all.hasNext(); ) {
            OMElement field = (OMElement) all.next();
            text.add(URLEncoder.encode(field.getLocalName(), charset) + "="
                    + URLEncoder.encode(field.getText(), charset));
        }
        return text.toString().getBytes(charset);
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
        String type = isFault(message) ? HTTPConstants.MEDIA_TYPE_APPLICATION_XML : HTTPConstants.MEDIA_TYPE_X_WWW_FORM;
        return type + "; charset=" + format.getCharSetEncoding();
    }

    private static boolean isFault(MessageContext message) {
        return message.getEnvelope().hasFault();
    }
}
