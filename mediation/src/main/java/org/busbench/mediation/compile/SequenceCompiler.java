package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.SwitchCase;
import org.apache.synapse.mediators.ListMediator;
import org.apache.synapse.mediators.builtin.DropMediator;
import org.apache.synapse.mediators.builtin.LogMediator;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.builtin.RespondMediator;
import org.apache.synapse.mediators.builtin.SendMediator;
import org.apache.synapse.mediators.filters.FilterMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.mediators.transform.FaultMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.mediators.transform.XSLTMediator;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/** A sequence as stages. What follows a choice is compiled into each of its branches, within a bound. For one sequence. */
final class SequenceCompiler {

    private static final int MOST_STAGES = 500;
    private static final Pattern TRUE = Pattern.compile("true");

    private final SynapseConfiguration configuration;
    private final Stylesheets stylesheets;
    private final Handlers handlers;
    private final Direction direction;
    private final Leaves leaves;
    private int stages;

    /** Finds the sequences that are told of failures. */
    interface Handlers {

        Stage named(String key) throws NotKnown;
    }

    /** The target is the proxy's own endpoint, or null; handlers are not asked in fault sequences. */
    SequenceCompiler(
            SynapseConfiguration configuration,
            Stylesheets stylesheets,
            Handlers handlers,
            Direction direction,
            Destination target) {
        this.configuration = configuration;
        this.stylesheets = stylesheets;
        this.handlers = handlers;
        this.direction = direction;
        this.leaves = new Leaves(configuration, direction, target);
    }

    Stage compile(Mediators todo) throws NotKnown {
        return compile(todo, Known.NOTHING, null);
    }

    /** The handler is the one that is in force. */
    private Stage compile(Mediators todo, Known known, String handler) throws NotKnown {
        if (++stages > MOST_STAGES) {
            throw new NotKnown("more than " + MOST_STAGES + " stages");
        }
        Mediators some = todo.unfolded(configuration, direction);
        String wanted = some.handler();
        if (direction != Direction.FAULT && !String.valueOf(wanted).equals(String.valueOf(handler))) {
            return new Stage.Guard(handlers.named(wanted), compile(some, known, wanted));
        }
        if (some.isEnd()) {
            return leaves.end(known);
        }
        Mediator first = some.first();
        Mediators rest = some.rest();
        if (first instanceof DropMediator) {
            return leaves.drop();
        }
        if (first instanceof RespondMediator) {
            return leaves.back(known);
        }
        if (first instanceof SendMediator send) {
            List<LogLine> afterwards = new ArrayList<>();
            boolean ends = onlyLogs(rest, known, afterwards);
            return noted(afterwards, leaves.send(send, known, ends));
        }
        if (first instanceof SwitchMediator choice) {
            return choose(choice, rest, known, handler);
        }
        if (first instanceof FilterMediator filter) {
            return choose(filter, rest, known, handler);
        }
        if (first instanceof LogMediator log) {
            LogLine line = Logs.of(log, direction, known);
            if (line.looksIntoTheMessage()) {
                requireBody(first, known);
            }
            return new Stage.Note(line, compile(rest, known, handler));
        }
        if (first instanceof XSLTMediator xslt) {
            requireMessage(first, known);
            return new Stage.Change(stylesheets.of(xslt, direction, known), compile(rest, known, handler));
        }
        if (first instanceof FaultMediator fault) {
            requireBody(first, known);
            Fault made = Faults.of(fault, direction, known);
            return compile(rest, known.with(made, fault.isMarkAsResponse()), handler);
        }
        if (first instanceof PropertyMediator property) {
            return done(PropertyRules.of(property, direction, known), rest, handler);
        }
        if (first instanceof HeaderMediator header) {
            return done(HeaderRules.of(header, direction, known), rest, handler);
        }
        throw new NotKnown("<" + Mediators.name(first) + "> in the " + direction.sequence());
    }

    private Stage done(PropertyRules.Effect effect, Mediators rest, String handler) throws NotKnown {
        Stage next = compile(rest, effect.known(), handler);
        return effect.stage() == null ? next : effect.stage().apply(next);
    }

    /** What fails is told with a fault, which would have no body either. */
    private static void requireBody(Mediator mediator, Known known) throws NotKnown {
        if (known.is(Known.Mark.EMPTY)) {
            throw new NotKnown("<" + Mediators.name(mediator) + "> after NO_ENTITY_BODY");
        }
    }

    private void requireMessage(Mediator mediator, Known known) throws NotKnown {
        requireBody(mediator, known);
        if (direction == Direction.FAULT || known.made() != null) {
            throw new NotKnown("<" + Mediators.name(mediator) + "> in the " + direction.sequence()
                    + (known.made() == null ? "" : " after <makefault>"));
        }
    }

    /** Whether the sequence ends here, or is dropped, which differs when the proxy has a target. Lines to be logged before that are collected. */
    private boolean onlyLogs(Mediators todo, Known known, List<LogLine> lines) throws NotKnown {
        Mediators some = todo.unfolded(configuration, direction);
        while (some.first() instanceof LogMediator log) {
            lines.add(Logs.of(log, direction, known));
            some = some.rest().unfolded(configuration, direction);
        }
        if (!some.isOver()) {
            throw new NotKnown("<" + Mediators.name(some.first()) + "> after a <send>");
        }
        return some.isEnd();
    }

    private static Stage noted(List<LogLine> lines, Stage then) {
        Stage stage = then;
        for (int i = lines.size() - 1; i >= 0; i--) {
            stage = new Stage.Note(lines.get(i), stage);
        }
        return stage;
    }

    private Stage choose(SwitchMediator choice, Mediators rest, Known known, String handler) throws NotKnown {
        TypedExpression question = Expressions.of(choice.getSource(), ResultType.STRING, direction, known);
        List<Choice.Case<Stage>> cases = new ArrayList<>();
        for (SwitchCase one : choice.getCases()) {
            cases.add(new Choice.Case<>(
                    one.getRegex(), branch(one.getCaseMediator().getList(), rest, known, handler)));
        }
        Stage otherwise = choice.getDefaultCase() == null
                ? compile(rest, known, handler)
                : branch(choice.getDefaultCase().getCaseMediator().getList(), rest, known, handler);
        return new Stage.Choose(new Choice<>(question, cases, otherwise));
    }

    private Stage choose(FilterMediator filter, Mediators rest, Known known, String handler) throws NotKnown {
        boolean truth = filter.getXpath() != null;
        TypedExpression question = Expressions.of(
                truth ? filter.getXpath() : filter.getSource(),
                truth ? ResultType.BOOLEAN : ResultType.STRING,
                direction,
                known);
        Stage then = filter.getThenKey() == null
                ? branch(filter.getList(), rest, known, handler)
                : named(filter.getThenKey(), rest, known, handler);
        Stage otherwise = compileElse(filter, rest, known, handler);
        return new Stage.Choose(
                new Choice<>(question, List.of(new Choice.Case<>(truth ? TRUE : filter.getRegex(), then)), otherwise));
    }

    private Stage compileElse(FilterMediator filter, Mediators rest, Known known, String handler) throws NotKnown {
        if (filter.getElseKey() != null) {
            return named(filter.getElseKey(), rest, known, handler);
        }
        ListMediator otherwise = filter.getElseMediator();
        return otherwise == null ? compile(rest, known, handler) : branch(otherwise.getList(), rest, known, handler);
    }

    private Stage branch(List<Mediator> list, Mediators rest, Known known, String handler) throws NotKnown {
        return compile(Mediators.of(list, rest, handler), known, handler);
    }

    private Stage named(String key, Mediators rest, Known known, String handler) throws NotKnown {
        return compile(new Mediators(Mediators.named(key, configuration), rest, handler), known, handler);
    }
}
