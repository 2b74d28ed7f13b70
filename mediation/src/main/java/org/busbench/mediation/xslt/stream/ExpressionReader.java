package org.busbench.mediation.xslt.stream;

import java.util.ArrayList;
import java.util.List;
import org.jaxen.JaxenHandler;
import org.jaxen.expr.EqualityExpr;
import org.jaxen.expr.Expr;
import org.jaxen.expr.FilterExpr;
import org.jaxen.expr.FunctionCallExpr;
import org.jaxen.expr.LiteralExpr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.LogicalExpr;
import org.jaxen.expr.PathExpr;
import org.jaxen.expr.UnionExpr;
import org.jaxen.expr.VariableReferenceExpr;
import org.jaxen.saxpath.SAXPathException;
import org.jaxen.saxpath.XPathReader;
import org.jaxen.saxpath.helpers.XPathReaderFactory;
import org.w3c.dom.Element;

/** Reads the expressions of one element of a stylesheet. */
final class ExpressionReader {

    private final Draft draft;
    private final Element at;
    private final PathReader paths;

    ExpressionReader(Draft draft, Element at) {
        this.draft = draft;
        this.at = at;
        this.paths = new PathReader(draft, Markup.namespaces(at), this);
    }

    /** The expression's parts, by the parser that reads the configuration's. */
    static Expr parsed(String expression) throws NotStreamable {
        try {
            XPathReader reader = XPathReaderFactory.createReader();
            JaxenHandler handler = new JaxenHandler();
            reader.setXPathHandler(handler);
            reader.parse(expression);
            return bare(handler.getXPathExpr(true).getRootExpr());
        } catch (SAXPathException e) {
            throw new NotStreamable("the expression " + expression);
        }
    }

    /** Without wrappers that mean nothing. */
    static Expr bare(Expr expr) {
        if (expr instanceof FilterExpr filter && filter.getPredicates().isEmpty()) {
            return bare(filter.getExpr());
        }
        if (expr instanceof PathExpr path && path.getFilterExpr() == null) {
            return path.getLocationPath();
        }
        if (expr instanceof PathExpr path && path.getLocationPath() == null) {
            return bare(path.getFilterExpr());
        }
        return expr;
    }

    Selection selection(String expression) throws NotStreamable {
        return paths.selection(parsed(expression));
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
            Selection selection = paths.selection(expr);
            return PathReader.isSelf(selection) ? new Value.Own() : new Value.First(selection);
        }
        throw new NotStreamable("the expression " + expr.getText());
    }

    private Value global(VariableReferenceExpr variable) throws NotStreamable {
        boolean prefixed = variable.getPrefix() != null && !variable.getPrefix().isEmpty();
        String name = prefixed ? variable.getPrefix() + ":" + variable.getVariableName() : variable.getVariableName();
        int index = draft.global(Markup.expanded(name, at));
        if (index < 0) {
            throw new NotStreamable("the variable $" + name);
        }
        return new Value.Global(index);
    }

    private Value call(FunctionCallExpr call) throws NotStreamable {
        List<?> arguments = call.getParameters();
        boolean standard = call.getPrefix() == null || call.getPrefix().isEmpty();
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

    private Value argument(List<?> arguments, int index) throws NotStreamable {
        return value(bare((Expr) arguments.get(index)));
    }

    Condition condition(Expr expr) throws NotStreamable {
        if (expr instanceof LogicalExpr logical) {
            Condition left = condition(bare(logical.getLHS()));
            Condition right = condition(bare(logical.getRHS()));
            boolean and = logical.getOperator().equals("and");
            return !and && left instanceof Condition.Named one && right instanceof Condition.Named other
                    ? new Condition.Named(one.names() | other.names())
                    : new Condition.Both(left, right, and);
        }
        if (expr instanceof EqualityExpr equality) {
            return comparison(equality);
        }
        if (expr instanceof FunctionCallExpr call
                && call.getFunctionName().equals("not")
                && call.getParameters().size() == 1) {
            return new Condition.Not(condition(bare((Expr) call.getParameters().get(0))));
        }
        if (expr instanceof LocationPath || expr instanceof UnionExpr) {
            return paths.exists(paths.selection(expr));
        }
        throw new NotStreamable("the test " + expr.getText());
    }

    private Condition comparison(EqualityExpr equality) throws NotStreamable {
        Expr left = bare(equality.getLHS());
        Expr right = bare(equality.getRHS());
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
            return new Condition.Compares(paths.selection(left).paths().get(0), value(right), equal);
        }
        return new Condition.Same(value(left), value(right), equal);
    }

    private static boolean isString(Expr expr) {
        return expr instanceof LiteralExpr || expr instanceof VariableReferenceExpr || expr instanceof FunctionCallExpr;
    }
}
