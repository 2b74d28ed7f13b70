package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;

/**
 * A stylesheet that needs no tree. This is what one may hold; whatever else is in it, by a name or an attribute that is not listed here, makes it
 * not streamable:
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
 *
 * @param names name tests, each with a bit in {@link NameTests}
 * @param modeCount how many modes the templates have
 * @param slots how many literal elements there are
 * @param allChildren the step that {@code xsl:apply-templates} takes without {@code select}
 */
public record Program(
        List<NameTest> names,
        List<Pattern> patterns,
        List<Global> globals,
        int modeCount,
        int slots,
        Step allChildren,
        long stripped) {

    /**
     * A parameter or variable of the whole stylesheet.
     *
     * @param name as {@code {namespace}local}
     * @param value its value unless a caller gives another one
     * @param isParameter whether a caller may
     */
    public record Global(String name, Literal value, boolean isParameter) {}

    /** The lists are copied. */
    public Program {
        names = List.copyOf(names);
        patterns = List.copyOf(patterns);
        globals = List.copyOf(globals);
    }

    /** The values of parameters and variables for one message. */
    void resolve(Map<String, String> given, byte[][] to) {
        for (int i = 0; i < to.length; i++) {
            Global global = globals.get(i);
            String value = global.isParameter() ? given.get(global.name()) : null;
            to[i] = value == null ? global.value().utf8() : value.getBytes(StandardCharsets.UTF_8);
        }
    }
}
