package org.busbench.mediation.xslt.stream.compile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.busbench.mediation.xslt.stream.Axis;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Expression.Formula;
import org.busbench.mediation.xslt.stream.Expression.Formula.Kind;
import org.busbench.mediation.xslt.stream.Expression.Literal;
import org.busbench.mediation.xslt.stream.Expression.NodeSet;
import org.busbench.mediation.xslt.stream.Expression.NodeTest;
import org.busbench.mediation.xslt.stream.Expression.Reach;
import org.busbench.mediation.xslt.stream.Expression.Step;
import org.busbench.mediation.xslt.stream.Expression.Value;
import org.busbench.mediation.xslt.stream.Formulas;
import org.busbench.mediation.xslt.stream.Formulas.PathStep;
import org.busbench.mediation.xslt.stream.NameTests;
import org.busbench.mediation.xslt.stream.Program;
import org.jaxen.JaxenException;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.BinaryExpr;
import org.jaxen.expr.DefaultXPathFactory;
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
import org.jaxen.expr.ProcessingInstructionNodeStep;
import org.jaxen.expr.RelationalExpr;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnaryExpr;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.w3c.dom.Element;

/** Reads the expressions of one element of a stylesheet. */
final class ExpressionCompiler {

    private final ProgramBuilder program;
    private final Element at;
    private final Map<String, String> namespaces;
    private final Map<String, Local> locals;
    private int predicates;

    /** A variable of a template. */
    record Local(int slot, Kind kind) {}

    /** {@code locals} are the variables in scope, by their names as {@code {namespace}local}. */
    ExpressionCompiler(ProgramBuilder program, Element at, Map<String, Local> locals) {
        this.program = program;
        this.at = at;
        this.namespaces = StylesheetDocument.prefixes(at);
        this.locals = locals;
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
        if (expr instanceof VariableReferenceExpr variable && global(variable) >= 0) {
            return new Value.Global(global(variable));
        }
        if (expr instanceof FunctionCallExpr call) {
            return call(call);
        }
        if (expr instanceof LocationPath || expr instanceof UnionExpr) {
            NodeSet selection = selection(expr);
            return isSelf(selection) ? new Value.Own() : new Value.First(selection);
        }
        return new Value.Of(formula(expr));
    }

    /** The index of a variable of the stylesheet that is no more than a string, or -1. */
    private int global(VariableReferenceExpr variable) throws NotStreamable {
        String name = name(variable);
        int index = locals.containsKey(name) ? -1 : program.global(name);
        return index >= 0 && program.global(index).value() != null ? index : -1;
    }

    private String name(VariableReferenceExpr variable) throws NotStreamable {
        boolean prefixed = XPathSyntax.isPrefixed(variable.getPrefix());
        return StylesheetDocument.expanded(
                prefixed ? variable.getPrefix() + ":" + variable.getVariableName() : variable.getVariableName(), at);
    }

    /** A variable or parameter. */
    private Formula variable(VariableReferenceExpr variable) throws NotStreamable {
        Local local = locals.get(name(variable));
        if (local != null) {
            return Formulas.local(local.slot(), local.kind());
        }
        int index = program.global(name(variable));
        if (index < 0) {
            throw new NotStreamable("the variable $" + variable.getVariableName());
        }
        Program.Global global = program.global(index);
        if (global.computed() == null) {
            return Formulas.of(new Value.Global(index));
        }
        return Formulas.global(
                index, global.isParameter() ? Kind.ANY : global.computed().kind());
    }

    private Value call(FunctionCallExpr call) throws NotStreamable {
        List<?> arguments = call.getParameters();
        return switch (signature(call)) {
            case "string/0" -> new Value.Own();
            case "string/1" -> argument(arguments, 0);
            case "normalize-space/0" -> new Value.Normalized(new Value.Own());
            case "normalize-space/1" -> new Value.Normalized(argument(arguments, 0));
            case "local-name/0" -> new Value.LocalName();
            case "concat/0", "concat/1" -> throw new NotStreamable("the function in " + call.getText());
            default -> {
                if (!signature(call).startsWith("concat/")) {
                    yield new Value.Of(function(call));
                }
                List<Value> parts = new ArrayList<>();
                for (int i = 0; i < arguments.size(); i++) {
                    parts.add(argument(arguments, i));
                }
                yield new Value.Concat(parts);
            }
        };
    }

    /** The name of a function and how many arguments it is given. */
    private static String signature(FunctionCallExpr call) throws NotStreamable {
        if (XPathSyntax.isPrefixed(call.getPrefix())) {
            throw new NotStreamable("the function in " + call.getText());
        }
        return call.getFunctionName() + "/" + call.getParameters().size();
    }

    private Value argument(List<?> arguments, int index) throws NotStreamable {
        return value(XPathSyntax.unwrap((Expr) arguments.get(index)));
    }

    Formula formula(String expression) throws NotStreamable {
        return formula(parsed(expression));
    }

    /** An expression of any kind. */
    private Formula formula(Expr wrapped) throws NotStreamable {
        program.count();
        Expr expr = XPathSyntax.unwrap(wrapped);
        if (expr instanceof LiteralExpr literal) {
            return Formulas.constant(literal.getLiteral());
        }
        if (expr instanceof NumberExpr number) {
            return number(number);
        }
        if (expr instanceof VariableReferenceExpr variable) {
            return variable(variable);
        }
        if (expr instanceof FunctionCallExpr call) {
            return function(call);
        }
        if (expr instanceof UnaryExpr minus) {
            return Formulas.function("-", List.of(formula(minus.getExpr())));
        }
        if (expr instanceof LogicalExpr) {
            return Formulas.of(condition(expr));
        }
        if (expr instanceof BinaryExpr operation && !(expr instanceof UnionExpr)) {
            return operation(operation);
        }
        return Formulas.of(selection(expr));
    }

    private Formula operation(BinaryExpr expr) throws NotStreamable {
        if (isComparison(expr) && (isComparison(expr.getLHS()) || isComparison(expr.getRHS()))) {
            // XPath 1.0 goes from left to right, XPath 2.0 has no such expression.
            throw new NotStreamable("the comparison of a comparison " + expr.getText());
        }
        return Formulas.operation(formula(expr.getLHS()), formula(expr.getRHS()), expr.getOperator());
    }

    private static boolean isComparison(Expr expr) {
        return expr instanceof EqualityExpr || expr instanceof RelationalExpr;
    }

    /** Numbers that {@code xs:double} writes as {@code xs:integer} and {@code xs:decimal} do. */
    private static Formula number(NumberExpr literal) throws NotStreamable {
        double number = literal.getNumber().doubleValue();
        if (number >= 1e6
                || (number != 0 && number < 1e-6)
                || Double.toString(number).length() > 16) {
            throw new NotStreamable("the number " + literal.getText());
        }
        return Formulas.constant(
                number == Math.rint(number) ? Long.valueOf((long) number) : new BigDecimal(Double.toString(number)));
    }

    private Formula function(FunctionCallExpr call) throws NotStreamable {
        switch (signature(call)) {
            case "not/1" -> {
                return Formulas.of(condition(call));
            }
            case "position/0", "last/0" -> {
                if (predicates == 0) {
                    program.askForPositions();
                }
            }
            case "current/0" -> {
                if (predicates == 0) {
                    return Formulas.of(selection("."));
                }
            }
            case "key/2" -> {
                program.keepSource();
                if (arguments(call).get(0) instanceof LiteralExpr key
                        && program.hasKey(StylesheetDocument.expanded(key.getLiteral(), at))) {
                    Formula value = formula(arguments(call).get(1));
                    return Formulas.key(StylesheetDocument.expanded(key.getLiteral(), at), value);
                }
            }
            case "string/0", "string/1", "normalize-space/0", "normalize-space/1" -> {
                return Formulas.of(call(call));
            }
            default -> {
                if (call.getFunctionName().equals("concat")) {
                    return Formulas.of(call(call));
                }
            }
        }
        List<Formula> arguments = new ArrayList<>();
        for (Expr argument : arguments(call)) {
            arguments.add(formula(argument));
        }
        if (signature(call).equals("number/0") || signature(call).equals("string-length/0")) {
            arguments.add(formula("."));
        }
        boolean ofNodes =
                Set.of("count", "sum", "name", "local-name", "namespace-uri").contains(call.getFunctionName());
        Formula made = Formulas.function(call.getFunctionName(), arguments);
        if (made == null || (ofNodes && !arguments.stream().allMatch(ExpressionCompiler::mayBeNodes))) {
            throw new NotStreamable("the function in " + call.getText());
        }
        return made;
    }

    private static List<Expr> arguments(FunctionCallExpr call) {
        List<Expr> all = new ArrayList<>();
        for (Object argument : call.getParameters()) {
            all.add(XPathSyntax.unwrap((Expr) argument));
        }
        return all;
    }

    private static boolean mayBeNodes(Formula formula) {
        return formula.kind() == Kind.NODES || formula.kind() == Kind.ANY;
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
        if (expr instanceof FunctionCallExpr call && signature(call).equals("not/1")) {
            return new Condition.Not(condition(arguments(call).get(0)));
        }
        if (expr instanceof LocationPath || expr instanceof UnionExpr) {
            return exists(selection(expr));
        }
        return new Condition.Of(formula(expr));
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
        if (isString(right) && left instanceof LocationPath && selection(left).formula() == null) {
            return new Condition.Compares(selection(left).paths().get(0), value(right), equal);
        }
        if (isString(right) && isString(left)) {
            return new Condition.Same(value(left), value(right), equal);
        }
        return new Condition.Of(operation(equality));
    }

    private boolean isString(Expr expr) throws NotStreamable {
        return expr instanceof LiteralExpr
                || (expr instanceof VariableReferenceExpr variable && global(variable) >= 0)
                || (expr instanceof FunctionCallExpr call && formula(call).kind() == Kind.STRING);
    }

    /** Whether it is the dot. */
    static boolean isSelf(NodeSet selection) {
        if (selection.formula() != null) {
            return false;
        }
        Step path = selection.paths().get(0);
        return path.axis() == Axis.SELF && path.test() == null && path.next() == null;
    }

    NodeSet selection(Expr expr) throws NotStreamable {
        try {
            return down(expr);
        } catch (NotStreamable e) {
            return new NodeSet(List.of(), anyDirection(expr, e));
        }
    }

    private Formula anyDirection(Expr expr, NotStreamable refusal) throws NotStreamable {
        if (expr instanceof LocationPath path) {
            if (path.isAbsolute()) {
                program.keepSource();
            }
            return steps(path.isAbsolute() ? Formulas.document() : null, path.getSteps());
        }
        if (expr instanceof UnionExpr union) {
            return Formulas.union(nodes(union.getLHS()), nodes(union.getRHS()));
        }
        if (expr instanceof FilterExpr filter) {
            return Formulas.filter(nodes(filter.getExpr()), predicates(filter.getPredicates()));
        }
        if (expr instanceof PathExpr path) {
            return steps(nodes(path.getFilterExpr()), path.getLocationPath().getSteps());
        }
        if (expr instanceof VariableReferenceExpr || expr instanceof FunctionCallExpr) {
            return nodes(expr);
        }
        throw refusal;
    }

    private Formula nodes(Expr expr) throws NotStreamable {
        Formula formula = formula(expr);
        if (!mayBeNodes(formula)) {
            throw new NotStreamable("the path " + expr.getText());
        }
        return formula;
    }

    private Formula steps(Formula start, List<?> steps) throws NotStreamable {
        List<PathStep> all = new ArrayList<>();
        for (Object each : steps) {
            org.jaxen.expr.Step step = (org.jaxen.expr.Step) each;
            PathStep next = anyStep(step);
            boolean asks =
                    step.getText().contains("position(") || step.getText().contains("last(");
            int last = all.size() - 1;
            if (last >= 0 && !asks && all.get(last).isAnywhere() && next.isChildAnyhow()) {
                all.set(last, new PathStep(Axis.DESCENDANT, next.test(), 0, next.predicates()));
            } else {
                all.add(next);
            }
        }
        return Formulas.path(start, List.copyOf(all));
    }

    /** A step with all that is asked of it. */
    PathStep anyStep(org.jaxen.expr.Step step) throws NotStreamable {
        String axis = org.jaxen.saxpath.Axis.lookup(step.getAxis());
        if (axis.equals("namespace")) {
            throw new NotStreamable("the axis in " + step.getText());
        }
        Axis direction = Axis.valueOf(axis.replace('-', '_').toUpperCase(Locale.ROOT));
        if (!direction.goesDown()) {
            program.keepSource();
        }
        NodeTest test = step instanceof AllNodeStep ? null : test(step);
        List<?> asked = step.getPredicates();
        int position = asked.isEmpty() ? 0 : position((Predicate) asked.get(0));
        return new PathStep(direction, test, position, predicates(asked.subList(Math.min(position, 1), asked.size())));
    }

    private static int position(Predicate predicate) {
        return XPathSyntax.unwrap(predicate.getExpr()) instanceof NumberExpr number ? position(number) : 0;
    }

    private static int position(NumberExpr number) {
        double position = number.getNumber().doubleValue();
        return position >= 1 && position <= 1_000_000 && position == Math.rint(position) ? (int) position : 0;
    }

    private List<Formula> predicates(List<?> predicates) throws NotStreamable {
        List<Formula> all = new ArrayList<>();
        for (Object predicate : predicates) {
            all.add(predicate((Predicate) predicate));
        }
        return List.copyOf(all);
    }

    /** Paths that go down only, which can be followed without a list of nodes. */
    private NodeSet down(Expr expr) throws NotStreamable {
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
        if (selection.formula() != null) {
            return new Condition.Of(selection.formula());
        }
        Step path = selection.paths().get(0);
        boolean named = selection.paths().size() == 1
                && path.axis() == Axis.SELF
                && path.test() != null
                && (path.test().bits() & NameTests.TEXT) == 0
                && path.excluded() == 0
                && path.conditions().isEmpty()
                && path.next() == null;
        return named ? new Condition.Named(path.test().bits()) : new Condition.Exists(selection);
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
        program.count();
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
            Condition condition = unplaced((Predicate) step.getPredicates().get(i));
            if (condition instanceof Condition.Not not && not.of() instanceof Condition.Named named) {
                excluded |= named.names();
            } else {
                conditions.add(condition);
            }
        }
        return new Step(axis, test(step), excluded, position, conditions, null);
    }

    private Formula predicate(Predicate predicate) throws NotStreamable {
        predicates++;
        try {
            return formula(predicate.getExpr());
        } finally {
            predicates--;
        }
    }

    /** A predicate that asks for no position. */
    private Condition unplaced(Predicate written) throws NotStreamable {
        Expr predicate = XPathSyntax.unwrap(written.getExpr());
        if (predicate.getText().matches("(?s).*(position|last)\\(\\).*")) {
            throw new NotStreamable("the position in " + predicate.getText());
        }
        Formula formula = predicate(written);
        if (formula.kind() == Kind.NUMBER || formula.kind() == Kind.ANY) {
            throw new NotStreamable("the position in " + predicate.getText());
        }
        predicates++;
        try {
            return condition(predicate);
        } finally {
            predicates--;
        }
    }

    /** A predicate that the start tag decides, or null. */
    Condition decidedByTag(Predicate predicate) {
        try {
            Condition condition = unplaced(predicate);
            return condition.reach() == Reach.TAG ? condition : null;
        } catch (NotStreamable e) {
            return null;
        }
    }

    private static int position(NumberExpr number, LocationPath path) throws NotStreamable {
        if (position(number) == 0) {
            throw new NotStreamable("the position in " + path.getText());
        }
        return position(number);
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

    private NodeTest test(org.jaxen.expr.Step step) throws NotStreamable {
        if (step instanceof AllNodeStep) {
            return new NodeTest(program.bit(NameTest.ANY) | NameTests.TEXT);
        }
        if (step instanceof NameStep name) {
            return new NodeTest(program.bit(nameTest(name, namespaces)));
        }
        if (step instanceof ProcessingInstructionNodeStep named
                && named.getName() != null
                && !named.getName().matches("([A-Za-z_][A-Za-z0-9_.-]*)?")) {
            throw new NotStreamable("the path step " + step.getText());
        }
        // Comments and instructions: messages that hold them are left to the tree.
        return new NodeTest(step instanceof TextNodeStep ? NameTests.TEXT : 0);
    }

    static NameTest nameTest(NameStep step, Map<String, String> namespaces) throws NotStreamable {
        NameTest test = step.getLocalName() == null ? null : XPathSyntax.nameTest(step, namespaces);
        if (test == null) {
            throw new NotStreamable("the prefix " + step.getPrefix());
        }
        return test;
    }
}
