package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A stylesheet that needs no tree. This is what one may hold; whatever else is in it, by a name or an attribute that is not listed here, makes it
 * {@link NotStreamable}:
 *
 * <ul>
 *   <li>{@code xsl:stylesheet version="1.0"} with {@code xsl:output}, {@code xsl:strip-space}, {@code xsl:template match} ({@code mode}, {@code priority}),
 *       and {@code xsl:param}, {@code xsl:variable} that hold a string
 *   <li>patterns: {@code |} of paths of names, {@code *}, {@code p:*}, with {@code /} and {@code //}, from anywhere or from the document, to elements,
 *       {@code text()}, {@code node()}, attributes; predicates on the last element that ask for its name or attributes
 *   <li>literal elements with attribute value templates, {@code xsl:apply-templates} ({@code select}, {@code mode}), {@code value-of}, {@code text},
 *       {@code copy}, {@code copy-of}, {@code for-each}, {@code if}, {@code choose}, {@code attribute} with a fixed name
 *   <li>paths that go down: children, then attributes, texts or descendants; {@code [n]} on children and predicates that are tests; {@code |} of single steps
 *   <li>strings: literals, paths, {@code .}, {@code string}, {@code concat}, {@code normalize-space}, {@code local-name()}, global parameters
 *   <li>tests: paths, {@code and}, {@code or}, {@code not}, {@code =} and {@code !=} of a path or a string with a string
 * </ul>
 *
 * <p>Immutable and safe for use by any number of threads.
 */
public final class Program {

    /**
     * A parameter or variable of the whole stylesheet.
     *
     * @param name as {@code {namespace}local}
     * @param value what it is when nobody says otherwise
     * @param isParameter whether somebody may
     */
    record Global(String name, Literal value, boolean isParameter) {}

    private final List<NameTest> names;
    private final List<Pattern> patterns;
    private final List<Global> globals;
    private final int modes;
    private final int slots;
    private final Step allChildren;
    private final long stripped;

    Program(Draft draft) {
        this.names = List.copyOf(draft.names());
        this.patterns = List.copyOf(draft.patterns());
        this.globals = List.copyOf(draft.globals());
        this.modes = draft.modes();
        this.slots = draft.slots();
        this.allChildren = draft.allChildren();
        this.stripped = draft.stripped();
    }

    /**
     * Compiles a stylesheet. It must be one that Saxon has compiled: what is wrong with it is not looked for here.
     *
     * @param stylesheet a document without document type
     * @return the program
     * @throws NotStreamable when it needs a tree
     */
    public static Program compile(byte[] stylesheet) throws NotStreamable {
        return new StylesheetReader().read(stylesheet);
    }

    /** The values of parameters and variables for one message. */
    void resolve(Map<String, String> given, byte[][] to) {
        for (int i = 0; i < to.length; i++) {
            Global global = globals.get(i);
            String value = global.isParameter() ? given.get(global.name()) : null;
            to[i] = value == null ? global.value().utf8() : value.getBytes(StandardCharsets.UTF_8);
        }
    }

    List<NameTest> names() {
        return names;
    }

    List<Pattern> patterns() {
        return patterns;
    }

    List<Global> globals() {
        return globals;
    }

    int modes() {
        return modes;
    }

    /** How many literal elements it has. */
    int slots() {
        return slots;
    }

    Step allChildren() {
        return allChildren;
    }

    /** Bits of the names of elements that lose white space. */
    long stripped() {
        return stripped;
    }
}
