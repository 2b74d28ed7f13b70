package org.busbench.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Knots: sets of top-level classes of one package of which each refers to each other, directly or through others of the
 * set. A nested class belongs to the top-level class around it. They are the strongly connected components of the graph of
 * references (Tarjan 1972, <i>Depth-first search and linear graph algorithms</i>).
 */
final class Knots {
    private final Map<String, Set<String>> references;
    private final Map<String, Integer> index = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Knot> knots = new ArrayList<>();

    private Knots(Map<String, Set<String>> references) {
        this.references = references;
    }

    /**
     * One knot.
     *
     * @param classes simple names, sorted
     */
    record Knot(String place, List<String> classes) {
        int size() {
            return classes.size();
        }
    }

    /** All knots of two classes and more. */
    static List<Knot> of(Iterable<JavaClass> classes) {
        Map<String, Set<String>> references = new TreeMap<>();
        for (JavaClass type : classes) {
            Set<String> to = references.computeIfAbsent(topLevel(type), name -> new TreeSet<>());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(type.getPackageName())) {
                    to.add(topLevel(target));
                }
            }
        }
        Knots search = new Knots(references);
        references.keySet().forEach(search::visit);
        return search.knots;
    }

    private void visit(String name) {
        if (index.containsKey(name)) {
            return;
        }
        index.put(name, index.size());
        low.put(name, index.get(name));
        open.push(name);
        for (String next : references.getOrDefault(name, Set.of())) {
            if (!index.containsKey(next)) {
                visit(next);
                low.merge(name, low.get(next), Math::min);
            } else if (open.contains(next)) {
                low.merge(name, index.get(next), Math::min);
            }
        }
        if (low.get(name).equals(index.get(name))) {
            close(name);
        }
    }

    private void close(String name) {
        Set<String> members = new TreeSet<>();
        String member;
        do {
            member = open.pop();
            members.add(member.substring(member.lastIndexOf('.') + 1));
        } while (!member.equals(name));
        if (members.size() > 1) {
            knots.add(new Knot(name.substring(0, name.lastIndexOf('.')), List.copyOf(members)));
        }
    }

    private static String topLevel(JavaClass type) {
        int nested = type.getName().indexOf('$');
        return nested < 0 ? type.getName() : type.getName().substring(0, nested);
    }
}
