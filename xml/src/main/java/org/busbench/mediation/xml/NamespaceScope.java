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

    private final NamespaceScope outer;
    private final Binding binding;
    private final int depth;
    private final Map<Binding, NamespaceScope> inner = new HashMap<>();

    private NamespaceScope(NamespaceScope outer, Binding binding) {
        this.outer = outer;
        this.binding = binding;
        this.depth = outer == null ? 0 : outer.depth + 1;
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
