package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads literal result elements (XSLT 1.0 section 7.1.1). */
final class LiteralReader {

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private final Draft draft;
    private final ContentReader contents;

    LiteralReader(Draft draft, ContentReader contents) {
        this.draft = draft;
        this.contents = contents;
    }

    LiteralElement read(Element element) throws NotStreamable {
        Map<String, String> own = Markup.namespaces(element);
        Set<String> excluded = excluded(element);
        own.values().removeIf(excluded::contains);
        bind(own, element);
        List<LiteralElement.Attribute> attributes = new ArrayList<>();
        for (Attr attribute : Markup.attributes(element)) {
            if (Markup.XSL.equals(attribute.getNamespaceURI())) {
                if (!attribute.getLocalName().equals("exclude-result-prefixes")) {
                    throw new NotStreamable(attribute.getName() + " on " + element.getNodeName());
                }
                continue;
            }
            if (attribute.getName().equals("xml:space")) {
                throw new NotStreamable("xml:space on " + element.getNodeName());
            }
            bind(own, attribute);
            attributes.add(attribute(element, attribute));
        }
        boolean inNone = element.getNamespaceURI() == null;
        int slot = draft.newSlot();
        return new LiteralElement(
                slot, element.getNodeName(), inNone, Bindings.of(own), attributes, contents.content(element));
    }

    private static void bind(Map<String, String> own, Node named) {
        String namespace = named.getNamespaceURI();
        if (namespace != null && !namespace.equals(XML)) {
            own.put(named.getPrefix() == null ? "" : named.getPrefix(), namespace);
        }
    }

    private LiteralElement.Attribute attribute(Element element, Attr attribute) throws NotStreamable {
        String namespace = attribute.getNamespaceURI() == null ? "" : attribute.getNamespaceURI();
        String local = attribute.getLocalName();
        return new LiteralElement.Attribute(
                new NameTest(namespace, local),
                new Literal(attribute.getName() + "=\""),
                new ExpressionReader(draft, element).valueTemplate(attribute.getValue()));
    }

    /** The namespaces that the stylesheet does not want in its result, and its own language. */
    private static Set<String> excluded(Element at) throws NotStreamable {
        Set<String> excluded = new HashSet<>();
        excluded.add(Markup.XSL);
        for (Node node = at; node instanceof Element element; node = node.getParentNode()) {
            String prefixes = Markup.isXsl(element)
                    ? element.getAttribute("exclude-result-prefixes")
                    : element.getAttributeNS(Markup.XSL, "exclude-result-prefixes");
            Map<String, String> bound = Markup.namespaces(element);
            for (String prefix : Markup.tokens(prefixes)) {
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
}
