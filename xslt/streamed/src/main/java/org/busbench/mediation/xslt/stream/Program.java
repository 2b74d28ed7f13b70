package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Formula;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;

/**
 * A stylesheet that needs no tree of Saxon's. This is what one may hold; whatever else is in it, by a name or an attribute that is not listed here, makes it
 * need one:
 *
 * <ul>
 *   <li>{@code xsl:stylesheet version="1.0"} with {@code xsl:import} and {@code xsl:include} of what the configuration names, {@code xsl:output},
 *       {@code xsl:strip-space}, {@code xsl:template} with all of its attributes, {@code xsl:key},
 *       {@code xsl:attribute-set}, {@code xsl:param} and {@code xsl:variable} without elements
 *   <li>patterns: {@code |} of paths of names, {@code *}, {@code p:*}, with {@code /} and {@code //}, from anywhere or from the document, to elements,
 *       {@code text()}, {@code node()}, attributes; predicates on the last steps
 *   <li>literal elements with attribute value templates, {@code xsl:apply-templates}, {@code call-template}, {@code with-param}, {@code sort} (by code points
 *       or numbers), {@code value-of}, {@code text}, {@code copy}, {@code copy-of}, {@code for-each}, {@code if}, {@code choose}, {@code variable},
 *       {@code comment}, {@code processing-instruction}, {@code element} and {@code attribute} with a fixed name
 *   <li>XPath 1.0 without the axis of namespaces, {@code id}, {@code lang}, and {@code current} in predicates; of XSLT's functions {@code key},
 *       {@code current} and {@code format-number} with the nameless format
 * </ul>
 *
 * <p>What goes down from the nodes that templates match streams. A program that asks for something around a node ({@code ..}, {@code //x}, siblings,
 * {@code position()} of a template, keys, global variables that are computed) has the whole source read into the {@link SourceBuffer} first.
 *
 * <p>Immutable and safe for use by any number of threads.
 *
 * @param names name tests, each with a bit in {@link NameTests}
 * @param modeCount how many modes the templates have
 * @param slots how many literal elements there are
 * @param allChildren the step that {@code xsl:apply-templates} takes without {@code select}
 * @param keepsSource whether it looks around a node, so that the whole source is read before it begins
 * @param isPositional whether it asks for positions among the nodes that are gone through
 */
public record Program(
        List<NameTest> names,
        List<Pattern> patterns,
        List<Global> globals,
        int modeCount,
        int slots,
        Step allChildren,
        long stripped,
        List<Key> keys,
        boolean keepsSource,
        boolean isPositional) {

    /**
     * A parameter or variable of the whole stylesheet.
     *
     * @param name as {@code {namespace}local}
     * @param value its string unless a caller gives another one, or null when it is computed for a message
     * @param isParameter whether a caller may
     * @param computed computes what is no string, or null
     */
    public record Global(String name, Literal value, boolean isParameter, Formula computed) {}

    /**
     * {@code xsl:key}.
     *
     * @param mode that of the patterns of its nodes
     */
    public record Key(String name, int mode, Formula use) {}

    /** The lists are copied. */
    public Program {
        names = List.copyOf(names);
        patterns = List.copyOf(patterns);
        globals = List.copyOf(globals);
        keys = List.copyOf(keys);
    }

    /** The values of parameters and variables for one message. */
    void resolve(Map<String, String> given, byte[][] to) {
        for (int i = 0; i < to.length; i++) {
            Global global = globals.get(i);
            String value = global.isParameter() ? given.get(global.name()) : null;
            byte[] own = global.value() == null ? null : global.value().utf8();
            to[i] = value == null ? own : value.getBytes(StandardCharsets.UTF_8);
        }
    }
}
