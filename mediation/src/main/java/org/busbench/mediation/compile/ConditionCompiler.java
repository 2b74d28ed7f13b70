package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.commons.evaluators.AndEvaluator;
import org.apache.synapse.commons.evaluators.EqualEvaluator;
import org.apache.synapse.commons.evaluators.Evaluator;
import org.apache.synapse.commons.evaluators.MatchEvaluator;
import org.apache.synapse.commons.evaluators.NotEvaluator;
import org.apache.synapse.commons.evaluators.OrEvaluator;
import org.apache.synapse.commons.evaluators.source.HeaderTextRetriever;
import org.apache.synapse.config.xml.SwitchCase;
import org.apache.synapse.mediators.ListMediator;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.builtin.ValidateMediator;
import org.apache.synapse.mediators.filters.FilterMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.mediators.filters.router.ConditionalRoute;
import org.apache.synapse.mediators.filters.router.ConditionalRouterMediator;
import org.busbench.mediation.compile.MessageState.Direction;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.embedded.SchemaValidation;
import org.busbench.mediation.engine.Throttle;
import org.busbench.mediation.fastlane.BoundedPattern;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TypedExpression;
import org.xml.sax.SAXException;

/**
 * Compiles what sends a message one of several ways: {@code switch}, {@code filter}, {@code conditionalRouter} with conditions over header fields (those over
 * addresses are known to {@link AddressRules}), {@code throttle} and {@code validate}.
 */
final class ConditionCompiler {

    private static final BoundedPattern TRUE = new BoundedPattern(Pattern.compile("true"));

    private ConditionCompiler() {}

    static FlowInstruction choose(SequenceCompiler compiler, SwitchMediator choice, Position start)
            throws NotCompilable {
        TypedExpression expression = ExpressionCompiler.typed(choice.getSource(), ResultType.STRING, start.state());
        Position rest = start.readBy(expression);
        List<FlowInstruction.Branch.Arm> arms = new ArrayList<>();
        for (SwitchCase one : choice.getCases()) {
            Position arm = rest.before(one.getCaseMediator().getList());
            arms.add(new FlowInstruction.Branch.Arm(new BoundedPattern(one.getRegex()), compiler.compile(arm)));
        }
        FlowInstruction otherwise = compiler.compile(
                choice.getDefaultCase() == null
                        ? rest
                        : rest.before(choice.getDefaultCase().getCaseMediator().getList()));
        return new FlowInstruction.Branch(expression, arms, otherwise);
    }

    static FlowInstruction filter(SequenceCompiler compiler, FilterMediator filter, Position start)
            throws NotCompilable {
        boolean isBoolean = filter.getXpath() != null;
        TypedExpression expression = isBoolean
                ? ExpressionCompiler.typed(filter.getXpath(), ResultType.BOOLEAN, start.state())
                : ExpressionCompiler.typed(filter.getSource(), ResultType.STRING, start.state());
        Position rest = start.readBy(expression);
        FlowInstruction then = filter.getThenKey() == null
                ? compiler.compile(rest.before(filter.getList()))
                : compiler.named(filter.getThenKey(), rest);
        ListMediator other = filter.getElseMediator();
        FlowInstruction otherwise = filter.getElseKey() == null
                ? compiler.compile(other == null ? rest : rest.before(other.getList()))
                : compiler.named(filter.getElseKey(), rest);
        BoundedPattern pattern = isBoolean ? TRUE : new BoundedPattern(filter.getRegex());
        return new FlowInstruction.Branch(
                expression, List.of(new FlowInstruction.Branch.Arm(pattern, then)), otherwise);
    }

    static FlowInstruction route(SequenceCompiler compiler, ConditionalRouterMediator router, Position rest)
            throws NotCompilable {
        Position after = router.isContinueAfter() ? rest : rest.at(MediatorQueue.END);
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

    /** An answer is not counted. */
    static FlowInstruction throttle(SequenceCompiler compiler, Throttle throttle, Position rest) throws NotCompilable {
        FlowInstruction accepted = compiler.compile(rest.before(throttle.accepted()));
        if (compiler.direction != Direction.REQUEST) {
            return accepted;
        }
        FlowInstruction refused =
                throttle.refused().isEmpty() ? compiler.drop() : compiler.compile(rest.before(throttle.refused()));
        return new FlowInstruction.Branch(
                ExpressionCompiler.address(rest.state()),
                List.of(new FlowInstruction.Branch.Arm(throttle, accepted)),
                refused);
    }

    /** Schemas are read once, now, and a mediator of ours takes the place of Synapse's. */
    static FlowInstruction validate(SequenceCompiler compiler, ValidateMediator validate, Position rest)
            throws NotCompilable {
        EmbeddedCompiler.requireContent("validate", rest.state());
        List<String> keys =
                validate.getSchemaKeys().stream().map(Value::getKeyValue).toList();
        for (String key : keys) {
            if (key != null && MediatorQueue.isMissingEntry(key, compiler.configuration)) {
                return new FlowInstruction.Fail(SynapseConstants.DEFAULT_ERROR, "there is no schema '" + key + "'");
            }
        }
        if (compiler.configuration.getProperty(SynapseConstants.SYNAPSE_SCHEMA_RESOLVER) != null
                || keys.stream().anyMatch(compiler.embedded::mayChange)) {
            throw new NotCompilable("<validate> by schemas that may change, or that a class of its own finds");
        }
        EmbeddedMediator step = validation(compiler, validate, rest.state());
        compiler.steps.note(compiler.direction, validate, "embedded");
        Position invalid =
                rest.with(rest.state().with(Mark.READ).with(Mark.INVALID)).before(validate.getList());
        return new FlowInstruction.Embedded(
                step, rest.state().fields(), compiler.compile(rest.read()), compiler.compile(invalid));
    }

    private static EmbeddedMediator validation(SequenceCompiler compiler, ValidateMediator validate, MessageState state)
            throws NotCompilable {
        boolean readsFields =
                validate.getSource() != null && compiler.embedded.readsFields(List.of(validate.getSource()), state);
        try {
            SchemaValidation mediator = new SchemaValidation(validate, compiler.configuration);
            return new EmbeddedMediator(compiler.embedded.synapse(), mediator, "validate", readsFields, true);
        } catch (SAXException | RuntimeException e) {
            throw new NotCompilable("<validate>: " + e.getMessage());
        }
    }
}
