package org.busbench.mediation.xslt.stream;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Prefixes and their namespaces, in the order of the prefixes; no prefix is bound to nothing.
 *
 * @param byPrefix empty prefix for the default namespace
 */
record Bindings(SortedMap<String, String> byPrefix) {

    static final Bindings NONE = new Bindings(new TreeMap<>());

    static Bindings of(Map<String, String> byPrefix) {
        return new Bindings(new TreeMap<>(byPrefix));
    }

    /** Null when the prefix is not bound. */
    String namespace(String prefix) {
        return byPrefix.get(prefix);
    }

    boolean hasDefault() {
        return byPrefix.containsKey("");
    }

    /** These, and the others in their place where both bind a prefix. */
    Bindings under(Bindings others) {
        if (others.byPrefix.isEmpty() || equals(others)) {
            return this;
        }
        SortedMap<String, String> all = new TreeMap<>(byPrefix);
        all.putAll(others.byPrefix);
        return new Bindings(all);
    }

    Bindings withoutDefault() {
        if (!hasDefault()) {
            return this;
        }
        SortedMap<String, String> all = new TreeMap<>(byPrefix);
        all.remove("");
        return new Bindings(all);
    }
}
