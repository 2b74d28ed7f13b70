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
 * <p>Belongs to one thread.
 */
final class OutputScope {

    private static final int MOST = 4096;

    /** What an element brings. */
    private record Entry(Bindings own, boolean inNoNamespace, boolean bequeaths) {}

    /** The declarations that its start tag needs, as bytes, and the place inside of it. */
    static final class Entered {
        final byte[] declarations;
        final OutputScope inside;

        Entered(byte[] declarations, OutputScope inside) {
            this.declarations = declarations;
            this.inside = inside;
        }
    }

    private final Bindings inherited;
    private final Bindings declared;
    private final Map<Entry, Entered> known = new HashMap<>();
    private final Map<Bindings, Map<Bindings, OutputScope>> all;

    private OutputScope(Bindings inherited, Bindings declared, Map<Bindings, Map<Bindings, OutputScope>> all) {
        this.inherited = inherited;
        this.declared = declared;
        this.all = all;
    }

    /** The place of the result, in an envelope that declares these. */
    static OutputScope around(Bindings declared) {
        return new OutputScope(Bindings.NONE, declared, new HashMap<>());
    }

    /**
     * Enters an element.
     *
     * @param own namespaces that it brings
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
        OutputScope scope = at(entry.bequeaths ? inside : from, new Bindings(inForce));
        return new Entered(written.toString().getBytes(StandardCharsets.UTF_8), scope);
    }

    /** Whether so many places are known that it is time to begin anew. */
    boolean isCrowded() {
        return all.size() > MOST || all.values().stream().mapToInt(Map::size).sum() > MOST;
    }

    private OutputScope at(Bindings inheritedThere, Bindings declaredThere) {
        return all.computeIfAbsent(inheritedThere, added -> new HashMap<>())
                .computeIfAbsent(declaredThere, added -> new OutputScope(inheritedThere, added, all));
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
}
