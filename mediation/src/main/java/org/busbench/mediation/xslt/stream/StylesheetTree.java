package org.busbench.mediation.xslt.stream;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Makes a tree of a stylesheet: without comments and instructions, texts in one piece, and with the order of the attributes, which DOM forgets. */
final class StylesheetTree extends DefaultHandler {

    private static final String ORDER = "order of attributes";

    private final Document document;
    private final StringBuilder text = new StringBuilder();
    private Node current;

    private StylesheetTree(Document document) {
        this.document = document;
        this.current = document;
    }

    static Element parse(byte[] stylesheet) throws NotStreamable {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
            StylesheetTree tree = new StylesheetTree(DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument());
            factory.newSAXParser().parse(new ByteArrayInputStream(stylesheet), tree);
            return tree.document.getDocumentElement();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's parser cannot be closed to the outside", e);
        } catch (SAXException | IOException e) {
            throw new NotStreamable("it cannot be read: " + e.getMessage());
        }
    }

    /** All attributes, declarations of namespaces too, as they stand there. */
    static List<Attr> attributes(Element of) {
        List<Attr> all = new ArrayList<>();
        for (String name : Markup.tokens((String) of.getUserData(ORDER))) {
            all.add(of.getAttributeNode(name));
        }
        return all;
    }

    @Override
    public void startElement(String namespace, String local, String name, Attributes attributes) {
        flush();
        Element element = document.createElementNS(namespace.isEmpty() ? null : namespace, name);
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < attributes.getLength(); i++) {
            String written = attributes.getQName(i);
            boolean declares = written.equals("xmlns") || written.startsWith("xmlns:");
            String uri = declares ? XMLConstants.XMLNS_ATTRIBUTE_NS_URI : attributes.getURI(i);
            element.setAttributeNS(uri.isEmpty() ? null : uri, written, attributes.getValue(i));
            order.append(written).append(' ');
        }
        element.setUserData(ORDER, order.toString(), null);
        current.appendChild(element);
        current = element;
    }

    @Override
    public void endElement(String namespace, String local, String name) {
        flush();
        current = current.getParentNode();
    }

    @Override
    public void characters(char[] some, int from, int count) {
        text.append(some, from, count);
    }

    private void flush() {
        if (!text.isEmpty()) {
            current.appendChild(document.createTextNode(text.toString()));
            text.setLength(0);
        }
    }
}
