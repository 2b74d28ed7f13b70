package org.busbench.mediation.xslt.stream.compile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Program;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Template;
import org.jaxen.expr.LiteralExpr;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Compiles a stylesheet into a {@link Program}, or says why it needs a tree. This class reads the declarations at the top; {@link PatternCompiler},
 * {@link InstructionCompiler} and {@link ExpressionCompiler} the rest. Confined to one thread; used at start.
 */
public final class StylesheetCompiler {

    private static final Set<String> OF_STYLESHEET = Set.of("version", "id", "exclude-result-prefixes");
    private static final Set<String> OF_OUTPUT = Set.of(
            "method",
            "version",
            "encoding",
            "indent",
            "omit-xml-declaration",
            "standalone",
            "media-type",
            "doctype-public",
            "doctype-system",
            "cdata-section-elements");
    private static final Set<String> ENCODINGS = Set.of("UTF-8", "UTF-16", "US-ASCII", "ISO-8859-1");

    private final Map<Template, Element> contents = new LinkedHashMap<>();
    private final Set<String> named = new HashSet<>();
    private final Map<String, String> outputs = new HashMap<>();

    private StylesheetCompiler() {}

    /**
     * Compiles a stylesheet. One that breaks a rule of XSLT is not streamable: what it is blamed for is Saxon's to say.
     *
     * @param stylesheet a document without document type
     * @throws NotStreamable when the stylesheet needs a tree
     */
    public static Program compile(byte[] stylesheet) throws NotStreamable {
        return new StylesheetCompiler().read(stylesheet);
    }

    private Program read(byte[] stylesheet) throws NotStreamable {
        ProgramBuilder program = new ProgramBuilder();
        Element root = StylesheetDocument.parse(stylesheet);
        if (!StylesheetDocument.isXsl(root, "stylesheet") && !StylesheetDocument.isXsl(root, "transform")) {
            throw new NotStreamable("it is a template without xsl:stylesheet");
        }
        StylesheetDocument.requireOnly(root, OF_STYLESHEET);
        if (!root.getAttribute("version").equals("1.0")) {
            throw new NotStreamable("its version is " + root.getAttribute("version") + ", not 1.0");
        }
        StylesheetDocument.excludedNamespaces(root);
        List<Element> all = StylesheetDocument.elements(root);
        for (Element element : all) {
            declaration(element, program);
        }
        for (Map.Entry<Template, Element> template : contents.entrySet()) {
            try {
                template.getKey().fill(new InstructionCompiler(program).content(template.getValue()));
            } catch (NotStreamable e) {
                throw new NotStreamable(e.getMessage() + ", in the template that matches "
                        + template.getValue().getAttribute("match"));
            }
        }
        return program.build();
    }

    private void declaration(Element element, ProgramBuilder program) throws NotStreamable {
        if (!StylesheetDocument.isXsl(element)) {
            throw new NotStreamable("the element " + element.getNodeName() + " at its top");
        }
        switch (element.getLocalName()) {
            case "output" -> output(element);
            case "strip-space" -> strip(element, program);
            case "param", "variable" -> program.add(global(element, program));
            case "template" -> template(element, program);
            default -> throw new NotStreamable("it has " + element.getNodeName());
        }
    }

    /** How a document would be written, which an envelope's element is not: nothing but its validity matters. */
    private void output(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, OF_OUTPUT);
        StylesheetDocument.requireEmpty(element);
        for (Attr attribute : StylesheetDocument.attributes(element)) {
            boolean known = switch (attribute.getName()) {
                case "method" -> attribute.getValue().equals("xml");
                case "version" -> attribute.getValue().equals("1.0");
                case "encoding" -> ENCODINGS.contains(attribute.getValue().toUpperCase(Locale.ROOT));
                case "indent", "omit-xml-declaration", "standalone" ->
                    attribute.getValue().equals("yes") || attribute.getValue().equals("no");
                case "cdata-section-elements" -> {
                    for (String name : StylesheetDocument.tokens(attribute.getValue())) {
                        StylesheetDocument.expanded(name, element);
                    }
                    yield true;
                }
                default -> attribute.getValue().matches("[A-Za-z0-9/.+:-]*");
            };
            String before = outputs.putIfAbsent(attribute.getName(), attribute.getValue());
            // Lists of names are united. Of other values XSLT 1.0 lets a processor take the last; Saxon refuses them.
            if (before != null
                    && !before.equals(attribute.getValue())
                    && !attribute.getName().equals("cdata-section-elements")) {
                throw new NotStreamable(attribute.getName() + " is '" + before + "' and '" + attribute.getValue()
                        + "' in two xsl:output");
            }
            if (!known) {
                throw new NotStreamable(attribute.getName() + "='" + attribute.getValue() + "' on xsl:output");
            }
        }
    }

    private static void strip(Element element, ProgramBuilder program) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("elements"));
        StylesheetDocument.requireEmpty(element);
        for (String name : StylesheetDocument.tokens(StylesheetDocument.required(element, "elements"))) {
            if (name.equals("*")) {
                program.strip(NameTest.ANY);
                continue;
            }
            if (name.contains("*")) {
                throw new NotStreamable("it strips space of " + name);
            }
            String expanded = StylesheetDocument.expanded(name, element);
            int brace = expanded.indexOf('}');
            program.strip(
                    brace < 0
                            ? new NameTest("", expanded)
                            : new NameTest(expanded.substring(1, brace), expanded.substring(brace + 1)));
        }
    }

    private static Program.Global global(Element element, ProgramBuilder program) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "select"));
        String name = StylesheetDocument.declared(StylesheetDocument.required(element, "name"), element);
        if (program.global(name) >= 0) {
            throw new NotStreamable(element.getNodeName() + " " + name + " twice");
        }
        boolean isParameter = element.getLocalName().equals("param");
        StringBuilder text = new StringBuilder();
        for (Node child : StylesheetDocument.children(element)) {
            if (child instanceof Element) {
                throw new NotStreamable(element.getNodeName() + " " + name + " that holds elements");
            }
            text.append(child.getNodeValue());
        }
        String value = StylesheetDocument.isWhitespace(text.toString()) ? "" : text.toString();
        if (element.hasAttribute("select")) {
            StylesheetDocument.requireEmpty(element);
            if (!(ExpressionCompiler.parsed(element.getAttribute("select")) instanceof LiteralExpr literal)) {
                throw new NotStreamable(element.getNodeName() + " " + name + " that is computed");
            }
            value = literal.getLiteral();
        }
        return new Program.Global(name, new Literal(value), isParameter);
    }

    private void template(Element element, ProgramBuilder program) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("match", "mode", "priority", "name"));
        if (!element.hasAttribute("match")) {
            throw new NotStreamable("it has a template to be called, " + element.getAttribute("name"));
        }
        if (element.hasAttribute("name")
                && !named.add(StylesheetDocument.declared(element.getAttribute("name"), element))) {
            throw new NotStreamable("two templates of the name " + element.getAttribute("name"));
        }
        int mode = element.hasAttribute("mode")
                ? program.mode(StylesheetDocument.declared(element.getAttribute("mode"), element))
                : 0;
        Double priority = null;
        if (element.hasAttribute("priority")) {
            String written = element.getAttribute("priority").trim();
            if (!written.matches("-?[0-9]+(\\.[0-9]+)?")) {
                throw new NotStreamable("the priority " + written);
            }
            priority = Double.valueOf(written);
        }
        Template template = new Template();
        contents.put(template, element);
        new PatternCompiler(program, element, mode, priority, contents.size(), template)
                .read(element.getAttribute("match"));
    }
}
