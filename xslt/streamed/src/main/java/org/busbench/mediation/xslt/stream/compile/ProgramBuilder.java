package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Axis;
import org.busbench.mediation.xslt.stream.Expression.NodeTest;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.NameTests;
import org.busbench.mediation.xslt.stream.Program;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;
import org.w3c.dom.Element;

/** The compiled parts of a stylesheet so far. Confined to one compilation. */
final class ProgramBuilder {

    private static final int MOST_READ = 200_000;

    private final List<NameTest> names = new ArrayList<>();
    private final List<Pattern> patterns = new ArrayList<>();
    private final List<Program.Global> globals = new ArrayList<>();
    private final List<String> modes = new ArrayList<>();
    private final List<Program.Key> keys = new ArrayList<>();
    private final Map<String, Template> named = new HashMap<>();
    private final Map<String, Element> attributeSets = new HashMap<>();
    private final Step allChildren;
    private int slots;
    private long stripped;
    private int read;
    private boolean keepsSource;
    private boolean isPositional;

    ProgramBuilder() throws NotStreamable {
        modes.add("");
        allChildren = new Step(Axis.CHILD, new NodeTest(bit(NameTest.ANY) | NameTests.TEXT), 0, 0, List.of(), null);
    }

    /** The bit of a name test. */
    long bit(NameTest test) throws NotStreamable {
        int index = names.indexOf(test);
        if (index < 0) {
            if (names.size() == NameTests.MOST_TESTS) {
                throw new NotStreamable(
                        "its paths name more than " + NameTests.MOST_TESTS + " elements and attributes");
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

    void add(Program.Key key) {
        keys.add(key);
    }

    boolean hasKey(String name) {
        return keys.stream().anyMatch(key -> key.name().equals(name));
    }

    /** Counts what is read of expressions: to try one way after the other may double the work with each pair of brackets. */
    void count() throws NotStreamable {
        if (++read > MOST_READ) {
            throw new NotStreamable("its expressions are nested too deep");
        }
    }

    /** Says that it looks around a node. */
    void keepSource() {
        keepsSource = true;
    }

    /** Says that it asks for the position of a node among those that are gone through. */
    void askForPositions() {
        isPositional = true;
        keepsSource = true;
    }

    /** Templates that can be called, by their names as {@code {namespace}local}. */
    Map<String, Template> named() {
        return named;
    }

    /** The same of {@code xsl:attribute-set}. */
    Map<String, Element> attributeSets() {
        return attributeSets;
    }

    Program.Global global(int index) {
        return globals.get(index);
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

    Step allChildren() {
        return allChildren;
    }

    Program build() {
        return new Program(
                names, patterns, globals, modes.size(), slots, allChildren, stripped, keys, keepsSource, isPositional);
    }
}
