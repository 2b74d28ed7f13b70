package org.busbench.mutants.job;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/** An XSLT stylesheet, compiled once, on the JDK's own engine. Messages with a DTD are refused. */
public final class Stylesheet implements Transform {
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    private final Templates templates;
    private final XMLReader reader;

    /**
     * Compiles a stylesheet.
     *
     * @throws IOException when it cannot be read or compiled
     */
    public Stylesheet(Path file) throws IOException {
        TransformerFactory factory = TransformerFactory.newDefaultInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        factory.setErrorListener(new Silent());
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            templates = factory.newTemplates(new StreamSource(file.toFile()));
            SAXParserFactory parsers = SAXParserFactory.newDefaultNSInstance();
            parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            parsers.setFeature(NO_DOCTYPE, true);
            reader = parsers.newSAXParser().getXMLReader();
        } catch (TransformerException | ParserConfigurationException | SAXException e) {
            throw new IOException("the stylesheet " + file + " cannot be compiled: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] apply(byte[] message) throws UnreadableException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 256);
        try {
            Transformer transformer = templates.newTransformer();
            transformer.setErrorListener(new Silent());
            transformer.transform(
                    new SAXSource(reader, new InputSource(new ByteArrayInputStream(message))), new StreamResult(out));
        } catch (TransformerException e) {
            throw new UnreadableException("the message cannot be transformed: " + e.getMessage(), e);
        }
        return out.toByteArray();
    }

    /** Keeps the console quiet: what is wrong is thrown. */
    private static final class Silent implements ErrorListener {
        @Override
        public void warning(TransformerException problem) {
            // The result stands all the same.
        }

        @Override
        public void error(TransformerException problem) throws TransformerException {
            throw problem;
        }

        @Override
        public void fatalError(TransformerException problem) throws TransformerException {
            throw problem;
        }
    }
}
