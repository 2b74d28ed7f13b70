package org.busbench.mediation.xslt.stream.compile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.DOMException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.ext.Locator2;
import org.xml.sax.helpers.DefaultHandler;

/** A stylesheet's own XML, as far as the compiler knows it; everything else is refused. */
final class StylesheetDocument {

    static final String XSL = "http://www.w3.org/1999/XSL/Transform";

    /** How the namespaces begin that XSLT keeps for itself. */
    private static final String RESERVED = "http://www.w3.org/";

    /** Names with other letters are names, too, and left to Saxon. */
    private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_.-]*:)?[A-Za-z_][A-Za-z0-9_.-]*");

    private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]+");

    private StylesheetDocument() {}

    static List<Node> children(Element of) {
        List<Node> all = new ArrayList<>();
        for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
            all.add(child);
        }
        return all;
    }

    /** The elements inside; text that is not white space is refused. */
    static List<Element> elements(Element of) throws NotStreamable {
        List<Element> all = new ArrayList<>();
        for (Node child : children(of)) {
            if (child instanceof Element element) {
                all.add(element);
            } else if (!isWhitespace(child.getNodeValue())) {
                throw new NotStreamable("text in " + of.getNodeName());
            }
        }
        return all;
    }

    static boolean isWhitespace(String text) {
        return text.chars().allMatch(c -> c == ' ' || c == '\n' || c == '\t' || c == '\r');
    }

    /** The words between white space. */
    static List<String> tokens(String text) {
        return SPACE.splitAsStream(text).filter(token -> !token.isEmpty()).toList();
    }

    static boolean isXsl(Node node) {
        return node instanceof Element && XSL.equals(node.getNamespaceURI());
    }

    static boolean isXsl(Node node, String local) {
        return isXsl(node) && node.getLocalName().equals(local);
    }

    /** Attributes without namespace declarations. */
    static List<Attr> attributes(Element of) {
        List<Attr> all = new ArrayList<>();
        for (Attr attribute : allAttributes(of)) {
            if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                all.add(attribute);
            }
        }
        return all;
    }

    /** Refuses attributes that are not among the known ones. */
    static void requireOnly(Element of, Set<String> known) throws NotStreamable {
        for (Attr attribute : attributes(of)) {
            if (attribute.getNamespaceURI() != null || !known.contains(attribute.getName())) {
                throw new NotStreamable(attribute.getName() + "='" + attribute.getValue() + "' on " + of.getNodeName());
            }
        }
    }

    /** Refuses content that is not white space. */
    static void requireEmpty(Element of) throws NotStreamable {
        List<Element> inside = elements(of);
        if (!inside.isEmpty()) {
            throw new NotStreamable(inside.get(0).getNodeName() + " in " + of.getNodeName());
        }
    }

    /** The value of an attribute that must be there. */
    static String required(Element of, String name) throws NotStreamable {
        if (!of.hasAttribute(name)) {
            throw new NotStreamable(of.getNodeName() + " without " + name);
        }
        return of.getAttribute(name);
    }

    /** The namespaces in force, {@code xml} left out. */
    static Map<String, String> namespaces(Element at) {
        Map<String, String> all = new HashMap<>();
        for (Node node = at; node instanceof Element element; node = node.getParentNode()) {
            for (Attr attribute : allAttributes(element)) {
                if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                    String prefix = attribute.getPrefix() == null ? "" : attribute.getLocalName();
                    all.putIfAbsent(prefix, attribute.getValue());
                }
            }
        }
        all.values().removeIf(String::isEmpty);
        all.remove("xml");
        return all;
    }

    /** The namespaces in force for expressions, {@code xml} included. */
    static Map<String, String> prefixes(Element at) {
        Map<String, String> all = namespaces(at);
        all.put("xml", XMLConstants.XML_NS_URI);
        return all;
    }

    /** A name of the stylesheet's as {@code {namespace}local}. */
    static String expanded(String name, Element at) throws NotStreamable {
        int colon = name.indexOf(':');
        if (!NAME.matcher(name).matches()) {
            throw new NotStreamable("the name '" + name + "'");
        }
        if (colon < 0) {
            return name;
        }
        String namespace = namespaces(at).get(name.substring(0, colon));
        if (namespace == null) {
            throw new NotStreamable("the name '" + name + "'");
        }
        return "{" + namespace + "}" + name.substring(colon + 1);
    }

    /** The expanded name of a variable, a template or a mode, which is in no reserved namespace (XSLT 2.0 section 3.2). */
    static String declared(String name, Element at) throws NotStreamable {
        String expanded = expanded(name, at);
        if (expanded.startsWith("{" + RESERVED)) {
            throw new NotStreamable("the name '" + name + "'");
        }
        return expanded;
    }

    /** The namespaces that the stylesheet does not want in its result, and its own language. */
    static Set<String> excludedNamespaces(Element at) throws NotStreamable {
        Set<String> excluded = new HashSet<>();
        excluded.add(XSL);
        for (Node node = at; node instanceof Element element; node = node.getParentNode()) {
            String prefixes = isXsl(element)
                    ? element.getAttribute("exclude-result-prefixes")
                    : element.getAttributeNS(XSL, "exclude-result-prefixes");
            Map<String, String> bound = namespaces(element);
            for (String prefix : tokens(prefixes)) {
                if (prefix.equals("#all")) {
                    excluded.addAll(bound.values());
                } else {
                    String namespace = bound.get(prefix.equals("#default") ? "" : prefix);
                    if (namespace == null) {
                        throw new NotStreamable("exclude-result-prefixes names " + prefix);
                    }
                    excluded.add(namespace);
                }
            }
        }
        return excluded;
    }

    static Element parse(byte[] stylesheet) throws NotStreamable {
        try {
            SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setFeature("http://xml.org/sax/features/namespace-prefixes", true);
            TreeBuilder tree = new TreeBuilder(DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument());
            factory.newSAXParser().parse(new ByteArrayInputStream(stylesheet), tree);
            return tree.document.getDocumentElement();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's parser cannot be closed to the outside", e);
        } catch (SAXException | IOException | DOMException e) {
            // The last for a name such as ":a", which the JDK's parser lets pass.
            throw new NotStreamable("it cannot be read: " + e.getMessage());
        }
    }

    /** All attributes, declarations of namespaces too, as they stand there. */
    private static List<Attr> allAttributes(Element of) {
        List<Attr> all = new ArrayList<>();
        for (String name : tokens((String) of.getUserData(TreeBuilder.ORDER))) {
            all.add(of.getAttributeNode(name));
        }
        return all;
    }

    /** Makes a tree of a stylesheet: without comments and instructions, texts in one piece, and with the order of the attributes, which DOM forgets. */
    private static final class TreeBuilder extends DefaultHandler {

        static final String ORDER = "order of attributes";

        private final Document document;
        private final StringBuilder text = new StringBuilder();
        private Node current;
        private Locator2 locator;

        private TreeBuilder(Document document) {
            this.document = document;
            this.current = document;
        }

        @Override
        public void setDocumentLocator(Locator locator) {
            this.locator = (Locator2) locator;
        }

        @Override
        public void startElement(String namespace, String local, String name, Attributes attributes)
                throws SAXException {
            flush();
            if ("1.1".equals(locator.getXMLVersion())) {
                throw new SAXException("it is XML 1.1, of which not all characters can stand in XML 1.0");
            }
            requireExactNamespaces(attributes);
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

        /** Saxon takes white space off the ends of a namespace's name. */
        private static void requireExactNamespaces(Attributes attributes) throws SAXException {
            for (int i = 0; i < attributes.getLength(); i++) {
                String name = attributes.getQName(i);
                String value = attributes.getValue(i);
                if ((name.equals("xmlns") || name.startsWith("xmlns:")) && !value.equals(value.strip())) {
                    throw new SAXException(name + "='" + value + "' begins or ends with white space");
                }
            }
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
}
