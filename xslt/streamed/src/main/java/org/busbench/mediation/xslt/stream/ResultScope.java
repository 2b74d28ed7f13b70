package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A place in the result, as far as namespaces go: what an element there inherits (XSLT's namespace fixup, in the way that Saxon does it), and what the
 * bytes around it have declared already. Entering an element is computed once and then known.
 *
 * <p>Confined to one thread.
 */
final class ResultScope {

    private static final int MOST = 4096;

    /** The declarations with which an element comes. */
    private record Entry(Bindings own, boolean inNoNamespace, boolean bequeaths) {}

    /** The declarations that its start tag needs, as bytes, and the place inside of it. */
    static final class Entered {
        final byte[] declarations;
        final ResultScope inside;

        Entered(byte[] declarations, ResultScope inside) {
            this.declarations = declarations;
            this.inside = inside;
        }
    }

    private final Bindings inherited;
    private final Bindings declared;
    private final Map<Entry, Entered> known = new HashMap<>();
    private final Map<Bindings, Map<Bindings, ResultScope>> all;

    private ResultScope(Bindings inherited, Bindings declared, Map<Bindings, Map<Bindings, ResultScope>> all) {
        this.inherited = inherited;
        this.declared = declared;
        this.all = all;
    }

    /** The place of the result, in an envelope that declares these. */
    static ResultScope around(Bindings declared) {
        return new ResultScope(Bindings.NONE, declared, new HashMap<>());
    }

    /**
     * Enters an element.
     *
     * @param inNoNamespace whether its name is in none: then no default namespace may be in force
     * @param bequeaths whether elements inside inherit what it brings; those of a deep copy do not
     */
    Entered enter(Bindings own, boolean inNoNamespace, boolean bequeaths) {
        Entry entry = new Entry(own, inNoNamespace, bequeaths);
        Entered before = known.get(entry);
        if (before == null) {
            before = computed(entry);
            known.put(entry, before);
        }
        return before;
    }

    private Entered computed(Entry entry) {
        Bindings from = entry.inNoNamespace ? inherited.withoutDefault() : inherited;
        Bindings inside = from.under(entry.own);
        StringBuilder written = new StringBuilder();
        SortedMap<String, String> inForce = new TreeMap<>(declared.byPrefix());
        inside.byPrefix().forEach((prefix, namespace) -> {
            if (!namespace.equals(declared.namespace(prefix))) {
                written.append(prefix.isEmpty() ? " xmlns=\"" : " xmlns:" + prefix + "=\"")
                        .append(escaped(namespace))
                        .append('"');
                inForce.put(prefix, namespace);
            }
        });
        if (!inside.hasDefault() && declared.hasDefault()) {
            written.append(" xmlns=\"\"");
            inForce.remove("");
        }
        ResultScope scope = at(entry.bequeaths ? inside : from, new Bindings(inForce));
        return new Entered(written.toString().getBytes(StandardCharsets.UTF_8), scope);
    }

    /** Whether so many places are known that it is time to begin anew. */
    boolean isCrowded() {
        return all.size() > MOST || all.values().stream().mapToInt(Map::size).sum() > MOST;
    }

    private ResultScope at(Bindings inheritedThere, Bindings declaredThere) {
        return all.computeIfAbsent(inheritedThere, added -> new HashMap<>())
                .computeIfAbsent(declaredThere, added -> new ResultScope(inheritedThere, added, all));
    }

    static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&#34;")
                .replace("\r", "&#13;")
                .replace("\n", "&#10;")
                .replace("\t", "&#9;");
    }

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
}
