package org.busbench.mediation.xml;

import org.busbench.mediation.xml.SymbolTable.Generation;

/**
 * An attribute as it was written up to the quote before its value, or a whole namespace declaration with its value, which decides what names mean. Values of
 * other attributes are not part of it, so that it is known again whatever they are. Confined to the thread that uses its {@link Generation}.
 */
final class WrittenAttribute extends Symbol {
    final String prefix;
    final String local;
    /** The namespace that it declares, or null. */
    final String declared;

    private final byte quote;
    /** What may stand between the quotes for itself. */
    private final SwarScanner plain;

    /** What the name meant the last time. */
    private Name name;

    /** Where that was; of a declaration, the scope around the element. */
    private NamespaceScope scope;

    /** What the scope inside the element was then, for a declaration. */
    private NamespaceScope inner;

    WrittenAttribute(byte[] bytes, String prefix, String local, String declared) {
        super(bytes);
        this.prefix = prefix;
        this.local = local;
        this.declared = declared;
        this.quote = bytes[bytes.length - 1];
        this.plain = SwarScanner.inQuotes(quote);
    }

    /** Index of the quote that closes the value which begins at {@code from}, if that stands for itself; of a declaration, {@code from}; else -1. */
    int valueEnd(byte[] in, int from, int limit) {
        if (declared != null) {
            return from;
        }
        int end = plain.end(in, from, limit);
        return end < limit && in[end] == quote ? end : -1;
    }

    /** The prefix that it declares, empty for the default namespace. */
    String declaredPrefix() {
        return prefix.isEmpty() ? "" : local;
    }

    /** The scope inside an element that has this declaration. */
    NamespaceScope declare(NamespaceScope outer, Generation symbols) {
        if (scope != outer) {
            inner = symbols.declare(outer, declaredPrefix(), declared);
            scope = outer;
        }
        return inner;
    }

    /** The expanded name, or null when the prefix is not bound. A declaration has a name in the namespace of {@code xmlns}. */
    Name name(NamespaceScope inForce, Generation symbols) {
        boolean isFixed = prefix.isEmpty() || declared != null;
        if (name == null || (!isFixed && scope != inForce)) {
            String namespace = declared != null ? NamespaceScope.XMLNS : isFixed ? "" : inForce.namespace(prefix);
            if (namespace == null) {
                return null;
            }
            if (name == null || !namespace.equals(name.namespace())) {
                name = symbols.name(namespace, local);
            }
            if (!isFixed) {
                scope = inForce;
            }
        }
        return name;
    }
}
