package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads the content of templates and instructions. */
final class ContentReader {

    private final Draft draft;

    ContentReader(Draft draft) {
        this.draft = draft;
    }

    Content content(Element of) throws NotStreamable {
        List<Instruction> all = new ArrayList<>();
        for (Node child : Markup.children(of)) {
            if (!(child instanceof Element element)) {
                if (!Markup.isSpace(child.getNodeValue())) {
                    all.add(text(child.getNodeValue()));
                }
            } else if (Markup.isXsl(element)) {
                all.add(instruction(element));
            } else {
                all.add(new LiteralReader(draft, this).read(element));
            }
        }
        return new Content(all);
    }

    private static Instruction text(String text) {
        return new WriteValue(new Value.Constant(new Literal(text)));
    }

    private Instruction instruction(Element element) throws NotStreamable {
        ExpressionReader expressions = new ExpressionReader(draft, element);
        return switch (element.getLocalName()) {
            case "apply-templates" -> apply(element, expressions);
            case "attribute" -> attribute(element);
            case "choose" -> choose(element);
            case "copy" -> {
                Markup.requireOnly(element, Set.of());
                yield new Copy(content(element));
            }
            case "copy-of" -> {
                Markup.requireOnly(element, Set.of("select"));
                requireEmpty(element);
                yield new CopyOf(expressions.selection(Markup.required(element, "select")));
            }
            case "for-each" -> {
                Markup.requireOnly(element, Set.of("select"));
                yield new ForEach(expressions.selection(Markup.required(element, "select")), content(element));
            }
            case "if" -> {
                Markup.requireOnly(element, Set.of("test"));
                yield new Choose(
                        expressions.condition(Markup.required(element, "test")),
                        content(element),
                        new Content(List.of()));
            }
            case "text" -> text(unescaped(element));
            case "value-of" -> new WriteValue(valueOf(element));
            default -> throw new NotStreamable(element.getNodeName());
        };
    }

    private static void requireEmpty(Element element) throws NotStreamable {
        if (!Markup.elements(element).isEmpty()) {
            throw new NotStreamable(Markup.elements(element).get(0).getNodeName() + " in " + element.getNodeName());
        }
    }

    private static String unescaped(Element text) throws NotStreamable {
        requireEscaping(text, Set.of("disable-output-escaping"));
        StringBuilder content = new StringBuilder();
        for (Node child : Markup.children(text)) {
            content.append(child.getNodeValue());
        }
        return content.toString();
    }

    private static void requireEscaping(Element element, Set<String> known) throws NotStreamable {
        Markup.requireOnly(element, known);
        String disabled = element.getAttribute("disable-output-escaping");
        if (!disabled.isEmpty() && !disabled.equals("no")) {
            throw new NotStreamable("disable-output-escaping on " + element.getNodeName());
        }
    }

    private Value valueOf(Element element) throws NotStreamable {
        requireEscaping(element, Set.of("select", "disable-output-escaping"));
        requireEmpty(element);
        return new ExpressionReader(draft, element).value(Markup.required(element, "select"));
    }

    private Apply apply(Element element, ExpressionReader expressions) throws NotStreamable {
        Markup.requireOnly(element, Set.of("select", "mode"));
        requireEmpty(element);
        int mode =
                element.hasAttribute("mode") ? draft.mode(Markup.expanded(element.getAttribute("mode"), element)) : 0;
        if (!element.hasAttribute("select")) {
            return new Apply(null, draft.allChildren(), mode);
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
        Markup.requireOnly(choose, Set.of());
        List<Element> branches = Markup.elements(choose);
        Instruction otherwise = new Content(List.of());
        for (int i = branches.size() - 1; i >= 0; i--) {
            Element branch = branches.get(i);
            if (Markup.isXsl(branch, "otherwise")) {
                Markup.requireOnly(branch, Set.of());
                otherwise = content(branch);
            } else {
                otherwise = new Choose(test(branch), content(branch), otherwise);
            }
        }
        return otherwise;
    }

    private Condition test(Element when) throws NotStreamable {
        if (!Markup.isXsl(when, "when") && !Markup.isXsl(when, "if")) {
            throw new NotStreamable(when.getNodeName() + " in xsl:choose");
        }
        Markup.requireOnly(when, Set.of("test"));
        return new ExpressionReader(draft, when).condition(Markup.required(when, "test"));
    }

    private Instruction attribute(Element element) throws NotStreamable {
        Markup.requireOnly(element, Set.of("name"));
        String name = Markup.required(element, "name");
        if (!name.matches("[A-Za-z_][A-Za-z0-9_.-]*") || name.equals("xmlns")) {
            throw new NotStreamable("xsl:attribute name='" + name + "'");
        }
        return new WriteAttribute(name, new Literal(name + "=\""), string(element));
    }

    /** The content of an attribute: texts only. */
    private Value string(Element of) throws NotStreamable {
        List<Value> parts = new ArrayList<>();
        for (Node child : Markup.children(of)) {
            if (!(child instanceof Element element)) {
                if (!Markup.isSpace(child.getNodeValue())) {
                    parts.add(new Value.Constant(new Literal(child.getNodeValue())));
                }
            } else if (Markup.isXsl(element, "text")) {
                parts.add(new Value.Constant(new Literal(unescaped(element))));
            } else if (Markup.isXsl(element, "value-of")) {
                parts.add(valueOf(element));
            } else if (Markup.isXsl(element, "if")) {
                parts.add(new Value.Either(test(element), string(element), new Value.Concat(List.of())));
            } else if (Markup.isXsl(element, "choose")) {
                parts.add(chosen(element));
            } else {
                throw new NotStreamable(element.getNodeName() + " in xsl:attribute");
            }
        }
        return new Value.Concat(parts);
    }

    private Value chosen(Element choose) throws NotStreamable {
        Markup.requireOnly(choose, Set.of());
        List<Element> branches = Markup.elements(choose);
        Value otherwise = new Value.Concat(List.of());
        for (int i = branches.size() - 1; i >= 0; i--) {
            Element branch = branches.get(i);
            if (Markup.isXsl(branch, "otherwise")) {
                Markup.requireOnly(branch, Set.of());
                otherwise = string(branch);
            } else {
                otherwise = new Value.Either(test(branch), string(branch), otherwise);
            }
        }
        return otherwise;
    }
}
