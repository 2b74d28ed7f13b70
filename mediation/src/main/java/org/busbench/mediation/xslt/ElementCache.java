package org.busbench.mediation.xslt;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.EmptyAttributeMap;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.BuiltInAtomicType;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Tag;

/**
 * What Saxon wants to know of a start tag, made once for each tag that the tokenizer knows: most elements of a message were met in an earlier one.
 *
 * <p>Belongs to the thread of its tokenizer.
 */
final class ElementCache {

    /**
     * A start tag for Saxon.
     *
     * @param name with its prefix
     * @param attributes without namespace declarations
     * @param namespaces all that are in force
     */
    record Element(NodeName name, AttributeMap attributes, NamespaceMap namespaces) {}

    private final Names names;
    private final IdentityHashMap<Tag, Element> elements = new IdentityHashMap<>();
    private final Map<Map<String, String>, NamespaceMap> scopes = new HashMap<>();
    private int generation = -1;

    ElementCache(Names names) {
        this.names = names;
    }

    /** Forgets the tags of a vocabulary that the tokenizer has forgotten. */
    void follow(int currentGeneration) {
        if (generation != currentGeneration) {
            elements.clear();
            scopes.clear();
            generation = currentGeneration;
        }
    }

    Element of(Tag tag) throws XPathException {
        Element known = elements.get(tag);
        if (known == null) {
            known = element(tag);
            elements.put(tag, known);
        }
        return known;
    }

    private Element element(Tag tag) throws XPathException {
        Name name = tag.name();
        NodeName node = names.of(tag.prefix(), name.namespace(), name.local());
        return new Element(node, attributes(tag), namespaces(tag.namespaces()));
    }

    private AttributeMap attributes(Tag tag) throws XPathException {
        AttributeMap attributes = EmptyAttributeMap.getInstance();
        for (int i = 0; i < tag.attributes(); i++) {
            Name name = tag.attribute(i);
            NodeName node = names.of(prefixOf(name.namespace(), tag), name.namespace(), name.local());
            attributes = attributes.put(
                    new AttributeInfo(node, BuiltInAtomicType.UNTYPED_ATOMIC, tag.value(i), Loc.NONE, 0));
        }
        return attributes;
    }

    /** The tokenizer keeps no prefixes of attributes: any that means the namespace is as good. */
    private static String prefixOf(String namespace, Tag tag) {
        if (namespace.isEmpty()) {
            return "";
        }
        return tag.namespaces().entrySet().stream()
                .filter(binding -> binding.getValue().equals(namespace)
                        && !binding.getKey().isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("xml");
    }

    /** One object for the same namespaces: Saxon and the writer compare by identity before they look closer. */
    NamespaceMap namespaces(Map<String, String> inForce) {
        return scopes.computeIfAbsent(Map.copyOf(inForce), some -> {
            NamespaceMap map = NamespaceMap.emptyMap();
            for (Map.Entry<String, String> binding : some.entrySet()) {
                map = map.bind(binding.getKey(), NamespaceUri.of(binding.getValue()));
            }
            return map;
        });
    }
}
