package org.busbench.mediation.xslt.stream.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.busbench.mediation.xpath.syntax.NameTest;
import org.busbench.mediation.xpath.syntax.XPathSyntax;
import org.busbench.mediation.xslt.stream.Expression.Condition;
import org.busbench.mediation.xslt.stream.Formulas;
import org.busbench.mediation.xslt.stream.Formulas.PathStep;
import org.busbench.mediation.xslt.stream.Instruction.Template;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern;
import org.busbench.mediation.xslt.stream.TemplateAutomaton.Pattern.Target;
import org.jaxen.expr.AllNodeStep;
import org.jaxen.expr.CommentNodeStep;
import org.jaxen.expr.Expr;
import org.jaxen.expr.LocationPath;
import org.jaxen.expr.NameStep;
import org.jaxen.expr.Predicate;
import org.jaxen.expr.ProcessingInstructionNodeStep;
import org.jaxen.expr.Step;
import org.jaxen.expr.TextNodeStep;
import org.jaxen.expr.UnionExpr;
import org.jaxen.saxpath.Axis;
import org.w3c.dom.Element;

/** Reads the match patterns of one template. */
final class PatternCompiler {

    private static final double OF_NAMES = 0;
    private static final double OF_NAMESPACES = -0.25;
    private static final double OF_KINDS = -0.5;
    private static final double OF_PATHS = 0.5;

    private final ProgramBuilder program;
    private final Map<String, String> namespaces;
    private final ExpressionCompiler expressions;
    private final int mode;
    private final int precedence;
    private final Double priority;
    private final int order;
    private final Template template;

    /** For a template; {@code priority} is null when it does not say. */
    PatternCompiler(
            ProgramBuilder program,
            Element at,
            int mode,
            int precedence,
            Double priority,
            int order,
            Template template) {
        this.program = program;
        this.namespaces = StylesheetDocument.prefixes(at);
        this.expressions = new ExpressionCompiler(program, at, Map.of());
        this.mode = mode;
        this.precedence = precedence;
        this.priority = priority;
        this.order = order;
        this.template = template;
    }

    void read(String pattern) throws NotStreamable {
        read(ExpressionCompiler.parsed(pattern));
    }

    private void read(Expr expr) throws NotStreamable {
        if (expr instanceof UnionExpr union) {
            read(XPathSyntax.unwrap(union.getLHS()));
            read(XPathSyntax.unwrap(union.getRHS()));
        } else if (expr instanceof LocationPath path) {
            path(path);
        } else {
            throw new NotStreamable("the pattern " + expr.getText());
        }
    }

    private void path(LocationPath path) throws NotStreamable {
        List<?> all = path.getSteps();
        for (Object step : all) {
            // Jaxen takes "//" for a path.
            if (step instanceof NameStep name && name.getLocalName() == null) {
                throw new NotStreamable("the pattern " + path.getText());
            }
        }
        if (all.isEmpty()) {
            add(List.of(), Target.DOCUMENT, null, false, null, OF_KINDS);
            return;
        }
        List<Pattern.Step> steps = new ArrayList<>();
        boolean anywhere = !path.isAbsolute();
        for (int i = 0; i < all.size() - 1; i++) {
            Step step = (Step) all.get(i);
            if (step instanceof AllNodeStep && step.getAxis() == Axis.DESCENDANT_OR_SELF) {
                anywhere = true;
            } else {
                steps.add(new Pattern.Step(element(step, path), anywhere));
                anywhere = false;
            }
        }
        last((Step) all.get(all.size() - 1), steps, anywhere, all.size() > 1 || path.isAbsolute(), path);
    }

    private NameTest element(Step step, LocationPath path) throws NotStreamable {
        if (step.getAxis() != Axis.CHILD || !(step instanceof AllNodeStep || step instanceof NameStep)) {
            throw new NotStreamable("the pattern " + path.getText());
        }
        return step instanceof NameStep name ? ExpressionCompiler.nameTest(name, namespaces) : NameTest.ANY;
    }

    private void last(Step step, List<Pattern.Step> before, boolean anywhere, boolean isPath, LocationPath path)
            throws NotStreamable {
        Condition condition = condition(step, path);
        double ownPriority = isPath || condition != null ? OF_PATHS : priority(step);
        if (step.getAxis() == Axis.ATTRIBUTE) {
            NameTest name =
                    step instanceof NameStep named ? ExpressionCompiler.nameTest(named, namespaces) : NameTest.ANY;
            requireNode(step, path);
            add(before, Target.ATTRIBUTE, name, anywhere, condition, ownPriority);
            return;
        }
        if (step.getAxis() != Axis.CHILD) {
            throw new NotStreamable("the pattern " + path.getText());
        }
        if (step instanceof TextNodeStep || step instanceof AllNodeStep) {
            add(before, Target.TEXT, null, anywhere, condition, ownPriority);
        }
        if (step instanceof NameStep || step instanceof AllNodeStep) {
            List<Pattern.Step> steps = new ArrayList<>(before);
            steps.add(new Pattern.Step(element(step, path), anywhere));
            add(steps, Target.ELEMENT, null, false, condition, ownPriority);
        }
        // Messages with comments and instructions are left to the tree.
        if (!(step instanceof CommentNodeStep) && !(step instanceof ProcessingInstructionNodeStep)) {
            requireNode(step, path);
        }
    }

    private static void requireNode(Step step, LocationPath path) throws NotStreamable {
        if (!(step instanceof NameStep) && !(step instanceof AllNodeStep) && !(step instanceof TextNodeStep)) {
            throw new NotStreamable("the pattern " + path.getText());
        }
    }

    private static double priority(Step step) {
        if (!(step instanceof NameStep name)) {
            return OF_KINDS;
        }
        if (!name.getLocalName().equals("*")) {
            return OF_NAMES;
        }
        return XPathSyntax.isPrefixed(name.getPrefix()) ? OF_NAMESPACES : OF_KINDS;
    }

    /** What the predicates ask, or null for nothing. */
    private Condition condition(Step last, LocationPath path) throws NotStreamable {
        List<?> steps = path.getSteps();
        int first = 0;
        while (first < steps.size() && ((Step) steps.get(first)).getPredicates().isEmpty()) {
            first++;
        }
        if (first == steps.size()) {
            return null;
        }
        Condition ofTag = first == steps.size() - 1 && last instanceof NameStep ? ofTag(last) : null;
        if (ofTag != null) {
            return ofTag;
        }
        List<PathStep> asked = new ArrayList<>();
        for (Object step : steps.subList(first, steps.size())) {
            if (((Step) step).getAxis() == Axis.DESCENDANT_OR_SELF) {
                throw new NotStreamable("a predicate before // in the pattern " + path.getText());
            }
            asked.add(expressions.anyStep((Step) step));
        }
        program.keepSource();
        return Formulas.matches(asked);
    }

    /** Predicates that the start tag of an element decides; null when it does not. */
    private Condition ofTag(Step step) throws NotStreamable {
        Condition all = null;
        for (Object each : step.getPredicates()) {
            Condition condition = expressions.decidedByTag((Predicate) each);
            if (condition == null || step.getAxis() != Axis.CHILD) {
                return null;
            }
            all = all == null ? condition : new Condition.Both(all, condition, true);
        }
        return all;
    }

    private void add(
            List<Pattern.Step> steps,
            Target target,
            NameTest attribute,
            boolean deep,
            Condition condition,
            double ownPriority) {
        double asked = priority == null ? ownPriority : priority;
        program.add(new Pattern(steps, target, attribute, deep, condition, mode, precedence, asked, order, template));
    }
}
