package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.NodeSet;
import org.busbench.mediation.xslt.stream.Expression.NodeTest;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Expression.Step.Axis;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.jaxen.JaxenException;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.DefaultXPathFactory;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.LogicalExpr;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.w3c.dom.Element;

/** Reads the expressions of one element of a stylesheet. */
final class ExpressionCompiler {

    private final ProgramBuilder program;
    private final Element at;
    private final Map<String, String> namespaces;

    ExpressionCompiler(ProgramBuilder program, Element at) {
        this.program = program;
        this.at = at;
        this.namespaces = StylesheetDocument.prefixes(at);
    }

    /** The syntax tree of an expression. */
    static Expr parsed(String expression) throws NotStreamable {
        try {
            return XPathSyntax.unwrap(XPathSyntax.parse(expression, new DefaultXPathFactory()));
        } catch (JaxenException e) {
            throw new NotStreamable("the expression " + expression);
        }
    }

    NodeSet selection(String expression) throws NotStreamable {
        return selection(parsed(expression));
    }

    Value value(String expression) throws NotStreamable {
        return value(parsed(expression));
    }

    Condition condition(String expression) throws NotStreamable {
        return condition(parsed(expression));
    }

    /** An attribute's value with expressions in braces (XSLT 1.0 section 7.6.2). */
    Value valueTemplate(String template) throws NotStreamable {
        List<Value> parts = new ArrayList<>();
        StringBuilder fixed = new StringBuilder();
        int i = 0;
        while (i < template.length()) {
            char c = template.charAt(i);
            boolean twice = i + 1 < template.length() && template.charAt(i + 1) == c;
            if (c == '{' && !twice) {
                int end = closing(template, i + 1);
                parts.add(new Value.Constant(new Literal(fixed.toString())));
                fixed.setLength(0);
                parts.add(value(template.substring(i + 1, end)));
                i = end + 1;
            } else if (c == '}' && !twice) {
                throw new NotStreamable("the attribute value template " + template);
            } else {
                fixed.append(c);
                i += (c == '{' || c == '}') && twice ? 2 : 1;
            }
        }
        parts.add(new Value.Constant(new Literal(fixed.toString())));
        parts.removeIf(part -> part instanceof Value.Constant constant
                && constant.literal().text().isEmpty());
        return parts.size() == 1 ? parts.get(0) : new Value.Concat(parts);
    }

    private static int closing(String template, int from) throws NotStreamable {
        char quote = 0;
        for (int i = from; i < template.length(); i++) {
            char c = template.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '}') {
                return i;
            }
        }
        throw new NotStreamable("the attribute value template " + template);
    }

    private Value value(Expr expr) throws NotStreamable {
        if (expr instanceof LiteralExpr literal) {
            return new Value.Constant(new Literal(literal.getLiteral()));
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return global(variable);
        }
        if (expr instanceof FunctionCallExpr call) {
            return call(call);
        }
        if (expr instanceof LocationPath || expr instanceof UnionExpr) {
            NodeSet selection = selection(expr);
            return isSelf(selection) ? new Value.Own() : new Value.First(selection);
        }
        throw new NotStreamable("the expression " + expr.getText());
    }

    private Value global(VariableReferenceExpr variable) throws NotStreamable {
        boolean prefixed = XPathSyntax.isPrefixed(variable.getPrefix());
        String name = prefixed ? variable.getPrefix() + ":" + variable.getVariableName() : variable.getVariableName();
        int index = program.global(StylesheetDocument.expanded(name, at));
        if (index < 0) {
            throw new NotStreamable("the variable $" + name);
        }
        return new Value.Global(index);
    }

    private Value call(FunctionCallExpr call) throws NotStreamable {
        List<?> arguments = call.getParameters();
        boolean standard = !XPathSyntax.isPrefixed(call.getPrefix());
        String name = standard ? call.getFunctionName() + "/" + arguments.size() : call.getText();
        switch (name) {
            case "string/0" -> {
                return new Value.Own();
            }
            case "string/1" -> {
                return argument(arguments, 0);
            }
            case "normalize-space/0" -> {
                return new Value.Normalized(new Value.Own());
            }
            case "normalize-space/1" -> {
                return new Value.Normalized(argument(arguments, 0));
            }
            case "local-name/0" -> {
                return new Value.LocalName();
            }
            case "substring-before/2" -> {
                String end = literal(call, 1);
                return new Value.Computed(
                        argument(arguments, 0), text -> text.substring(0, Math.max(0, text.indexOf(end))));
            }
            case "substring-after/2" -> {
                String start = literal(call, 1);
                return new Value.Computed(argument(arguments, 0), text -> {
                    int at = text.indexOf(start);
                    return at < 0 ? "" : text.substring(at + start.length());
                });
            }
            case "translate/3" -> {
                int[] from = literal(call, 1).codePoints().toArray();
                int[] to = literal(call, 2).codePoints().toArray();
                return new Value.Computed(argument(arguments, 0), text -> translated(text, from, to));
            }
            default -> {
                if (standard && call.getFunctionName().equals("concat") && arguments.size() > 1) {
                    List<Value> parts = new ArrayList<>();
                    for (int i = 0; i < arguments.size(); i++) {
                        parts.add(argument(arguments, i));
                    }
                    return new Value.Concat(parts);
                }
                throw new NotStreamable("the function in " + call.getText());
            }
        }
    }

    /** An argument that the stylesheet states: looking for a string of the message in another could cost the product of their lengths. */
    private static String literal(FunctionCallExpr call, int index) throws NotStreamable {
        if (XPathSyntax.unwrap((Expr) call.getParameters().get(index)) instanceof LiteralExpr literal) {
            return literal.getLiteral();
        }
        throw new NotStreamable("the function in " + call.getText());
    }

    /** XPath 1.0 section 4.2; characters are code points. */
    private static String translated(String text, int[] from, int[] to) {
        StringBuilder translated = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int at = 0;
            while (at < from.length && from[at] != c) {
                at++;
            }
            if (at == from.length) {
                translated.appendCodePoint(c);
            } else if (at < to.length) {
                translated.appendCodePoint(to[at]);
            }
        });
        return translated.toString();
    }

    private Value argument(List<?> arguments, int index) throws NotStreamable {
        return value(XPathSyntax.unwrap((Expr) arguments.get(index)));
    }

    Condition condition(Expr expr) throws NotStreamable {
        if (expr instanceof LogicalExpr logical) {
            Condition left = condition(XPathSyntax.unwrap(logical.getLHS()));
            Condition right = condition(XPathSyntax.unwrap(logical.getRHS()));
            boolean and = logical.getOperator().equals("and");
            return !and && left instanceof Condition.Named one && right instanceof Condition.Named other
                    ? new Condition.Named(one.names() | other.names())
                    : new Condition.Both(left, right, and);
        }
        if (expr instanceof EqualityExpr equality) {
            return comparison(equality);
        }
        if (expr instanceof FunctionCallExpr call && !XPathSyntax.isPrefixed(call.getPrefix())) {
            return tested(call);
        }
        if (expr instanceof LocationPath || expr instanceof UnionExpr) {
            return exists(selection(expr));
        }
        throw new NotStreamable("the test " + expr.getText());
    }

    private Condition tested(FunctionCallExpr call) throws NotStreamable {
        List<?> arguments = call.getParameters();
        return switch (call.getFunctionName() + "/" + arguments.size()) {
            case "not/1" -> new Condition.Not(condition(XPathSyntax.unwrap((Expr) arguments.get(0))));
            case "contains/2" -> {
                String part = literal(call, 1);
                yield new Condition.Matches(argument(arguments, 0), text -> text.contains(part));
            }
            case "starts-with/2" -> {
                String start = literal(call, 1);
                yield new Condition.Matches(argument(arguments, 0), text -> text.startsWith(start));
            }
            default -> throw new NotStreamable("the test " + call.getText());
        };
    }

    private Condition comparison(EqualityExpr equality) throws NotStreamable {
        Expr left = XPathSyntax.unwrap(equality.getLHS());
        Expr right = XPathSyntax.unwrap(equality.getRHS());
        boolean equal = equality.getOperator().equals("=");
        if (right instanceof LocationPath) {
            Expr swapped = left;
            left = right;
            right = swapped;
        }
        if (!isString(right) || !(left instanceof LocationPath || isString(left))) {
            throw new NotStreamable("the comparison " + equality.getText());
        }
        if (left instanceof LocationPath) {
            return new Condition.Compares(selection(left).paths().get(0), value(right), equal);
        }
        return new Condition.Same(value(left), value(right), equal);
    }

    private static boolean isString(Expr expr) {
        return expr instanceof LiteralExpr || expr instanceof VariableReferenceExpr || expr instanceof FunctionCallExpr;
    }

    /** Whether it is the dot. */
    static boolean isSelf(NodeSet selection) {
        Step path = selection.paths().get(0);
        return path.axis() == Axis.SELF && path.test() == null && path.next() == null;
    }

    NodeSet selection(Expr expr) throws NotStreamable {
        if (expr instanceof UnionExpr union) {
            return union(union);
        }
        if (expr instanceof LocationPath path) {
            return new NodeSet(List.of(path(path)));
        }
        throw new NotStreamable("the path " + expr.getText());
    }

    /** The test whether it leads anywhere. */
    Condition exists(NodeSet selection) {
        Step path = selection.paths().get(0);
        boolean named = selection.paths().size() == 1
                && path.axis() == Axis.SELF
                && path.test() != null
                && !path.test().text()
                && path.excluded() == 0
                && path.conditions().isEmpty()
                && path.next() == null;
        return named ? new Condition.Named(path.test().names()) : new Condition.Exists(selection);
    }

    /** Single steps to attributes and to children: the attributes come first in document order. */
    private NodeSet union(UnionExpr union) throws NotStreamable {
        List<Step> all = new ArrayList<>();
        flatten(union, all);
        Step attributes = null;
        Step children = null;
        for (Step step : all) {
            boolean simple = step.next() == null
                    && step.position() == 0
                    && step.excluded() == 0
                    && step.conditions().isEmpty();
            if (!simple || (step.axis() != Axis.ATTRIBUTE && step.axis() != Axis.CHILD)) {
                throw new NotStreamable("the union " + union.getText());
            }
            if (step.axis() == Axis.ATTRIBUTE) {
                attributes = attributes == null ? step : merged(attributes, step);
            } else {
                children = children == null ? step : merged(children, step);
            }
        }
        List<Step> paths = new ArrayList<>();
        if (attributes != null) {
            paths.add(attributes);
        }
        if (children != null) {
            paths.add(children);
        }
        return new NodeSet(paths);
    }

    private void flatten(UnionExpr union, List<Step> to) throws NotStreamable {
        for (Expr side : List.of(union.getLHS(), union.getRHS())) {
            Expr bare = XPathSyntax.unwrap(side);
            if (bare instanceof UnionExpr inner) {
                flatten(inner, to);
            } else if (bare instanceof LocationPath path) {
                to.add(path(path));
            } else {
                throw new NotStreamable("the union " + union.getText());
            }
        }
    }

    private static Step merged(Step one, Step other) {
        return new Step(one.axis(), one.test().or(other.test()), 0, 0, List.of(), null);
    }

    private Step path(LocationPath path) throws NotStreamable {
        if (path.isAbsolute()) {
            throw new NotStreamable("the path " + path.getText() + " from the document");
        }
        List<Step> steps = new ArrayList<>();
        boolean anywhere = false;
        for (Object each : path.getSteps()) {
            org.jaxen.expr.Step step = (org.jaxen.expr.Step) each;
            boolean unconditional = step.getPredicates().isEmpty();
            if (step instanceof AllNodeStep && step.getAxis() == org.jaxen.saxpath.Axis.SELF && unconditional) {
                continue;
            }
            if (step instanceof AllNodeStep
                    && step.getAxis() == org.jaxen.saxpath.Axis.DESCENDANT_OR_SELF
                    && unconditional) {
                anywhere = true;
                continue;
            }
            steps.add(step(step, anywhere, path));
            anywhere = false;
        }
        if (anywhere) {
            throw new NotStreamable("the path " + path.getText());
        }
        if (steps.isEmpty()) {
            return new Step(Axis.SELF, null, 0, 0, List.of(), null);
        }
        requireOrder(steps, path);
        Step rest = null;
        for (int i = steps.size() - 1; i >= 0; i--) {
            rest = steps.get(i).before(rest);
        }
        return rest;
    }

    /** Refuses steps below descendants, whose nodes would not come in document order; attributes do. */
    private static void requireOrder(List<Step> steps, LocationPath path) throws NotStreamable {
        for (int i = 0; i < steps.size() - 1; i++) {
            boolean endsHere = i == steps.size() - 2 && steps.get(i + 1).axis() == Axis.ATTRIBUTE;
            if (steps.get(i).axis() == Axis.DESCENDANT && !endsHere) {
                throw new NotStreamable("the path " + path.getText() + " that goes on from descendants");
            }
        }
    }

    private Step step(org.jaxen.expr.Step step, boolean anywhere, LocationPath path) throws NotStreamable {
        Axis axis = axis(step.getAxis(), anywhere, path);
        int position = 0;
        long excluded = 0;
        List<Condition> conditions = new ArrayList<>();
        for (int i = 0; i < step.getPredicates().size(); i++) {
            Expr predicate =
                    XPathSyntax.unwrap(((Predicate) step.getPredicates().get(i)).getExpr());
            if (predicate instanceof NumberExpr number) {
                position = position(number, path);
                if (i > 0 || axis != Axis.CHILD || step.getPredicates().size() > 1) {
                    throw new NotStreamable("the position in " + path.getText());
                }
                continue;
            }
            Condition condition = condition(predicate);
            if (condition instanceof Condition.Not not && not.of() instanceof Condition.Named named) {
                excluded |= named.names();
            } else {
                conditions.add(condition);
            }
        }
        return new Step(axis, test(step, path), excluded, position, conditions, null);
    }

    private static int position(NumberExpr number, LocationPath path) throws NotStreamable {
        double position = number.getNumber().doubleValue();
        if (position < 1 || position > 1_000_000 || position != Math.rint(position)) {
            throw new NotStreamable("the position in " + path.getText());
        }
        return (int) position;
    }

    private static Axis axis(int axis, boolean anywhere, LocationPath path) throws NotStreamable {
        if (axis == org.jaxen.saxpath.Axis.CHILD) {
            return anywhere ? Axis.DESCENDANT : Axis.CHILD;
        }
        if (anywhere) {
            throw new NotStreamable("the path " + path.getText());
        }
        return switch (axis) {
            case org.jaxen.saxpath.Axis.SELF -> Axis.SELF;
            case org.jaxen.saxpath.Axis.DESCENDANT -> Axis.DESCENDANT;
            case org.jaxen.saxpath.Axis.ATTRIBUTE -> Axis.ATTRIBUTE;
            default -> throw new NotStreamable("the path " + path.getText() + " that does not go down");
        };
    }

    private NodeTest test(org.jaxen.expr.Step step, LocationPath path) throws NotStreamable {
        if (step instanceof AllNodeStep) {
            return new NodeTest(program.bit(NameTest.ANY), true);
        }
        if (step instanceof TextNodeStep) {
            return new NodeTest(0, true);
        }
        if (step instanceof NameStep name) {
            return new NodeTest(program.bit(nameTest(name, namespaces)), false);
        }
        throw new NotStreamable("the path " + path.getText());
    }

    static NameTest nameTest(NameStep step, Map<String, String> namespaces) throws NotStreamable {
        NameTest test = step.getLocalName() == null ? null : XPathSyntax.nameTest(step, namespaces);
        if (test == null) {
            throw new NotStreamable("the prefix " + step.getPrefix());
        }
        return test;
    }
}
