package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xslt.stream.Step.Axis;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnionExpr;

/** Reads location paths that go down, so that what they lead to comes in document order, each node once. */
final class PathReader {

    private final Draft draft;
    private final Map<String, String> namespaces;
    private final ExpressionReader expressions;

    PathReader(Draft draft, Map<String, String> namespaces, ExpressionReader expressions) {
        this.draft = draft;
        this.namespaces = namespaces;
        this.expressions = expressions;
    }

    /** Whether it is the dot. */
    static boolean isSelf(Selection selection) {
        Step path = selection.paths().get(0);
        return path.axis() == Axis.SELF && path.test() == null && path.next() == null;
    }

    Selection selection(Expr expr) throws NotStreamable {
        if (expr instanceof UnionExpr union) {
            return union(union);
        }
        if (expr instanceof LocationPath path) {
            return new Selection(List.of(path(path)));
        }
        throw new NotStreamable("the path " + expr.getText());
    }

    /** The test whether it leads anywhere. */
    Condition exists(Selection selection) {
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
    private Selection union(UnionExpr union) throws NotStreamable {
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
        return new Selection(paths);
    }

    private void flatten(UnionExpr union, List<Step> to) throws NotStreamable {
        for (Expr side : List.of(union.getLHS(), union.getRHS())) {
            Expr bare = ExpressionReader.bare(side);
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

    /** What is below descendants would not come in document order; attributes do. */
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
                    ExpressionReader.bare(((Predicate) step.getPredicates().get(i)).getExpr());
            if (predicate instanceof NumberExpr number) {
                position = position(number, path);
                if (i > 0 || axis != Axis.CHILD || step.getPredicates().size() > 1) {
                    throw new NotStreamable("the position in " + path.getText());
                }
                continue;
            }
            Condition condition = expressions.condition(predicate);
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
            return new NodeTest(draft.bit(NameTest.ANY), true);
        }
        if (step instanceof TextNodeStep) {
            return new NodeTest(0, true);
        }
        if (step instanceof NameStep name) {
            return new NodeTest(draft.bit(nameTest(name, namespaces)), false);
        }
        throw new NotStreamable("the path " + path.getText());
    }

    static NameTest nameTest(NameStep step, Map<String, String> namespaces) throws NotStreamable {
        boolean any = step.getLocalName().equals("*");
        boolean prefixed = step.getPrefix() != null && !step.getPrefix().isEmpty();
        if (any && !prefixed) {
            return NameTest.ANY;
        }
        String namespace = !prefixed
                ? ""
                : step.getPrefix().equals("xml")
                        ? "http://www.w3.org/XML/1998/namespace"
                        : namespaces.get(step.getPrefix());
        if (namespace == null) {
            throw new NotStreamable("the prefix " + step.getPrefix());
        }
        return new NameTest(namespace, any ? null : step.getLocalName());
    }
}
