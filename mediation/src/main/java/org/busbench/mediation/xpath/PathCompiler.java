package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.Path.AttributeTest;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.Path.Tail;
import org.busbench.mediation.xpath.Path.Test;
import org.busbench.mediation.xpath.Path.ValueTest;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.Predicated;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.Axis;

/** Compiles the location paths that can be followed forwards; says of the others why they cannot. */
final class PathCompiler {
    private static final int MOST_STEPS = 60;

    private final Map<String, String> namespaces;

    PathCompiler(Map<String, String> namespaces) {
        this.namespaces = namespaces;
    }

    static boolean isPath(Expr expr) {
        return expr instanceof LocationPath
                || (expr instanceof PathExpr path && (path.getLocationPath() != null || isPath(path.getFilterExpr())))
                || (expr instanceof FilterExpr filter && isPath(filter.getExpr()))
                || (expr instanceof VariableReferenceExpr variable && origin(variable) != null);
    }

    Path compile(Expr expr) throws NotStreamable {
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
            return compile(path.getFilterExpr());
        }
        if (path.getFilterExpr() instanceof VariableReferenceExpr variable && origin(variable) != null) {
            return path(origin(variable), path.getLocationPath());
        }
        throw new NotStreamable("the path begins with " + path.getFilterExpr().getText());
    }

    private Path filtered(FilterExpr filter) throws NotStreamable {
        Path path = compile(filter.getExpr());
        if (filter.getPredicates().isEmpty()) {
            return path;
        }
        if (filter.getPredicates().size() != 1
                || position((Predicate) filter.getPredicates().get(0)) != 1) {
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
        int position = 0;
        List<AttributeTest> attributes = new ArrayList<>();
        ValueTest value = null;
        for (Object each : step.getPredicates()) {
            Predicate predicate = (Predicate) each;
            int number = position(predicate);
            if (number > 0) {
                if (position > 0 || !attributes.isEmpty() || value != null || deep) {
                    throw new NotStreamable(
                            "a position that is not the first predicate of a child, in " + step.getText());
                }
                position = number;
                continue;
            }
            AttributeTest attribute = attribute(predicate.getExpr());
            if (attribute != null) {
                attributes.add(attribute);
            } else if (value == null) {
                value = value(predicate.getExpr());
            } else {
                throw new NotStreamable("two predicates on the content of elements, in " + step.getText());
            }
        }
        return new Path.Step(descendant || deep, test(name), position, attributes, value);
    }

    private Test test(NameStep step) throws NotStreamable {
        String prefix = step.getPrefix();
        boolean any = step.getLocalName().equals("*");
        if (prefix == null || prefix.isEmpty()) {
            return new Test(any ? null : "", any ? null : step.getLocalName());
        }
        String namespace = namespaces.get(prefix);
        if (namespace == null) {
            throw new NotStreamable("the prefix " + prefix + " is not declared");
        }
        return new Test(namespace, any ? null : step.getLocalName());
    }

    /** The n of {@code [n]} and {@code [position()=n]}, or 0. */
    private static int position(Predicate predicate) {
        Expr expr = predicate.getExpr();
        if (expr instanceof EqualityExpr equality
                && equality.getOperator().equals("=")
                && equality.getLHS() instanceof FunctionCallExpr call
                && call.getFunctionName().equals("position")) {
            expr = equality.getRHS();
        }
        double number =
                expr instanceof NumberExpr constant ? constant.getNumber().doubleValue() : 0;
        return number == Math.rint(number) && number > 0 && number < Integer.MAX_VALUE ? (int) number : 0;
    }

    /** The test of {@code [@a]} and {@code [@a='v']}, or null. */
    private AttributeTest attribute(Expr expr) throws NotStreamable {
        NameStep alone = single(expr, Axis.ATTRIBUTE);
        if (alone != null) {
            return new AttributeTest(test(alone), null);
        }
        if (expr instanceof EqualityExpr equality && single(equality.getLHS(), Axis.ATTRIBUTE) != null) {
            return new AttributeTest(test(single(equality.getLHS(), Axis.ATTRIBUTE)), comparison(equality));
        }
        return null;
    }

    /** The test of {@code [a='v']} and {@code [.='v']}. */
    private ValueTest value(Expr expr) throws NotStreamable {
        if (expr instanceof EqualityExpr equality) {
            NameStep child = single(equality.getLHS(), Axis.CHILD);
            if (child != null) {
                return new ValueTest(test(child), comparison(equality));
            }
            if (equality.getLHS() instanceof LocationPath path
                    && !path.isAbsolute()
                    && path.getSteps().size() == 1
                    && path.getSteps().get(0) instanceof AllNodeStep self
                    && self.getAxis() == Axis.SELF
                    && self.getPredicates().isEmpty()) {
                return new ValueTest(null, comparison(equality));
            }
        }
        throw new NotStreamable("the predicate [" + expr.getText() + "]");
    }

    private static Comparison comparison(EqualityExpr equality) throws NotStreamable {
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
}
