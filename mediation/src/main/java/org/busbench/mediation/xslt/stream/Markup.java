package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** A stylesheet's own XML: what is looked at of it, with everything else refused. */
final class Markup {

    static final String XSL = "http://www.w3.org/1999/XSL/Transform";

    private static final Pattern SPACE = Pattern.compile("[ \\t\\r\\n]+");

    private Markup() {}

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
            } else if (!isSpace(child.getNodeValue())) {
                throw new NotStreamable("text in " + of.getNodeName());
            }
        }
        return all;
    }

    static boolean isSpace(String text) {
        return text.chars().allMatch(c -> c == ' ' || c == '\n' || c == '\t' || c == '\r');
    }

    /** What stands between white space. */
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
        for (Attr attribute : StylesheetTree.attributes(of)) {
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
            for (Attr attribute : StylesheetTree.attributes(element)) {
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

    /** A name of the stylesheet's as {@code {namespace}local}. */
    static String expanded(String name, Element at) throws NotStreamable {
        int colon = name.indexOf(':');
        if (name.chars().anyMatch(c -> c <= ' ' || c == '#' || c == '{')) {
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
}
