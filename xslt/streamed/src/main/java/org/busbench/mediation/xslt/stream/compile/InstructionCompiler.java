package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.busbench.mediation.xslt.stream.Instruction;
import org.busbench.mediation.xslt.stream.Instruction.Apply;
import org.busbench.mediation.xslt.stream.Instruction.Choose;
import org.busbench.mediation.xslt.stream.Instruction.Copy;
import org.busbench.mediation.xslt.stream.Instruction.CopyOf;
import org.busbench.mediation.xslt.stream.Instruction.ForEach;
import org.busbench.mediation.xslt.stream.Instruction.LiteralElement;
import org.busbench.mediation.xslt.stream.Instruction.Sequence;
import org.busbench.mediation.xslt.stream.Instruction.WriteAttribute;
import org.busbench.mediation.xslt.stream.Instruction.WriteValue;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads the content of templates and instructions. */
final class InstructionCompiler {

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private final ProgramBuilder program;

    InstructionCompiler(ProgramBuilder program) {
        this.program = program;
    }

    Sequence content(Element of) throws NotStreamable {
        List<Instruction> all = new ArrayList<>();
        for (Node child : StylesheetDocument.children(of)) {
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
        return new Sequence(all);
    }

    private static Instruction text(String text) {
        return new WriteValue(new Value.Constant(new Literal(text)));
    }

    private Instruction instruction(Element element) throws NotStreamable {
        ExpressionCompiler expressions = new ExpressionCompiler(program, element);
        return switch (element.getLocalName()) {
            case "apply-templates" -> apply(element, expressions);
            case "attribute" -> attribute(element);
            case "choose" -> choose(element);
            case "copy" -> {
                StylesheetDocument.requireOnly(element, Set.of());
                yield new Copy(content(element));
            }
            case "copy-of" -> {
                StylesheetDocument.requireOnly(element, Set.of("select"));
                StylesheetDocument.requireEmpty(element);
                yield new CopyOf(expressions.selection(StylesheetDocument.required(element, "select")));
            }
            case "for-each" -> {
                StylesheetDocument.requireOnly(element, Set.of("select"));
                yield new ForEach(
                        expressions.selection(StylesheetDocument.required(element, "select")), content(element));
            }
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
        return new ExpressionCompiler(program, element).value(StylesheetDocument.required(element, "select"));
    }

    private Apply apply(Element element, ExpressionCompiler expressions) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("select", "mode"));
        StylesheetDocument.requireEmpty(element);
        int mode = element.hasAttribute("mode")
                ? program.mode(StylesheetDocument.declared(element.getAttribute("mode"), element))
                : 0;
        if (!element.hasAttribute("select")) {
            return new Apply(null, program.allChildren(), mode);
        }
        Step attributes = null;
        Step rest = null;
        for (Step path : expressions.selection(element.getAttribute("select")).paths()) {
            if (path.axis() == Step.Axis.SELF) {
                throw new NotStreamable(
                        "xsl:apply-templates that does not go down, select='" + element.getAttribute("select") + "'");
            }
            if (path.axis() == Step.Axis.ATTRIBUTE) {
                attributes = path;
            } else {
                rest = path;
            }
        }
        return new Apply(attributes, rest, mode);
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
        return new ExpressionCompiler(program, when).condition(StylesheetDocument.required(when, "test"));
    }

    private Instruction attribute(Element element) throws NotStreamable {
        StylesheetDocument.requireOnly(element, Set.of("name"));
        String name = StylesheetDocument.required(element, "name");
        if (!name.matches("[A-Za-z_][A-Za-z0-9_.-]*") || name.equals("xmlns")) {
            throw new NotStreamable("xsl:attribute name='" + name + "'");
        }
        return new WriteAttribute(name, new Literal(name + "=\""), string(element));
    }

    /** The content of an attribute: texts only. */
    private Value string(Element of) throws NotStreamable {
        List<Value> parts = new ArrayList<>();
        for (Node child : StylesheetDocument.children(of)) {
            if (!(child instanceof Element element)) {
                if (!StylesheetDocument.isWhitespace(child.getNodeValue())) {
                    parts.add(new Value.Constant(new Literal(child.getNodeValue())));
                }
            } else if (StylesheetDocument.isXsl(element, "text")) {
                parts.add(new Value.Constant(new Literal(unescaped(element))));
            } else if (StylesheetDocument.isXsl(element, "value-of")) {
                parts.add(valueOf(element));
            } else if (StylesheetDocument.isXsl(element, "if")) {
                parts.add(new Value.Either(test(element), string(element), new Value.Concat(List.of())));
            } else if (StylesheetDocument.isXsl(element, "choose")) {
                parts.add(chosen(element));
            } else {
                throw new NotStreamable(element.getNodeName() + " in xsl:attribute");
            }
        }
        return new Value.Concat(parts);
    }

    private Value chosen(Element choose) throws NotStreamable {
        List<Element> branches = branches(choose);
        Value otherwise = new Value.Concat(List.of());
        for (int i = branches.size() - 1; i >= 0; i--) {
            Element branch = branches.get(i);
            if (StylesheetDocument.isXsl(branch, "otherwise")) {
                StylesheetDocument.requireOnly(branch, Set.of());
                otherwise = string(branch);
            } else {
                otherwise = new Value.Either(test(branch), string(branch), otherwise);
            }
        }
        return otherwise;
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
                if (!attribute.getLocalName().equals("exclude-result-prefixes")) {
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
        return new LiteralElement(slot, element.getNodeName(), inNone, own, attributes, content(element));
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
                new ExpressionCompiler(program, element).valueTemplate(attribute.getValue()));
    }
}
