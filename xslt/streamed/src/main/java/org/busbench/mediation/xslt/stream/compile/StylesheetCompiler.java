package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Formula;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Instruction.Sequence;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.Program;
import org.jaxen.expr.LiteralExpr;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;

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

    private static final int DEEPEST_IMPORT = 16;

    private final Function<String, byte[]> resources;
    private final ProgramBuilder program;
    private final Map<Template, Element> contents = new LinkedHashMap<>();
    /** Import precedences of named templates, variables and attribute sets, by what they are and their names. */
    private final Map<String, Integer> named = new HashMap<>();

    private final Map<String, String> outputs = new HashMap<>();
    private final Map<String, Element> globals = new LinkedHashMap<>();
    private final List<Element> keys = new ArrayList<>();
    private int precedence;

    private StylesheetCompiler(Function<String, byte[]> resources) throws NotStreamable {
        this.resources = resources;
        this.program = new ProgramBuilder();
    }

    /**
     * Compiles a stylesheet. One that breaks a rule of XSLT is not streamable: what it is blamed for is Saxon's to say.
     *
     * @param stylesheet a document without document type
     * @param resources finds what it imports or includes, by the href as it is written; null for what it may not
     * @throws NotStreamable when the stylesheet needs a tree
     */
    public static Program compile(byte[] stylesheet, Function<String, byte[]> resources) throws NotStreamable {
        return new StylesheetCompiler(resources).read(stylesheet);
    }

    /** The same for one that imports nothing. */
    public static Program compile(byte[] stylesheet) throws NotStreamable {
        return compile(stylesheet, href -> null);
    }

    private Program read(byte[] stylesheet) throws NotStreamable {
        for (Element element : module(stylesheet, 0)) {
            declaration(element);
        }
        for (Element key : keys) {
            key(key);
        }
        for (Map.Entry<String, Element> global : globals.entrySet()) {
            program.add(global(global.getKey(), global.getValue()));
        }
        for (Element set : program.attributeSets().values()) {
            new InstructionCompiler(program).requireAttributes(set);
        }
        for (Map.Entry<Template, Element> template : contents.entrySet()) {
            try {
                InstructionCompiler instructions = new InstructionCompiler(program);
                Sequence content = instructions.template(template.getValue());
                template.getKey().fill(content, instructions.slots());
            } catch (NotStreamable e) {
                throw new NotStreamable(e.getMessage() + ", in the template that matches "
                        + template.getValue().getAttribute("match"));
            }
        }
        return program.build();
    }

    /** Reads what a stylesheet imports; returns what else it declares, what it includes in its place. */
    private List<Element> module(byte[] stylesheet, int depth) throws NotStreamable {
        Element root = StylesheetDocument.parse(stylesheet);
        if (!StylesheetDocument.isXsl(root, "stylesheet") && !StylesheetDocument.isXsl(root, "transform")) {
            throw new NotStreamable("it is a template without xsl:stylesheet");
        }
        StylesheetDocument.requireOnly(root, OF_STYLESHEET);
        if (!root.getAttribute("version").equals("1.0")) {
            throw new NotStreamable("its version is " + root.getAttribute("version") + ", not 1.0");
        }
        StylesheetDocument.excludedNamespaces(root);
        List<Element> all = new ArrayList<>();
        boolean importing = true;
        for (Element element : StylesheetDocument.elements(root)) {
            importing &= StylesheetDocument.isXsl(element, "import");
            if (importing) {
                for (Element imported : module(resource(element, depth), depth + 1)) {
                    declaration(imported);
                }
                precedence++;
            } else if (StylesheetDocument.isXsl(element, "include")) {
                all.addAll(module(resource(element, depth), depth + 1));
            } else {
                all.add(element);
            }
        }
        return all;
    }

    private byte[] resource(Element element, int depth) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("href"));
        StylesheetDocument.requireEmpty(element);
        String href = StylesheetDocument.required(element, "href");
        byte[] bytes = depth < DEEPEST_IMPORT ? resources.apply(href) : null;
        if (bytes == null) {
            throw new NotStreamable(element.getNodeName() + " of " + href);
        }
        return bytes;
    }

    /** The name that is declared; refuses it when it was declared with the same import precedence. */
    private String requireNewName(Element element) throws NotStreamable {
        String name = StylesheetDocument.declared(StylesheetDocument.required(element, "name"), element);
        boolean variable =
                element.getLocalName().equals("param") || element.getLocalName().equals("variable");
        Integer before = named.put((variable ? "variable" : element.getLocalName()) + " " + name, precedence);
        if (before != null && before == precedence) {
            throw new NotStreamable("two " + element.getNodeName() + " of the name " + name);
        }
        return name;
    }

    private void declaration(Element element) throws NotStreamable {
        if (!StylesheetDocument.isXsl(element)) {
            if (element.getNamespaceURI() == null || element.getNamespaceURI().matches(".*(w3\\.org|saxon).*")) {
                throw new NotStreamable("the element " + element.getNodeName() + " at its top");
            }
            return;
        }
        switch (element.getLocalName()) {
            case "output" -> output(element);
            case "strip-space" -> strip(element);
            case "param", "variable" -> {
                String name = requireNewName(element);
                // It takes the place of one that is imported, and comes later.
                globals.remove(name);
                globals.put(name, element);
            }
            case "key" -> keys.add(element);
            case "attribute-set" -> {
                StylesheetDocument.requireOnly(element, Set.of("name", "use-attribute-sets"));
                String name = requireNewName(element);
                if (program.attributeSets().put(name, element) != null) {
                    throw new NotStreamable("two xsl:attribute-set of the name " + name);
                }
            }
            case "template" -> template(element);
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

    private void strip(Element element) throws NotStreamable {
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

    private Program.Global global(String name, Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "select"));
        boolean isParameter = element.getLocalName().equals("param");
        InstructionCompiler instructions = new InstructionCompiler(program);
        Formula computed = instructions.computed(element);
        if (instructions.slots() > 0) {
            throw new NotStreamable(element.getNodeName() + " " + name + " that holds variables");
        }
        if (computed.reach() != Reach.TAG) {
            program.keepSource();
        }
        boolean selects = element.hasAttribute("select");
        if (selects && ExpressionCompiler.parsed(element.getAttribute("select")) instanceof LiteralExpr literal) {
            return new Program.Global(name, new Literal(literal.getLiteral()), isParameter, null);
        }
        if (selects || StylesheetDocument.children(element).stream().anyMatch(Element.class::isInstance)) {
            return new Program.Global(name, null, isParameter, computed);
        }
        String text = computed.kind() == Formula.Kind.FRAGMENT ? element.getTextContent() : "";
        return new Program.Global(name, new Literal(text), isParameter, text.isEmpty() ? null : computed);
    }

    private void key(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "match", "use"));
        StylesheetDocument.requireEmpty(element);
        String name = StylesheetDocument.declared(StylesheetDocument.required(element, "name"), element);
        // Its own mode: a name with a blank is no other's.
        int mode = program.mode("key " + keys.indexOf(element));
        Template marker = new Template();
        marker.fill(new Sequence(List.of()), 0);
        new PatternCompiler(program, element, mode, 0, null, 0, marker)
                .read(StylesheetDocument.required(element, "match"));
        Formula use =
                new ExpressionCompiler(program, element, Map.of()).formula(StylesheetDocument.required(element, "use"));
        program.add(new Program.Key(name, mode, use));
    }

    private void template(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("match", "mode", "priority", "name"));
        Template template = new Template();
        contents.put(template, element);
        if (element.hasAttribute("name")) {
            program.named().put(requireNewName(element), template);
        }
        if (!element.hasAttribute("match")) {
            if (!element.hasAttribute("name") || element.hasAttribute("mode") || element.hasAttribute("priority")) {
                throw new NotStreamable("a template that nothing runs");
            }
            return;
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
        new PatternCompiler(program, element, mode, precedence, priority, contents.size(), template)
                .read(element.getAttribute("match"));
    }
}
