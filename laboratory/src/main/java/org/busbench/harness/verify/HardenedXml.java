package org.busbench.harness.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.busbench.harness.text.Problem;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** Parses what a system under test answered: no DTD, no external entity, nothing on the console. For one thread. */
final class HardenedXml {

    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    private static final String DEEPEST = "http://www.oracle.com/xml/jaxp/properties/maxElementDepth";

    private final DocumentBuilder builder;

    HardenedXml() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        // As in JSON: those that read a document call themselves for each level of it.
        factory.setAttribute(DEEPEST, "1000");
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        // CDATA is a way of writing text, and may be one part of it.
        factory.setCoalescing(true);
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature(NO_DOCTYPE, true);
            builder = factory.newDocumentBuilder();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JDK's XML parser cannot be hardened: " + e.getMessage(), e);
        }
        builder.setErrorHandler(new Refuse());
    }

    /** Parses a whole document, namespace-aware. */
    Document parse(byte[] bytes) throws SAXException {
        try {
            return builder.parse(new ByteArrayInputStream(bytes));
        } catch (IOException e) {
            // Bytes in memory cannot fail to be read: this is a sequence that the declared encoding does not have.
            throw new SAXException(e.getMessage(), e);
        }
    }

    /** Parses an answer of ours, with which those of others are compared. */
    Document parseExpected(byte[] bytes) {
        try {
            return parse(bytes);
        } catch (SAXException e) {
            throw new Problem("the expected answer is not XML: " + Problem.brief(e), e);
        }
    }

    private static final class Refuse extends DefaultHandler {
        @Override
        public void error(SAXParseException problem) throws SAXParseException {
            throw problem;
        }
    }
}
