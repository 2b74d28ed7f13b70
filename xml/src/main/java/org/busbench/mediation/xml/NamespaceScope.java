package org.busbench.mediation.xml;

import java.util.HashMap;
import java.util.Map;
import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * The namespaces in force at one place. Interned: the same declarations in the same order under the same scope are the same object.
 * Confined to the thread that uses its {@link Generation}.
 */
final class NamespaceScope {
    static final String XML = "http://www.w3.org/XML/1998/namespace";
    static final String XMLNS = "http://www.w3.org/2000/xmlns/";

    /** Ordered, so that a map finds one among many whose hashes collide without looking at all. */
    private record Binding(String prefix, String namespace) implements Comparable<Binding> {
        @Override
        public int compareTo(Binding other) {
            int byNamespace = namespace.compareTo(other.namespace);
            return byNamespace != 0 ? byNamespace : prefix.compareTo(other.prefix);
        }
    }

    /** What an attribute means here: the scope inside of a declaration, or the name, null for a prefix that is not bound. */
    record Meaning(WrittenAttribute attribute, NamespaceScope inner, Name name) {}

    private static final int MEANINGS = 64;

    final int hash;

    private final NamespaceScope outer;
    private final Binding binding;
    private final int depth;
    private final Map<Binding, NamespaceScope> inner = new HashMap<>();

    /** By the hashes of attributes: the meanings that were asked for last. */
    private final Meaning[] meanings = new Meaning[MEANINGS];

    private NamespaceScope(NamespaceScope outer, Binding binding) {
        this.outer = outer;
        this.binding = binding;
        this.depth = outer == null ? 0 : outer.depth + 1;
        this.hash = outer == null ? 0 : 31 * outer.hash + binding.hashCode();
    }

    /** How many bindings are looked through for a prefix that is not bound. */
    int depth() {
        return depth;
    }

    /** Where only {@code xml} is bound. */
    static NamespaceScope outermost() {
        return new NamespaceScope(new NamespaceScope(null, new Binding("xml", XML)), new Binding("", ""));
    }

    /** The namespace of a prefix (empty for the default one), or null when it is not bound. */
    String namespace(String prefix) {
        for (NamespaceScope scope = this; scope != null; scope = scope.outer) {
            if (scope.binding.prefix.equals(prefix)) {
                return scope.binding.namespace;
            }
        }
        return null;
    }

    /** What an attribute means here that is a declaration or has a prefix. */
    Meaning meaning(WrittenAttribute attribute, Generation symbols) {
        int place = attribute.hash & (MEANINGS - 1);
        Meaning known = meanings[place];
        if (known == null || known.attribute != attribute) {
            known = attribute.declared != null
                    ? new Meaning(
                            attribute, symbols.declare(this, attribute.declaredPrefix(), attribute.declared), null)
                    : new Meaning(attribute, null, nameOf(attribute, symbols));
            meanings[place] = known;
        }
        return known;
    }

    private Name nameOf(WrittenAttribute attribute, Generation symbols) {
        String namespace = namespace(attribute.prefix);
        return namespace == null ? null : symbols.name(namespace, attribute.local);
    }

    /** The scope inside such a declaration, or null when it was not met here before. */
    NamespaceScope declared(String prefix, String namespace) {
        return namespace.equals(namespace(prefix)) ? this : inner.get(new Binding(prefix, namespace));
    }

    NamespaceScope declare(String prefix, String namespace) {
        NamespaceScope added = new NamespaceScope(this, new Binding(prefix, namespace));
        inner.put(added.binding, added);
        return added;
    }

    /** The bindings of prefixes to namespaces here, without {@code xml} and those taken back. */
    Map<String, String> namespaces() {
        Map<String, String> all = new HashMap<>();
        for (NamespaceScope scope = this; scope != null; scope = scope.outer) {
            all.putIfAbsent(scope.binding.prefix, scope.binding.namespace);
        }
        all.remove("xml");
        all.values().removeIf(String::isEmpty);
        return all;
    }
}
