package org.busbench.mediation.xml;

import java.util.Arrays;
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
    final SwarScanner plain;

    /** {@link SwarScanner#attributeHash} of its first word. */
    final int beginning;

    private final boolean dependsOnScope;
    private Name fixed;

    WrittenAttribute(byte[] bytes, String prefix, String local, String declared) {
        super(bytes, SwarScanner.hash(bytes, 0, bytes.length));
        this.prefix = prefix;
        this.local = local;
        this.declared = declared;
        this.quote = bytes[bytes.length - 1];
        this.dependsOnScope = declared == null && !prefix.isEmpty();
        this.plain = SwarScanner.inQuotes(quote);
        this.beginning = SwarScanner.attributeHash(
                SwarScanner.word(Arrays.copyOf(bytes, Math.max(Long.BYTES, bytes.length)), 0));
    }

    /** Index of the quote that closes the value which begins at {@code from}, if that stands for itself; of a declaration, {@code from}; else -1. */
    int valueEnd(byte[] in, int from, int limit) {
        if (declared != null) {
            return from;
        }
        int end = plain.charactersEnd(in, from, limit);
        return end < limit && in[end] == quote ? end : -1;
    }

    /** The prefix that it declares, empty for the default namespace. */
    String declaredPrefix() {
        return prefix.isEmpty() ? "" : local;
    }

    /** The scope inside an element that has this declaration. */
    NamespaceScope declare(NamespaceScope outer, Generation symbols) {
        return outer.meaning(this, symbols).inner();
    }

    /** The expanded name, or null when the prefix is not bound. A declaration has a name in the namespace of {@code xmlns}. */
    Name name(NamespaceScope inForce, Generation symbols) {
        if (dependsOnScope) {
            return inForce.meaning(this, symbols).name();
        }
        if (fixed == null) {
            fixed = symbols.name(declared == null ? "" : NamespaceScope.XMLNS, local);
        }
        return fixed;
    }
}
