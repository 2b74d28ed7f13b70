package org.busbench.harness.verify;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.busbench.harness.text.Problem;

/**
 * The project's stylesheets on the JDK's own engine: what an answer must be is found without any system under test. Only
 * messages of our own and of the backend are transformed here.
 */
final class Stylesheets {
    private final Templates request;
    private final Templates response;

    /** The stylesheets of the folder {@code xslt}. */
    Stylesheets(Path xslt) {
        this.request = compiled(xslt.resolve("request.xsl"));
        this.response = compiled(xslt.resolve("response.xsl"));
    }

    /** What the backend must get where the client sent this. */
    byte[] request(byte[] message) {
        return transformed(request, message);
    }

    /** What the client must get where the backend answered this. */
    byte[] response(byte[] message) {
        return transformed(response, message);
    }

    private static Templates compiled(Path file) {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return factory.newTemplates(new StreamSource(file.toFile()));
        } catch (TransformerException e) {
            throw new Problem("the stylesheet " + file + " cannot be compiled: " + e.getMessage(), e);
        }
    }

    private static byte[] transformed(Templates templates, byte[] message) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length);
        try {
            templates
                    .newTransformer()
                    .transform(new StreamSource(new ByteArrayInputStream(message)), new StreamResult(out));
        } catch (TransformerException e) {
            throw new IllegalArgumentException("a message of our own cannot be transformed: " + e.getMessage(), e);
        }
        return out.toByteArray();
    }
}
