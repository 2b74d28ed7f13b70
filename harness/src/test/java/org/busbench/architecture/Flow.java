package org.busbench.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The packages of a module in the order in which data meets them. A package imports itself and what stands to its left;
 * packages of one step do not know each other. Every package may import
 * the module {@code common}.
 *
 * @param steps names below the top package, {@code |} between those of one step; {@code .} is the top package itself, and a package whose name
 *     a library asks for is named in full. Those of a module
 *     below with the same top package are named, too, if this module may import them
 * @param imports packages of other modules that it may import, each as {@code importer > imported}
 * @param kept packages that not everything to their right may import, each with those that may
 */
record Flow(String module, String root, List<String> steps, Set<String> imports, Map<String, Set<String>> kept) {
    private static final String PROJECT = "org.busbench.";
    private static final String SHARED = "org.busbench.common";
    private static final String TOP = ".";

    static Flow of(String module, String root, String... steps) {
        return new Flow(module, root, List.of(steps), Set.of(), Map.of());
    }

    /** The packages of a module below with the same top package stand to the left of this one's, with what they keep. */
    Flow above(Flow below) {
        Map<String, Set<String>> more = new LinkedHashMap<>(below.kept);
        more.putAll(kept);
        List<String> all = Stream.concat(below.steps.stream(), steps.stream()).toList();
        return new Flow(module, root, all, imports, more);
    }

    /** These packages may import that package of another module. */
    Flow mayImport(String imported, String... importers) {
        Set<String> more = new TreeSet<>(imports);
        for (String importer : importers) {
            more.add((importer.equals(TOP) ? root : root + "." + importer) + " > " + imported);
        }
        return new Flow(module, root, steps, more, kept);
    }

    /** Only these packages may import that one. */
    Flow keeps(String name, String... importers) {
        Map<String, Set<String>> more = new LinkedHashMap<>(kept);
        more.put(name, Set.of(importers));
        return new Flow(module, root, steps, imports, more);
    }

    Flow withSteps(List<String> others) {
        return new Flow(module, root, others, imports, kept);
    }

    /** What the classes of the module do against the flow, a line each. */
    List<String> violations(Iterable<JavaClass> classes) {
        Set<String> violations = new TreeSet<>();
        for (JavaClass type : classes) {
            if (stepOf(type.getPackageName()) < 0) {
                violations.add("package " + type.getPackageName() + " of " + module + " has no place in the flow "
                        + steps + ": give it one");
            }
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String imported =
                        dependency.getTargetClass().getBaseComponentType().getPackageName();
                if (imported.startsWith(PROJECT) && !allowed(type.getPackageName(), imported)) {
                    violations.add(type.getName() + " imports "
                            + dependency.getTargetClass().getBaseComponentType().getName());
                }
            }
        }
        return new ArrayList<>(violations);
    }

    private boolean allowed(String importer, String imported) {
        int there = stepOf(imported);
        if (there < 0) {
            return isShared(imported) || imports.contains(importer + " > " + imported);
        }
        Set<String> importers = kept.get(below(imported));
        return importer.equals(imported)
                || (there < stepOf(importer) && (importers == null || importers.contains(below(importer))));
    }

    private String below(String name) {
        return name.equals(root) ? TOP : name.startsWith(root + ".") ? name.substring(root.length() + 1) : name;
    }

    private static boolean isShared(String name) {
        return name.equals(SHARED) || name.startsWith(SHARED + ".");
    }

    /** The place of a package; -1 when it has none. */
    private int stepOf(String name) {
        String below = below(name);
        for (int i = 0; i < steps.size(); i++) {
            if (Arrays.asList(steps.get(i).split("\\|", -1)).contains(below)) {
                return i;
            }
        }
        return -1;
    }
}
