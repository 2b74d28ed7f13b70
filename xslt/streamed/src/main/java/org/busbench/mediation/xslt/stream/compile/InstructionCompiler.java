package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Axis;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Formula;
import org.busbench.mediation.xslt.stream.Expression.Formula.Kind;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.NodeSet;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.busbench.mediation.xslt.stream.Formulas;
import org.busbench.mediation.xslt.stream.Instruction;
import org.busbench.mediation.xslt.stream.Instruction.Apply;
import org.busbench.mediation.xslt.stream.Instruction.ApplyAll;
import org.busbench.mediation.xslt.stream.Instruction.Argument;
import org.busbench.mediation.xslt.stream.Instruction.Call;
import org.busbench.mediation.xslt.stream.Instruction.Choose;
import org.busbench.mediation.xslt.stream.Instruction.Copy;
import org.busbench.mediation.xslt.stream.Instruction.CopyOf;
import org.busbench.mediation.xslt.stream.Instruction.ForEach;
import org.busbench.mediation.xslt.stream.Instruction.LiteralElement;
import org.busbench.mediation.xslt.stream.Instruction.Markup;
import org.busbench.mediation.xslt.stream.Instruction.Sequence;
import org.busbench.mediation.xslt.stream.Instruction.SetLocal;
import org.busbench.mediation.xslt.stream.Instruction.Sorted;
import org.busbench.mediation.xslt.stream.Instruction.Sorted.SortKey;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.Instruction.WriteAttribute;
import org.busbench.mediation.xslt.stream.Instruction.WriteValue;
import org.busbench.mediation.xslt.stream.compile.ExpressionCompiler.Local;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Reads the content of one template and of its instructions. */
final class InstructionCompiler {

    private static final String PLAIN_NAME = "[A-Za-z_][A-Za-z0-9_.-]*";
    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    /** Instructions that make more than text. */
    private static final Set<String> OF_ELEMENTS =
            Set.of("element", "attribute", "copy", "copy-of", "comment", "processing-instruction");

    /** Sets of attributes inside of one another. */
    private static final int DEEPEST_SETS = 20;

    private final ProgramBuilder program;
    private Map<String, Local> locals = Map.of();
    private int slots;

    InstructionCompiler(ProgramBuilder program) {
        this.program = program;
    }

    /** How many variables and parameters it has met. */
    int slots() {
        return slots;
    }

    private ExpressionCompiler expressions(Element at) {
        return new ExpressionCompiler(program, at, locals);
    }

    Sequence content(Element of) throws NotStreamable {
        return content(StylesheetDocument.children(of));
    }

    /** A template's parameters and its content. */
    Sequence template(Element template) throws NotStreamable {
        List<Instruction> all = new ArrayList<>();
        List<Node> rest = new ArrayList<>(StylesheetDocument.children(template));
        Set<String> names = new HashSet<>();
        while (!rest.isEmpty() && isOrSpace(rest.get(0), "param")) {
            if (rest.remove(0) instanceof Element parameter) {
                all.add(variable(parameter));
                if (!names.add(parameter.getAttribute("name"))) {
                    throw new NotStreamable("two xsl:param " + parameter.getAttribute("name"));
                }
            }
        }
        all.add(content(rest));
        return all.size() == 1 ? (Sequence) all.get(0) : new Sequence(all);
    }

    private static boolean isOrSpace(Node node, String local) {
        return node instanceof Element
                ? StylesheetDocument.isXsl(node, local)
                : StylesheetDocument.isWhitespace(node.getNodeValue());
    }

    private Sequence content(List<Node> nodes) throws NotStreamable {
        Map<String, Local> outer = locals;
        try {
            return new Sequence(instructions(nodes));
        } finally {
            locals = outer;
        }
    }

    private List<Instruction> instructions(List<Node> nodes) throws NotStreamable {
        List<Instruction> all = new ArrayList<>();
        for (Node child : nodes) {
            if (!(child instanceof Element element)) {
                if (!StylesheetDocument.isWhitespace(child.getNodeValue())) {
                    all.add(text(child.getNodeValue()));
                }
            } else if (StylesheetDocument.isXsl(element)) {
                all.add(instruction(element));
            } else {
                all.add(literal(element));
            }
        }
        return all;
    }

    /** {@code xsl:variable}, or {@code xsl:param} of the template: what follows may refer to it. */
    private SetLocal variable(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "select"));
        String name = StylesheetDocument.declared(StylesheetDocument.required(element, "name"), element);
        boolean parameter = element.getLocalName().equals("param");
        Formula value = computed(element);
        locals = new HashMap<>(locals);
        locals.put(name, new Local(slots, parameter ? Kind.ANY : value.kind()));
        return new SetLocal(slots++, parameter ? name : null, value);
    }

    /** What {@code select}, or the content, makes. */
    Formula computed(Element element) throws NotStreamable {
        if (element.hasAttribute("select")) {
            StylesheetDocument.requireEmpty(element);
            return expressions(element).formula(element.getAttribute("select"));
        }
        List<Node> children = StylesheetDocument.children(element);
        if (children.stream()
                .allMatch(child ->
                        !(child instanceof Element) && StylesheetDocument.isWhitespace(child.getNodeValue()))) {
            return Formulas.constant("");
        }
        NodeList inside = element.getElementsByTagName("*");
        for (int i = 0; i < inside.getLength(); i++) {
            Node node = inside.item(i);
            if (!StylesheetDocument.isXsl(node) || OF_ELEMENTS.contains(node.getLocalName())) {
                throw new NotStreamable(
                        element.getNodeName() + " " + element.getAttribute("name") + " that holds elements");
            }
        }
        return Formulas.fragment(new Value.Written(content(element)));
    }

    private Instruction call(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name"));
        String name = StylesheetDocument.expanded(StylesheetDocument.required(element, "name"), element);
        Template template = program.named().get(name);
        if (template == null) {
            throw new NotStreamable("xsl:call-template of " + name);
        }
        List<Argument> arguments = new ArrayList<>();
        for (Element child : StylesheetDocument.elements(element)) {
            arguments.add(argument(child, arguments));
        }
        return new Call(template, arguments);
    }

    private Argument argument(Element element, List<Argument> before) throws NotStreamable {
        if (!StylesheetDocument.isXsl(element, "with-param")) {
            throw new NotStreamable(
                    element.getNodeName() + " in " + element.getParentNode().getNodeName());
        }
        StylesheetDocument.requireOnly(element, Set.of("name", "select"));
        String name = StylesheetDocument.declared(StylesheetDocument.required(element, "name"), element);
        if (before.stream().anyMatch(argument -> argument.name().equals(name))) {
            throw new NotStreamable("two xsl:with-param " + name);
        }
        return new Argument(name, computed(element));
    }

    private SortKey sortKey(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("select", "data-type", "order"));
        StylesheetDocument.requireEmpty(element);
        String type = element.hasAttribute("data-type") ? element.getAttribute("data-type") : "text";
        String order = element.hasAttribute("order") ? element.getAttribute("order") : "ascending";
        if (!Set.of("text", "number").contains(type)
                || !Set.of("ascending", "descending").contains(order)) {
            throw new NotStreamable("xsl:sort data-type='" + type + "' order='" + order + "'");
        }
        String key = element.hasAttribute("select") ? element.getAttribute("select") : ".";
        return new SortKey(expressions(element).formula(key), type.equals("number"), order.equals("descending"));
    }

    private Instruction forEach(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("select"));
        NodeSet selection = expressions(element).selection(StylesheetDocument.required(element, "select"));
        List<SortKey> keys = new ArrayList<>();
        List<Node> rest = new ArrayList<>(StylesheetDocument.children(element));
        while (!rest.isEmpty() && isOrSpace(rest.get(0), "sort")) {
            if (rest.remove(0) instanceof Element sort) {
                keys.add(sortKey(sort));
            }
        }
        Sequence content = content(rest);
        return new ForEach(new Sorted(selection, keys), content);
    }

    /** {@code xsl:comment} and {@code xsl:processing-instruction}. */
    private Instruction markup(Element element) throws NotStreamable {
        if (element.getLocalName().equals("comment")) {
            StylesheetDocument.requireOnly(element, Set.of());
            return new Markup("<!--", string(element), "-->");
        }
        StylesheetDocument.requireOnly(element, Set.of("name"));
        String name = StylesheetDocument.required(element, "name");
        if (!name.matches(PLAIN_NAME) || name.equalsIgnoreCase("xml")) {
            throw new NotStreamable("xsl:processing-instruction name='" + name + "'");
        }
        return new Markup("<?" + name, string(element), "?>");
    }

    private Instruction element(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name", "use-attribute-sets"));
        String name = StylesheetDocument.required(element, "name");
        Map<String, String> bound = StylesheetDocument.namespaces(element);
        int colon = name.indexOf(':');
        String prefix = colon < 0 ? "" : name.substring(0, colon);
        Map<String, String> own = bound.containsKey(prefix) ? Map.of(prefix, bound.get(prefix)) : Map.of();
        Sequence content = withSets(element, element.getAttribute("use-attribute-sets"));
        StylesheetDocument.declared(name, element);
        if (name.equals("xmlns")) {
            throw new NotStreamable("xsl:element name='xmlns'");
        }
        return new LiteralElement(program.newSlot(), name, own.isEmpty(), own, List.of(), content);
    }

    /** The content of an element after the attributes of the sets that it uses. */
    private Sequence withSets(Element element, String sets) throws NotStreamable {
        Sequence content = content(element);
        List<Instruction> attributes = new ArrayList<>();
        addSets(element, sets, attributes, 0);
        if (attributes.isEmpty()) {
            return content;
        }
        attributes.add(content);
        return new Sequence(attributes);
    }

    /** Refuses a set of attributes that holds something else. */
    void requireAttributes(Element set) throws NotStreamable {
        for (Element child : StylesheetDocument.elements(set)) {
            if (!StylesheetDocument.isXsl(child, "attribute")) {
                throw new NotStreamable(child.getNodeName() + " in " + set.getNodeName());
            }
        }
        addSets(set, set.getAttribute("use-attribute-sets"), new ArrayList<>(), 0);
        instructions(new ArrayList<>(StylesheetDocument.elements(set)));
        if (slots > 0) {
            throw new NotStreamable(set.getNodeName() + " that holds variables");
        }
    }

    private void addSets(Element at, String sets, List<Instruction> to, int depth) throws NotStreamable {
        for (String name : StylesheetDocument.tokens(sets)) {
            Element set = program.attributeSets().get(StylesheetDocument.expanded(name, at));
            if (set == null || depth > DEEPEST_SETS) {
                throw new NotStreamable("the attribute set " + name);
            }
            addSets(set, set.getAttribute("use-attribute-sets"), to, depth + 1);
            to.addAll(new InstructionCompiler(program).instructions(new ArrayList<>(StylesheetDocument.elements(set))));
        }
    }

    private static Instruction text(String text) {
        return new WriteValue(new Value.Constant(new Literal(text)));
    }

    private Instruction instruction(Element element) throws NotStreamable {
        ExpressionCompiler expressions = expressions(element);
        return switch (element.getLocalName()) {
            case "apply-templates" -> apply(element, expressions);
            case "attribute" -> attribute(element);
            case "call-template" -> call(element);
            case "comment", "processing-instruction" -> markup(element);
            case "element" -> element(element);
            case "variable" -> variable(element);
            case "choose" -> choose(element);
            case "copy" -> {
                StylesheetDocument.requireOnly(element, Set.of("use-attribute-sets"));
                yield new Copy(withSets(element, element.getAttribute("use-attribute-sets")));
            }
            case "copy-of" -> {
                StylesheetDocument.requireOnly(element, Set.of("select"));
                StylesheetDocument.requireEmpty(element);
                Formula of = expressions.formula(StylesheetDocument.required(element, "select"));
                if (of.kind() != Kind.NODES) {
                    if (of.kind() == Kind.ANY) {
                        throw new NotStreamable("xsl:copy-of of what a caller gives");
                    }
                    yield new WriteValue(new Value.Of(of));
                }
                yield new CopyOf(expressions.selection(element.getAttribute("select")));
            }
            case "for-each" -> forEach(element);
            case "if" -> {
                StylesheetDocument.requireOnly(element, Set.of("test"));
                yield new Choose(
                        expressions.condition(StylesheetDocument.required(element, "test")),
                        content(element),
                        new Sequence(List.of()));
            }
            case "text" -> text(unescaped(element));
            case "value-of" -> new WriteValue(valueOf(element));
            default -> throw new NotStreamable(element.getNodeName());
        };
    }

    private static String unescaped(Element text) throws NotStreamable {
        requireEscaping(text, Set.of("disable-output-escaping"));
        StringBuilder content = new StringBuilder();
        for (Node child : StylesheetDocument.children(text)) {
            if (child instanceof Element) {
                throw new NotStreamable(child.getNodeName() + " in " + text.getNodeName());
            }
            content.append(child.getNodeValue());
        }
        return content.toString();
    }

    private static void requireEscaping(Element element, Set<String> known) throws NotStreamable {
        StylesheetDocument.requireOnly(element, known);
        String disabled = element.getAttribute("disable-output-escaping");
        if (element.hasAttribute("disable-output-escaping") && !disabled.equals("no")) {
            throw new NotStreamable("disable-output-escaping on " + element.getNodeName());
        }
    }

    private Value valueOf(Element element) throws NotStreamable {
        requireEscaping(element, Set.of("select", "disable-output-escaping"));
        StylesheetDocument.requireEmpty(element);
        return expressions(element).value(StylesheetDocument.required(element, "select"));
    }

    private Instruction apply(Element element, ExpressionCompiler expressions) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("select", "mode"));
        int mode = element.hasAttribute("mode")
                ? program.mode(StylesheetDocument.declared(element.getAttribute("mode"), element))
                : 0;
        List<SortKey> keys = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        for (Element child : StylesheetDocument.elements(element)) {
            if (StylesheetDocument.isXsl(child, "sort")) {
                keys.add(sortKey(child));
            } else {
                arguments.add(argument(child, arguments));
            }
        }
        boolean simple = keys.isEmpty() && arguments.isEmpty();
        if (simple && !element.hasAttribute("select")) {
            return new Apply(null, program.allChildren(), mode);
        }
        NodeSet selection = element.hasAttribute("select")
                ? expressions.selection(element.getAttribute("select"))
                : new NodeSet(List.of(program.allChildren()));
        Step attributes = null;
        Step rest = null;
        for (Step path : selection.paths()) {
            simple &= path.axis() != Axis.SELF;
            if (path.axis() == Axis.ATTRIBUTE) {
                attributes = path;
            } else {
                rest = path;
            }
        }
        return simple && selection.formula() == null
                ? new Apply(attributes, rest, mode)
                : new ApplyAll(new Sorted(selection, keys), arguments, mode);
    }

    private Instruction choose(Element choose) throws NotStreamable {
        List<Element> branches = branches(choose);
        Instruction otherwise = new Sequence(List.of());
        for (int i = branches.size() - 1; i >= 0; i--) {
            Element branch = branches.get(i);
            if (StylesheetDocument.isXsl(branch, "otherwise")) {
                StylesheetDocument.requireOnly(branch, Set.of());
                otherwise = content(branch);
            } else {
                otherwise = new Choose(test(branch), content(branch), otherwise);
            }
        }
        return otherwise;
    }

    /** The branches: one {@code when} or more, and at the end an {@code otherwise} or none. */
    private static List<Element> branches(Element choose) throws NotStreamable {
        StylesheetDocument.requireOnly(choose, Set.of());
        List<Element> branches = StylesheetDocument.elements(choose);
        for (int i = 0; i < branches.size(); i++) {
            boolean last = i > 0 && i == branches.size() - 1;
            if (!StylesheetDocument.isXsl(branches.get(i), "when")
                    && !(last && StylesheetDocument.isXsl(branches.get(i), "otherwise"))) {
                throw new NotStreamable(branches.get(i).getNodeName() + " as part " + (i + 1) + " of xsl:choose");
            }
        }
        if (branches.isEmpty()) {
            throw new NotStreamable("xsl:choose without xsl:when");
        }
        return branches;
    }

    private Condition test(Element when) throws NotStreamable {
        StylesheetDocument.requireOnly(when, Set.of("test"));
        return expressions(when).condition(StylesheetDocument.required(when, "test"));
    }

    private Instruction attribute(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name"));
        String name = StylesheetDocument.required(element, "name");
        if (!name.matches(PLAIN_NAME) || name.equals("xmlns")) {
            throw new NotStreamable("xsl:attribute name='" + name + "'");
        }
        return new WriteAttribute(name, new Literal(name + "=\""), string(element));
    }

    /** Content that is to be a text. */
    private Value string(Element of) throws NotStreamable {
        List<Node> children = StylesheetDocument.children(of);
        List<Value> parts = new ArrayList<>();
        for (Node child : children) {
            if (!(child instanceof Element element)) {
                if (!StylesheetDocument.isWhitespace(child.getNodeValue())) {
                    parts.add(new Value.Constant(new Literal(child.getNodeValue())));
                }
            } else if (StylesheetDocument.isXsl(element, "text")) {
                parts.add(new Value.Constant(new Literal(unescaped(element))));
            } else if (StylesheetDocument.isXsl(element, "value-of")) {
                parts.add(valueOf(element));
            } else {
                return new Value.Written(content(children));
            }
        }
        return new Value.Concat(parts);
    }

    /** A literal result element (XSLT 1.0 section 7.1.1). */
    private LiteralElement literal(Element element) throws NotStreamable {
        Map<String, String> own = StylesheetDocument.namespaces(element);
        Set<String> excluded = StylesheetDocument.excludedNamespaces(element);
        own.values().removeIf(excluded::contains);
        bind(own, element);
        List<LiteralElement.Attribute> attributes = new ArrayList<>();
        for (Attr attribute : StylesheetDocument.attributes(element)) {
            if (StylesheetDocument.XSL.equals(attribute.getNamespaceURI())) {
                if (!Set.of("exclude-result-prefixes", "use-attribute-sets").contains(attribute.getLocalName())) {
                    throw new NotStreamable(attribute.getName() + " on " + element.getNodeName());
                }
                continue;
            }
            if (attribute.getName().equals("xml:space") || attribute.getName().equals("xml:base")) {
                throw new NotStreamable(attribute.getName() + " on " + element.getNodeName());
            }
            bind(own, attribute);
            attributes.add(attribute(element, attribute));
        }
        boolean inNone = element.getNamespaceURI() == null;
        int slot = program.newSlot();
        Sequence content = withSets(element, element.getAttributeNS(StylesheetDocument.XSL, "use-attribute-sets"));
        if (!attributes.isEmpty() && element.hasAttributeNS(StylesheetDocument.XSL, "use-attribute-sets")) {
            throw new NotStreamable("attributes and xsl:use-attribute-sets on " + element.getNodeName());
        }
        return new LiteralElement(slot, element.getNodeName(), inNone, own, attributes, content);
    }

    private static void bind(Map<String, String> own, Node named) {
        String namespace = named.getNamespaceURI();
        if (namespace != null && !namespace.equals(XML)) {
            own.put(named.getPrefix() == null ? "" : named.getPrefix(), namespace);
        }
    }

    private LiteralElement.Attribute attribute(Element element, Attr attribute) throws NotStreamable {
        String namespace = attribute.getNamespaceURI() == null ? "" : attribute.getNamespaceURI();
        String local = attribute.getLocalName();
        return new LiteralElement.Attribute(
                new NameTest(namespace, local),
                new Literal(attribute.getName() + "=\""),
                expressions(element).valueTemplate(attribute.getValue()));
    }
}
