package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.config.xml.SwitchCase;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.builtin.SendMediator;
import org.apache.synapse.mediators.filters.FilterMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.mediators.transform.XSLTMediator;
import org.busbench.mediation.xpath.Kind;

/** An in sequence as stages. What follows a choice is compiled into each of its branches, within a bound. */
final class RequestCompiler {

    private static final int MOST_STAGES = 500;
    private static final Pattern TRUE = Pattern.compile("true");

    private final SynapseConfiguration configuration;
    private final Stylesheets stylesheets;
    private final Target target;
    private int stages;

    /** The target is the proxy's own endpoint, or null. */
    RequestCompiler(SynapseConfiguration configuration, Stylesheets stylesheets, Target target) {
        this.configuration = configuration;
        this.stylesheets = stylesheets;
        this.target = target;
    }

    Stage compile(Mediators todo, List<Field> fields) throws NotKnown {
        if (++stages > MOST_STAGES) {
            throw new NotKnown("more than " + MOST_STAGES + " stages");
        }
        Mediators some = todo.unfolded(configuration);
        if (some.isEnd()) {
            if (target == null) {
                throw new NotKnown("the in sequence ends without sending the message");
            }
            return new Stage.Send(target, fields);
        }
        Mediator first = some.first();
        Mediators rest = some.rest();
        if (first instanceof SendMediator send) {
            return send(send, rest.unfolded(configuration), fields);
        }
        if (first instanceof SwitchMediator choice) {
            return choose(choice, rest, fields);
        }
        if (first instanceof FilterMediator filter) {
            return choose(filter, rest, fields);
        }
        if (first instanceof XSLTMediator xslt) {
            return new Stage.Change(stylesheets.of(xslt), compile(rest, fields));
        }
        if (first instanceof PropertyMediator property) {
            return compile(rest, Fields.with(fields, property));
        }
        if (first instanceof HeaderMediator header) {
            return compile(rest, Fields.with(fields, header));
        }
        throw new NotKnown("<" + Mediators.name(first) + "> in the in sequence");
    }

    private Stage send(SendMediator send, Mediators rest, List<Field> fields) throws NotKnown {
        if (send.getEndpoint() == null) {
            throw new NotKnown("a <send> without endpoint in the in sequence");
        }
        if (send.getReceivingSequence() != null) {
            throw new NotKnown("a <send> with a receiving sequence");
        }
        Target there = Targets.of(send.getEndpoint(), configuration);
        if (!rest.isOver()) {
            throw new NotKnown("<" + Mediators.name(rest.first()) + "> after a <send>");
        }
        return new Stage.Send(there, fields);
    }

    private Stage choose(SwitchMediator choice, Mediators rest, List<Field> fields) throws NotKnown {
        List<Choice.Case<Stage>> cases = new ArrayList<>();
        for (SwitchCase one : choice.getCases()) {
            Mediators todo = Mediators.of(one.getCaseMediator().getList(), rest);
            cases.add(new Choice.Case<>(one.getRegex(), compile(todo, fields)));
        }
        Mediators otherwise = choice.getDefaultCase() == null
                ? rest
                : Mediators.of(choice.getDefaultCase().getCaseMediator().getList(), rest);
        return new Stage.Choose(new Choice<>(
                Expressions.of(choice.getSource(), Kind.STRING), Kind.STRING, cases, compile(otherwise, fields)));
    }

    private Stage choose(FilterMediator filter, Mediators rest, List<Field> fields) throws NotKnown {
        if (filter.getThenKey() != null || filter.getElseKey() != null) {
            throw new NotKnown("a <filter> whose branches are named sequences");
        }
        Stage then = compile(Mediators.of(filter.getList(), rest), fields);
        Stage otherwise = filter.getElseMediator() == null
                ? compile(rest, fields)
                : compile(Mediators.of(filter.getElseMediator().getList(), rest), fields);
        boolean truth = filter.getXpath() != null;
        Kind kind = truth ? Kind.BOOLEAN : Kind.STRING;
        return new Stage.Choose(new Choice<>(
                Expressions.of(truth ? filter.getXpath() : filter.getSource(), kind),
                kind,
                List.of(new Choice.Case<>(truth ? TRUE : filter.getRegex(), then)),
                otherwise));
    }
}
