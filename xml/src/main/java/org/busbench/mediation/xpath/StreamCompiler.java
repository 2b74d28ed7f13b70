package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.Path.AttributeTest;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.Path.Tail;
import org.busbench.mediation.xpath.Path.ValueTest;
import org.busbench.mediation.xpath.StreamPlan.Node;
import org.busbench.mediation.xpath.StreamPlan.PathQuery;
import org.busbench.mediation.xpath.StreamPlan.PathQuery.Want;
import org.busbench.mediation.xpath.XPathValues.Comparison;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.LogicalExpr;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Predicated;
import org.jaxen.expr.RelationalExpr;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;

/** Compiles an expression into a {@link StreamPlan}, or says why the message must become a tree first. Used once for each plan. */
final class StreamCompiler {
    /** Function, fewest and most arguments: those that look at their arguments only. */
    private static final Map<String, int[]> ARGUMENTS = Map.ofEntries(
            Map.entry("string", new int[] {1, 1}),
            Map.entry("concat", new int[] {2, Integer.MAX_VALUE}),
            Map.entry("contains", new int[] {2, 2}),
            Map.entry("starts-with", new int[] {2, 2}),
            Map.entry("substring-before", new int[] {2, 2}),
            Map.entry("substring-after", new int[] {2, 2}),
            Map.entry("substring", new int[] {2, 3}),
            Map.entry("string-length", new int[] {1, 1}),
            Map.entry("normalize-space", new int[] {1, 1}),
            Map.entry("translate", new int[] {3, 3}),
            Map.entry("number", new int[] {1, 1}),
            Map.entry("floor", new int[] {1, 1}),
            Map.entry("ceiling", new int[] {1, 1}),
            Map.entry("round", new int[] {1, 1}),
            Map.entry("boolean", new int[] {1, 1}),
            Map.entry("not", new int[] {1, 1}),
            Map.entry("true", new int[] {0, 0}),
            Map.entry("false", new int[] {0, 0}));

    private static final Set<String> OF_EXISTENCE = Set.of("boolean", "not");
    private static final Map<String, Want> OF_NAMES =
            Map.of("local-name", Want.FIRST_LOCAL_NAME, "namespace-uri", Want.FIRST_NAMESPACE);

    private static final int MOST_STEPS = 60;

    private final Map<String, String> namespaces;
    private final List<PathQuery> queries = new ArrayList<>();

    StreamCompiler(Map<String, String> namespaces) {
        this.namespaces = namespaces;
    }

    StreamPlan compile(Expr root, ResultType kind) throws NotStreamable {
        Want want = switch (kind) {
            case STRING -> Want.TEXTS;
            case BOOLEAN -> Want.EXISTS;
            case ELEMENTS -> Want.ELEMENTS;
        };
        if (want == Want.ELEMENTS && !isPath(root)) {
            throw new NotStreamable(root.getText() + " is no path");
        }
        return new StreamPlan(queries, isPath(root) ? question(root, want, null) : scalar(root), kind);
    }

    private Node question(Expr expr, Want want, Comparison comparison) throws NotStreamable {
        Path path = path(expr);
        boolean named = want == Want.FIRST_LOCAL_NAME || want == Want.FIRST_NAMESPACE;
        if (named && path.tail() != Tail.ELEMENT) {
            throw new NotStreamable("the name of something other than an element");
        }
        if (want == Want.ELEMENTS && (path.tail() == Tail.ATTRIBUTE || path.below())) {
            throw new NotStreamable(
                    "the path " + expr.getText() + " selects something other than elements or their texts");
        }
        boolean ordered = want == Want.TEXTS || want == Want.FIRST_VALUE;
        if (ordered && path.tail() == Tail.ATTRIBUTE && path.attribute().local() == null) {
            throw new NotStreamable("attributes of any name have no order");
        }
        if (path.firstOnly() && (want == Want.ANY || want == Want.COUNT)) {
            throw new NotStreamable("a [1] on " + expr.getText());
        }
        queries.add(new PathQuery(path, want, comparison));
        return new Node.QueryResult(queries.size() - 1);
    }

    private Node scalar(Expr expr) throws NotStreamable {
        if (expr instanceof LiteralExpr literal) {
            return new Node.Constant(literal.getLiteral());
        }
        if (expr instanceof NumberExpr number) {
            return new Node.Constant(number.getNumber().doubleValue());
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return variable(variable);
        }
        if (expr instanceof LogicalExpr logic) {
            boolean and = logic.getOperator().equals("and");
            return new Node.Logic(and, truth(logic.getLHS()), truth(logic.getRHS()));
        }
        if (expr instanceof EqualityExpr || expr instanceof RelationalExpr) {
            return comparison((BinaryExpr) expr);
        }
        if (expr instanceof FunctionCallExpr call) {
            return call(call);
        }
        throw new NotStreamable("the expression " + expr.getText());
    }

    private Node variable(VariableReferenceExpr variable) throws NotStreamable {
        String prefix = variable.getPrefix();
        if (prefix == null || prefix.isEmpty() || namespaces.containsKey(prefix)) {
            throw new NotStreamable("the variable " + variable.getText());
        }
        return new Node.VariableReference(prefix, variable.getVariableName());
    }

    private Node truth(Expr expr) throws NotStreamable {
        return isPath(expr) ? question(expr, Want.EXISTS, null) : scalar(expr);
    }

    private Node comparison(BinaryExpr expr) throws NotStreamable {
        boolean left = isPath(expr.getLHS());
        boolean right = isPath(expr.getRHS());
        if (!left && !right) {
            return new Node.Compare(expr.getOperator(), scalar(expr.getLHS()), scalar(expr.getRHS()));
        }
        Expr other = left ? expr.getRHS() : expr.getLHS();
        if ((left && right) || !(other instanceof LiteralExpr || other instanceof NumberExpr)) {
            throw new NotStreamable("a comparison of nodes with something other than a constant: " + expr.getText());
        }
        Object constant = ((Node.Constant) scalar(other)).constant();
        Comparison comparison = Comparison.of(expr.getOperator(), constant, right);
        return question(left ? expr.getLHS() : expr.getRHS(), Want.ANY, comparison);
    }

    private Node call(FunctionCallExpr call) throws NotStreamable {
        String name = call.getFunctionName();
        Variable property = EngineDependencies.isGetProperty(call) ? EngineDependencies.propertyOf(call) : null;
        if (property != null) {
            return new Node.VariableReference(property.prefix(), property.name());
        }
        List<?> given = call.getParameters();
        boolean prefixed = call.getPrefix() != null && !call.getPrefix().isEmpty();
        boolean onePath = given.size() == 1 && isPath((Expr) given.get(0));
        // To Jaxen's count() a variable that holds one node is no node-set.
        boolean countable = onePath && !(XPathSyntax.unwrap((Expr) given.get(0)) instanceof VariableReferenceExpr);
        if (!prefixed && onePath && (name.equals("count") ? countable : OF_NAMES.containsKey(name))) {
            return question((Expr) given.get(0), OF_NAMES.getOrDefault(name, Want.COUNT), null);
        }
        int[] bounds = ARGUMENTS.get(name);
        if (prefixed || bounds == null || given.size() < bounds[0] || given.size() > bounds[1]) {
            throw new NotStreamable("the function call " + call.getText());
        }
        Want want = OF_EXISTENCE.contains(name) ? Want.EXISTS : Want.FIRST_VALUE;
        List<Node> arguments = new ArrayList<>();
        for (Object argument : given) {
            Expr each = (Expr) argument;
            arguments.add(isPath(each) ? question(each, want, null) : scalar(each));
        }
        try {
            return new Node.FunctionCall(XPathFunctionContext.getInstance().getFunction(null, null, name), arguments);
        } catch (UnresolvableException e) {
            throw new IllegalStateException("XPath 1.0 has the function " + name, e);
        }
    }

    // Location paths that can be followed forwards

    private static boolean isPath(Expr expr) {
        return expr instanceof LocationPath
                || (expr instanceof PathExpr path && (path.getLocationPath() != null || isPath(path.getFilterExpr())))
                || (expr instanceof FilterExpr filter && isPath(filter.getExpr()))
                || (expr instanceof VariableReferenceExpr variable && origin(variable) != null);
    }

    private Path path(Expr expr) throws NotStreamable {
        if (expr instanceof LocationPath path) {
            return path(path.isAbsolute() ? Origin.DOCUMENT : Origin.ENVELOPE, path);
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return new Path(origin(variable), List.of(), Tail.ELEMENT, false, null, false);
        }
        if (expr instanceof FilterExpr filter) {
            return filtered(filter);
        }
        PathExpr path = (PathExpr) expr;
        if (path.getLocationPath() == null) {
            return path(path.getFilterExpr());
        }
        if (path.getFilterExpr() instanceof VariableReferenceExpr variable && origin(variable) != null) {
            return path(origin(variable), path.getLocationPath());
        }
        throw new NotStreamable("the path begins with " + path.getFilterExpr().getText());
    }

    private Path filtered(FilterExpr filter) throws NotStreamable {
        Path path = path(filter.getExpr());
        if (filter.getPredicates().isEmpty()) {
            return path;
        }
        if (filter.getPredicates().size() != 1
                || XPathSyntax.position(((Predicate) filter.getPredicates().get(0)).getExpr()) != 1) {
            throw new NotStreamable(
                    "a predicate other than [1] on " + filter.getExpr().getText());
        }
        return new Path(path.origin(), path.steps(), path.tail(), path.below(), path.attribute(), true);
    }

    private static Origin origin(VariableReferenceExpr variable) {
        if (variable.getPrefix() != null && !variable.getPrefix().isEmpty()) {
            return null;
        }
        return switch (variable.getVariableName()) {
            case "body" -> Origin.BODY;
            case "header" -> Origin.HEADER;
            default -> null;
        };
    }

    private Path path(Origin origin, LocationPath path) throws NotStreamable {
        List<Path.Step> steps = new ArrayList<>();
        boolean descendant = false;
        List<?> all = path.getSteps();
        for (int i = 0; i < all.size(); i++) {
            Step step = (Step) all.get(i);
            boolean last = i == all.size() - 1;
            if (step instanceof AllNodeStep) {
                descendant |= skips(step, last);
            } else if (last && step instanceof TextNodeStep && step.getAxis() == Axis.CHILD) {
                refusePredicates(step);
                if (steps.isEmpty() && origin == Origin.DOCUMENT) {
                    // In Axiom the white space around the root element is text too.
                    throw new NotStreamable("the texts around the root element");
                }
                return new Path(origin, steps, Tail.TEXT, descendant, null, false);
            } else if (last && step instanceof NameStep name && step.getAxis() == Axis.ATTRIBUTE) {
                refusePredicates(step);
                return new Path(origin, steps, Tail.ATTRIBUTE, descendant, test(name), false);
            } else {
                steps.add(step(step, descendant));
                descendant = false;
            }
        }
        if (descendant || steps.size() > MOST_STEPS || (steps.isEmpty() && origin == Origin.DOCUMENT)) {
            throw new NotStreamable("the path " + path.getText() + " selects more than elements");
        }
        if (steps.stream().filter(step -> step.value() != null).count() > 1) {
            throw new NotStreamable("more than one predicate on the content of elements in " + path.getText());
        }
        return new Path(origin, steps, Tail.ELEMENT, false, null, false);
    }

    /** Whether a step without a name is a {@code //}; it may also be a dot, which leads nowhere. */
    private static boolean skips(Step step, boolean last) throws NotStreamable {
        refusePredicates(step);
        if (step.getAxis() == Axis.DESCENDANT_OR_SELF && !last) {
            return true;
        }
        if (step.getAxis() != Axis.SELF) {
            throw new NotStreamable("the step " + step.getText());
        }
        return false;
    }

    private static void refusePredicates(Step step) throws NotStreamable {
        if (!step.getPredicates().isEmpty()) {
            throw new NotStreamable("predicates on the step " + step.getText());
        }
    }

    private Path.Step step(Step step, boolean descendant) throws NotStreamable {
        boolean deep = step.getAxis() == Axis.DESCENDANT;
        if (!(step instanceof NameStep name) || (step.getAxis() != Axis.CHILD && !deep)) {
            throw new NotStreamable("the step " + step.getText());
        }
        NameTest test = test(name);
        int position = 0;
        List<AttributeTest> attributes = new ArrayList<>();
        ValueTest value = null;
        for (Object each : step.getPredicates()) {
            Predicate predicate = (Predicate) each;
            int number = XPathSyntax.position(predicate.getExpr());
            if (number > 0) {
                if (position > 0 || !attributes.isEmpty() || value != null || deep) {
                    throw new NotStreamable(
                            "a position that is not the first predicate of a child, in " + step.getText());
                }
                position = number;
                continue;
            }
            NameTest narrower = position == 0 ? XPathSyntax.narrowed(test, predicate.getExpr()) : null;
            AttributeTest attribute = narrower == null ? attribute(predicate.getExpr()) : null;
            if (narrower != null) {
                test = narrower;
            } else if (attribute != null) {
                attributes.add(attribute);
            } else if (value == null) {
                value = value(predicate.getExpr());
            } else {
                throw new NotStreamable("two predicates on the content of elements, in " + step.getText());
            }
        }
        return new Path.Step(descendant || deep, test, position, attributes, value);
    }

    private NameTest test(NameStep step) throws NotStreamable {
        if (step.getLocalName() == null) {
            throw new NotStreamable("a step without a name");
        }
        NameTest test = XPathSyntax.nameTest(step, namespaces);
        if (test == null) {
            throw new NotStreamable("the prefix " + step.getPrefix() + " is not declared");
        }
        return test;
    }

    /** The test of {@code [@a]} and {@code [@a='v']}, or null. */
    private AttributeTest attribute(Expr expr) throws NotStreamable {
        NameStep alone = single(expr, Axis.ATTRIBUTE);
        if (alone != null) {
            return new AttributeTest(test(alone), null);
        }
        if (expr instanceof EqualityExpr equality && single(equality.getLHS(), Axis.ATTRIBUTE) != null) {
            return new AttributeTest(test(single(equality.getLHS(), Axis.ATTRIBUTE)), constantOf(equality));
        }
        return null;
    }

    /** The test of {@code [a='v']} and {@code [.='v']}. */
    private ValueTest value(Expr expr) throws NotStreamable {
        if (expr instanceof EqualityExpr equality) {
            NameStep child = single(equality.getLHS(), Axis.CHILD);
            if (child != null) {
                return new ValueTest(test(child), constantOf(equality));
            }
            if (XPathSyntax.isSelf(equality.getLHS())) {
                return new ValueTest(null, constantOf(equality));
            }
        }
        throw new NotStreamable("the predicate [" + expr.getText() + "]");
    }

    private static Comparison constantOf(EqualityExpr equality) throws NotStreamable {
        if (equality.getRHS() instanceof LiteralExpr literal) {
            return Comparison.of(equality.getOperator(), literal.getLiteral(), false);
        }
        if (equality.getRHS() instanceof NumberExpr number) {
            return Comparison.of(equality.getOperator(), number.getNumber().doubleValue(), false);
        }
        throw new NotStreamable("the predicate [" + equality.getText() + "]");
    }

    private static NameStep single(Expr expr, int axis) {
        if (expr instanceof LocationPath path
                && !path.isAbsolute()
                && path.getSteps().size() == 1
                && path.getSteps().get(0) instanceof NameStep step
                && step.getAxis() == axis
                && ((Predicated) step).getPredicates().isEmpty()) {
            return step;
        }
        return null;
    }

    /** Carries the reason why an expression cannot be decided while the message streams by. */
    static final class NotStreamable extends Exception {
        private static final long serialVersionUID = 1L;

        NotStreamable(String reason) {
            super(reason, null, false, false);
        }
    }
}
