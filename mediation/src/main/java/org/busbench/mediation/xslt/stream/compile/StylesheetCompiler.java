package org.busbench.mediation.xslt.stream.compile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Program;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Template;
import org.jaxen.expr.LiteralExpr;
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

    private final Map<Template, Element> contents = new LinkedHashMap<>();

    private StylesheetCompiler() {}

    /**
     * Compiles a stylesheet that Saxon has compiled: it does not look for errors.
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
            case "output" -> StylesheetDocument.requireOnly(element, OF_OUTPUT);
            case "strip-space" -> strip(element, program);
            case "param", "variable" -> program.add(global(element));
            case "template" -> template(element, program);
            default -> throw new NotStreamable("it has " + element.getNodeName());
        }
    }

    private static void strip(Element element, ProgramBuilder program) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("elements"));
        for (String name : StylesheetDocument.tokens(element.getAttribute("elements"))) {
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

    private static Program.Global global(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "select"));
        String name = StylesheetDocument.expanded(element.getAttribute("name"), element);
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
        int mode = element.hasAttribute("mode")
                ? program.mode(StylesheetDocument.expanded(element.getAttribute("mode"), element))
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
