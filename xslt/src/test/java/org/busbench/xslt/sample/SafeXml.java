package org.busbench.xslt.sample;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parses without DTDs and without reaching for anything outside. */
final class SafeXml {
    private SafeXml() {}

    static Document parse(String xml) throws SAXException, IOException, ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setExpandEntityReferences(false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    static Document parse(Path file) throws SAXException, IOException, ParserConfigurationException {
        return parse(Files.readString(file));
    }

    /** Returns the first element child of the SOAP body. */
    static Node bodyChild(Document envelope) {
        NodeList bodies = envelope.getElementsByTagNameNS("http://schemas.xmlsoap.org/soap/envelope/", "Body");
        Node child = bodies.item(0).getFirstChild();
        while (child.getNodeType() != Node.ELEMENT_NODE) {
            child = child.getNextSibling();
        }
        return child;
    }
}
