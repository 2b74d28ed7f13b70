package org.busbench.mediation.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.Expression.Variable;
import org.busbench.mediation.xpath.Leaf.Want;
import org.busbench.mediation.xpath.Path.Tail;
import org.jaxen.UnresolvableException;
import org.jaxen.XPathFunctionContext;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LogicalExpr;
import org.jaxen.expr.NumberExpr;
import org.jaxen.expr.RelationalExpr;
import org.jaxen.expr.VariableReferenceExpr;

/** Turns an expression into a {@link Program}, or says why the message must be a tree first. Used once for each program. */
final class Classifier {
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

    private final PathCompiler paths;
    private final Map<String, String> namespaces;
    private final List<Leaf> leaves = new ArrayList<>();

    Classifier(Map<String, String> namespaces) {
        this.namespaces = namespaces;
        this.paths = new PathCompiler(namespaces);
    }

    Program classify(Expr root, ResultType kind) throws NotStreamable {
        Term term = PathCompiler.isPath(root)
                ? question(root, kind == ResultType.STRING ? Want.TEXTS : Want.EXISTS, null)
                : scalar(root);
        return new Program(leaves, term, kind);
    }

    private Term question(Expr expr, Want want, Comparison comparison) throws NotStreamable {
        Path path = paths.compile(expr);
        boolean named = want == Want.FIRST_LOCAL_NAME || want == Want.FIRST_NAMESPACE;
        if (named && path.tail() != Tail.ELEMENT) {
            throw new NotStreamable("the name of something other than an element");
        }
        boolean ordered = want == Want.TEXTS || want == Want.FIRST_VALUE;
        if (ordered && path.tail() == Tail.ATTRIBUTE && path.attribute().local() == null) {
            throw new NotStreamable("attributes of any name have no order");
        }
        if (path.firstOnly() && (want == Want.ANY || want == Want.COUNT)) {
            throw new NotStreamable("a [1] on " + expr.getText());
        }
        leaves.add(new Leaf(path, want, comparison));
        return new Term.Question(leaves.size() - 1);
    }

    private Term scalar(Expr expr) throws NotStreamable {
        if (expr instanceof LiteralExpr literal) {
            return new Term.Constant(literal.getLiteral());
        }
        if (expr instanceof NumberExpr number) {
            return new Term.Constant(number.getNumber().doubleValue());
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return variable(variable);
        }
        if (expr instanceof LogicalExpr logic) {
            boolean and = logic.getOperator().equals("and");
            return new Term.Logic(and, truth(logic.getLHS()), truth(logic.getRHS()));
        }
        if (expr instanceof EqualityExpr || expr instanceof RelationalExpr) {
            return comparison((BinaryExpr) expr);
        }
        if (expr instanceof FunctionCallExpr call) {
            return call(call);
        }
        throw new NotStreamable("the expression " + expr.getText());
    }

    private Term variable(VariableReferenceExpr variable) throws NotStreamable {
        String prefix = variable.getPrefix();
        if (prefix == null || prefix.isEmpty() || namespaces.containsKey(prefix)) {
            throw new NotStreamable("the variable " + variable.getText());
        }
        return new Term.Property(prefix, variable.getVariableName());
    }

    private Term truth(Expr expr) throws NotStreamable {
        return PathCompiler.isPath(expr) ? question(expr, Want.EXISTS, null) : scalar(expr);
    }

    private Term comparison(BinaryExpr expr) throws NotStreamable {
        boolean left = PathCompiler.isPath(expr.getLHS());
        boolean right = PathCompiler.isPath(expr.getRHS());
        if (!left && !right) {
            return new Term.Compare(expr.getOperator(), scalar(expr.getLHS()), scalar(expr.getRHS()));
        }
        Expr other = left ? expr.getRHS() : expr.getLHS();
        if ((left && right) || !(other instanceof LiteralExpr || other instanceof NumberExpr)) {
            throw new NotStreamable("a comparison of nodes with something other than a constant: " + expr.getText());
        }
        Object constant = ((Term.Constant) scalar(other)).constant();
        Comparison comparison = Comparison.of(expr.getOperator(), constant, right);
        return question(left ? expr.getLHS() : expr.getRHS(), Want.ANY, comparison);
    }

    private Term call(FunctionCallExpr call) throws NotStreamable {
        String name = call.getFunctionName();
        Variable property = GetProperty.isCall(call) ? GetProperty.variable(call) : null;
        if (property != null) {
            return new Term.Property(property.prefix(), property.name());
        }
        List<?> given = call.getParameters();
        boolean prefixed = call.getPrefix() != null && !call.getPrefix().isEmpty();
        boolean onePath = given.size() == 1 && PathCompiler.isPath((Expr) given.get(0));
        if (!prefixed && onePath && (name.equals("count") || OF_NAMES.containsKey(name))) {
            return question((Expr) given.get(0), OF_NAMES.getOrDefault(name, Want.COUNT), null);
        }
        int[] bounds = ARGUMENTS.get(name);
        if (prefixed || bounds == null || given.size() < bounds[0] || given.size() > bounds[1]) {
            throw new NotStreamable("the function call " + call.getText());
        }
        Want want = OF_EXISTENCE.contains(name) ? Want.EXISTS : Want.FIRST_VALUE;
        List<Term> arguments = new ArrayList<>();
        for (Object argument : given) {
            Expr each = (Expr) argument;
            arguments.add(PathCompiler.isPath(each) ? question(each, want, null) : scalar(each));
        }
        try {
            return new Term.Call(XPathFunctionContext.getInstance().getFunction(null, null, name), arguments);
        } catch (UnresolvableException e) {
            throw new IllegalStateException("XPath 1.0 has the function " + name, e);
        }
    }
}
