package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.List;

/** A program that is being read. */
final class Draft {

    private final List<NameTest> names = new ArrayList<>();
    private final List<Pattern> patterns = new ArrayList<>();
    private final List<Program.Global> globals = new ArrayList<>();
    private final List<String> modes = new ArrayList<>();
    private final Step allChildren;
    private int slots;
    private long stripped;

    Draft() throws NotStreamable {
        modes.add("");
        allChildren = new Step(Step.Axis.CHILD, new NodeTest(bit(NameTest.ANY), true), 0, 0, List.of(), null);
    }

    /** The bit of a name test. */
    long bit(NameTest test) throws NotStreamable {
        int index = names.indexOf(test);
        if (index < 0) {
            if (names.size() == NameBits.MOST_TESTS) {
                throw new NotStreamable("its paths name more than " + NameBits.MOST_TESTS + " elements and attributes");
            }
            index = names.size();
            names.add(test);
        }
        return 1L << index;
    }

    /** The index of a mode, by its name as {@code {namespace}local}; empty for the one without a name. */
    int mode(String name) {
        if (!modes.contains(name)) {
            modes.add(name);
        }
        return modes.indexOf(name);
    }

    int newSlot() {
        return slots++;
    }

    void add(Pattern pattern) {
        patterns.add(pattern);
    }

    void add(Program.Global global) {
        globals.add(global);
    }

    void strip(NameTest elements) throws NotStreamable {
        stripped |= bit(elements);
    }

    /** The index of a parameter or variable, or -1. */
    int global(String name) {
        for (int i = 0; i < globals.size(); i++) {
            if (globals.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    List<NameTest> names() {
        return names;
    }

    List<Pattern> patterns() {
        return patterns;
    }

    List<Program.Global> globals() {
        return globals;
    }

    int modes() {
        return modes.size();
    }

    int slots() {
        return slots;
    }

    Step allChildren() {
        return allChildren;
    }

    long stripped() {
        return stripped;
    }
}
