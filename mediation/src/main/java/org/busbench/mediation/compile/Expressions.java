package org.busbench.mediation.compile;

import java.util.HashMap;
import java.util.Map;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.Kind;
import org.busbench.mediation.xpath.Lane;

/** Synapse's expressions as ours. */
final class Expressions {

    private Expressions() {}

    /** One that can be decided without the engine. */
    static Expression of(SynapseXPath xpath, Kind kind) throws NotKnown {
        Map<String, String> namespaces = new HashMap<>();
        Map<?, ?> bound = xpath.getNamespaces();
        bound.forEach((prefix, namespace) -> namespaces.put(String.valueOf(prefix), String.valueOf(namespace)));
        Expression expression = Expression.compile(xpath.toString(), namespaces);
        if (expression.lane(kind) == Lane.ENGINE) {
            throw new NotKnown("\"" + xpath + "\": " + expression.reason(kind));
        }
        return expression;
    }
}
