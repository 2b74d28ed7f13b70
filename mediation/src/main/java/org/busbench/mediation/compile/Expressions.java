package org.busbench.mediation.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.Expression.Strategy;
import org.busbench.mediation.xpath.Expression.Variable;
import org.busbench.mediation.xpath.TypedExpression;

/** Synapse's expressions as ours, at one place of a sequence. */
final class Expressions {

    private static final Set<String> OF_FAULTS = Set.of("ERROR_CODE", "ERROR_MESSAGE", "ERROR_DETAIL");

    private Expressions() {}

    /** A question that can be answered without the engine. */
    static TypedExpression of(SynapseXPath xpath, ResultType kind, Direction direction, Known known) throws NotKnown {
        Map<String, String> namespaces = new HashMap<>();
        Map<?, ?> bound = xpath.getNamespaces();
        bound.forEach((prefix, namespace) -> namespaces.put(String.valueOf(prefix), String.valueOf(namespace)));
        Expression expression = Expression.compile(xpath.toString(), namespaces);
        if (expression.strategy(kind) == Strategy.ENGINE) {
            throw new NotKnown("\"" + xpath + "\": " + expression.reason(kind));
        }
        for (Variable variable : expression.variables()) {
            String reason = reason(variable, direction, known);
            if (reason != null) {
                throw new NotKnown("\"" + xpath + "\": " + reason);
            }
        }
        TypedExpression question = new TypedExpression(expression, kind);
        if (!question.needsNoContent() && direction == Direction.FAULT) {
            throw new NotKnown("\"" + xpath + "\": the fault sequence looks into the message");
        }
        if (!question.needsNoContent() && known.made() != null) {
            throw new NotKnown("\"" + xpath + "\": the fault that was made is looked into");
        }
        if (!question.needsNoContent() && known.is(Known.Mark.EMPTY)) {
            throw new NotKnown("\"" + xpath + "\": a message without its body is looked into");
        }
        return question;
    }

    /** A computed value. */
    static Value.Computed value(SynapseXPath xpath, Direction direction, Known known) throws NotKnown {
        return new Value.Computed(of(xpath, ResultType.STRING, direction, known), null, 0);
    }

    private static String reason(Variable variable, Direction direction, Known known) {
        return switch (variable.prefix()) {
            case "trp" -> ofField(variable.name(), known);
            case "ctx" -> ofProperty(variable.name(), direction);
            case "axis2" -> ofAxis2(variable.name(), direction, known);
            default -> null;
        };
    }

    private static String ofField(String name, Known known) {
        return known.isChanged(name) ? "the header field '" + name + "' was changed before" : null;
    }

    private static String ofProperty(String name, Direction direction) {
        boolean ofFault = OF_FAULTS.contains(name) && direction == Direction.FAULT;
        boolean free = !EngineNames.contains(name) || name.equals("proxy.name");
        return ofFault || free ? null : "the property '" + name + "' may be one of the engine's own";
    }

    private static String ofAxis2(String name, Direction direction, Known known) {
        boolean status = name.equals("HTTP_SC") && direction == Direction.ANSWER && known.status() == 0;
        boolean method = name.equals("HTTP_METHOD") && direction == Direction.REQUEST;
        return status || method ? null : "the property '" + name + "' of the scope axis2 is the engine's";
    }
}
