package org.busbench.mediation.compile;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.synapse.commons.evaluators.AndEvaluator;
import org.apache.synapse.commons.evaluators.EqualEvaluator;
import org.apache.synapse.commons.evaluators.Evaluator;
import org.apache.synapse.commons.evaluators.MatchEvaluator;
import org.apache.synapse.commons.evaluators.NotEvaluator;
import org.apache.synapse.commons.evaluators.OrEvaluator;
import org.apache.synapse.commons.evaluators.source.HeaderTextRetriever;
import org.apache.synapse.mediators.filters.router.ConditionalRoute;
import org.apache.synapse.mediators.filters.router.ConditionalRouterMediator;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.fastlane.BoundedPattern;
import org.busbench.mediation.fastlane.FlowInstruction;

/** Compiles {@code conditionalRouter} with conditions over header fields; those over addresses are known to {@link AddressRules}. */
final class ConditionCompiler {

    private ConditionCompiler() {}

    static FlowInstruction route(SequenceCompiler compiler, ConditionalRouterMediator router, Position rest)
            throws NotCompilable {
        Position after = router.isContinueAfter() ? rest : SequenceCompiler.over(rest);
        List<ConditionalRoute> routes = router.getConditionalRoutes();
        if (routes.isEmpty()) {
            return compiler.compile(after);
        }
        Position others = after;
        if (routes.size() > 1) {
            ConditionalRouterMediator further = new ConditionalRouterMediator();
            further.setContinueAfter(router.isContinueAfter());
            routes.subList(1, routes.size()).forEach(further::addRoute);
            others = rest.at(new MediatorQueue(further, rest.queue(), rest.handler()));
        }
        ConditionalRoute first = routes.get(0);
        Position behind = first.isBreakRoute() ? after : others;
        Position chosen = behind.at(new MediatorQueue(
                MediatorQueue.sequence(first.getTarget(), compiler.configuration), behind.queue(), behind.handler()));
        Boolean holds = compiler.rules(rest).holds(first.getEvaluator());
        if (holds != null) {
            return compiler.compile(holds ? chosen : others);
        }
        return branch(first.getEvaluator(), rest.state(), compiler.compile(chosen), compiler.compile(others));
    }

    /** Goes one of two ways by a condition over header fields. */
    private static FlowInstruction branch(
            Evaluator condition, MessageState state, FlowInstruction then, FlowInstruction otherwise)
            throws NotCompilable {
        if (condition instanceof NotEvaluator not) {
            return branch(not.getEvaluator(), state, otherwise, then);
        }
        FlowInstruction first = condition instanceof OrEvaluator ? otherwise : then;
        Evaluator[] parts = condition instanceof AndEvaluator and
                ? and.getEvaluators()
                : condition instanceof OrEvaluator or ? or.getEvaluators() : null;
        if (parts != null) {
            for (int i = parts.length - 1; i >= 0; i--) {
                first = condition instanceof AndEvaluator
                        ? branch(parts[i], state, first, otherwise)
                        : branch(parts[i], state, then, first);
            }
            return first;
        }
        if (!(AddressRules.source(condition) instanceof HeaderTextRetriever field)) {
            throw new NotCompilable("a condition of a <conditionalRouter> over something else than header fields");
        }
        Pattern pattern = condition instanceof MatchEvaluator match
                ? match.getRegex()
                : Pattern.compile(
                        Pattern.quote(((EqualEvaluator) condition).getValue()),
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return new FlowInstruction.Branch(
                ExpressionCompiler.field(field.getSource(), state),
                List.of(new FlowInstruction.Branch.Arm(new BoundedPattern(pattern), then)),
                otherwise);
    }
}
