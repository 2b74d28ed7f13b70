package org.busbench.mediation.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.synapse.SynapseException;
import org.apache.synapse.commons.evaluators.AndEvaluator;
import org.apache.synapse.commons.evaluators.EqualEvaluator;
import org.apache.synapse.commons.evaluators.Evaluator;
import org.apache.synapse.commons.evaluators.EvaluatorContext;
import org.apache.synapse.commons.evaluators.EvaluatorException;
import org.apache.synapse.commons.evaluators.MatchEvaluator;
import org.apache.synapse.commons.evaluators.NotEvaluator;
import org.apache.synapse.commons.evaluators.OrEvaluator;
import org.apache.synapse.commons.evaluators.source.ParameterTextRetriever;
import org.apache.synapse.commons.evaluators.source.PropertyTextRetriever;
import org.apache.synapse.commons.evaluators.source.SourceTextRetriever;
import org.apache.synapse.commons.evaluators.source.URLTextRetriever;
import org.apache.synapse.mediators.transform.url.RewriteAction;
import org.apache.synapse.mediators.transform.url.RewriteRule;
import org.apache.synapse.mediators.transform.url.URLRewriteMediator;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.embedded.EmbeddedSynapse;
import org.busbench.mediation.engine.BoundedText;
import org.busbench.mediation.fastlane.LogWriter;
import org.busbench.mediation.xpath.Expression;
import org.busbench.mediation.xpath.ResultType;

/**
 * Rules over the address of a message whose outcome is known when a flow is compiled, since only the configuration decides: Synapse's own objects execute them
 * once. Rules that ask the message are refused, so that no message says where a connection is made to.
 *
 * @param address of the message; null for none
 * @param literals properties with the same text for each message
 */
record AddressRules(String address, Map<String, String> literals) {

    private record Fixed(String to, String action, String messageId) implements EmbeddedMessage.Head {}

    /** Whether a condition holds; null when that depends on the message. */
    Boolean holds(Evaluator condition) throws NotCompilable {
        if (address == null || !isFixed(condition)) {
            return null;
        }
        EvaluatorContext context = new EvaluatorContext(address, Map.of());
        context.setProperties(new HashMap<>(literals));
        try {
            return condition.evaluate(context);
        } catch (EvaluatorException e) {
            throw new NotCompilable("a condition over the address '" + address + "': " + e.getMessage());
        }
    }

    /**
     * What a mediator makes of the address.
     *
     * @throws NotCompilable when that depends on the message
     * @throws SynapseException when it is no address; every message fails
     */
    String rewritten(URLRewriteMediator rewrite, EmbeddedSynapse synapse) throws NotCompilable {
        for (RewriteRule rule : rewrite.getRules()) {
            if (rule.getCondition() != null && !isFixed(rule.getCondition())) {
                throw new NotCompilable("<rewrite>: a condition asks the message");
            }
            for (RewriteAction action : rule.getActions()) {
                requireFixed(action.getXpath());
            }
        }
        if (rewrite.getInputProperty() != null || rewrite.getOutputProperty() != null) {
            throw new NotCompilable("<rewrite> of a property");
        }
        EmbeddedMessage message = new EmbeddedMessage(
                synapse,
                new Fixed(address, null, ""),
                new HashMap<>(literals),
                LogWriter.ofService("rewrite"),
                "POST",
                0);
        try {
            rewrite.mediate(message);
        } catch (NumberFormatException e) {
            throw new NotCompilable("<rewrite> to a port that is no number: " + e.getMessage());
        }
        return message.getTo().getAddress();
    }

    private void requireFixed(SynapseXPath xpath) throws NotCompilable {
        if (xpath == null) {
            return;
        }
        Expression asked = ExpressionCompiler.parsed(xpath);
        boolean fixed = asked.needsNoContent(ResultType.STRING)
                && asked.variables().stream()
                        .allMatch(variable -> variable.prefix().equals("ctx") && literals.containsKey(variable.name()));
        if (!fixed) {
            throw new NotCompilable("<rewrite>: \"" + xpath + "\" asks the message");
        }
    }

    private boolean isFixed(Evaluator condition) {
        if (condition instanceof AndEvaluator and) {
            return List.of(and.getEvaluators()).stream().allMatch(this::isFixed);
        }
        if (condition instanceof OrEvaluator or) {
            return List.of(or.getEvaluators()).stream().allMatch(this::isFixed);
        }
        if (condition instanceof NotEvaluator not) {
            return isFixed(not.getEvaluator());
        }
        SourceTextRetriever source = source(condition);
        // No message with a query comes here.
        return source instanceof URLTextRetriever
                || source instanceof ParameterTextRetriever
                || (source instanceof PropertyTextRetriever property && literals.containsKey(property.getSource()));
    }

    /** What a condition compares; null for one that combines others. */
    static SourceTextRetriever source(Evaluator condition) {
        if (condition instanceof EqualEvaluator equal) {
            return equal.getTextRetriever();
        }
        SourceTextRetriever matched = condition instanceof MatchEvaluator match ? match.getTextRetriever() : null;
        return matched instanceof BoundedText bounded ? bounded.of() : matched;
    }
}
