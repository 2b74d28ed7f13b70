package org.busbench.mediation.engine;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.Mediator;
import org.apache.synapse.MessageContext;
import org.apache.synapse.commons.evaluators.AndEvaluator;
import org.apache.synapse.commons.evaluators.Evaluator;
import org.apache.synapse.commons.evaluators.EvaluatorContext;
import org.apache.synapse.commons.evaluators.EvaluatorException;
import org.apache.synapse.commons.evaluators.MatchEvaluator;
import org.apache.synapse.commons.evaluators.NotEvaluator;
import org.apache.synapse.commons.evaluators.OrEvaluator;
import org.apache.synapse.commons.evaluators.source.SourceTextRetriever;
import org.apache.synapse.config.xml.ConditionalRouterMediatorFactory;
import org.apache.synapse.config.xml.URLRewriteMediatorFactory;
import org.apache.synapse.mediators.filters.router.ConditionalRoute;
import org.apache.synapse.mediators.filters.router.ConditionalRouterMediator;
import org.apache.synapse.mediators.transform.url.RewriteAction;
import org.apache.synapse.mediators.transform.url.RewriteRule;
import org.apache.synapse.mediators.transform.url.URIFragments;
import org.apache.synapse.mediators.transform.url.URLRewriteMediator;
import org.busbench.mediation.fastlane.BoundedPattern;

/**
 * What Synapse compares with a regular expression in a condition. It fails where that would take more steps than a message may, as {@link BoundedSource} does. For
 * any thread.
 *
 * @param of finds the text
 */
public record BoundedText(SourceTextRetriever of, BoundedPattern pattern) implements SourceTextRetriever {

    @Override
    public String getSource() {
        return of.getSource();
    }

    @Override
    public String getSourceText(EvaluatorContext context) throws EvaluatorException {
        String text = of.getSourceText(context);
        if (text != null) {
            pattern.testStepwise(text);
        }
        return text;
    }

    private static void bound(Evaluator condition) {
        if (condition instanceof AndEvaluator and) {
            List.of(and.getEvaluators()).forEach(BoundedText::bound);
        } else if (condition instanceof OrEvaluator or) {
            List.of(or.getEvaluators()).forEach(BoundedText::bound);
        } else if (condition instanceof NotEvaluator not) {
            bound(not.getEvaluator());
        } else if (condition instanceof MatchEvaluator match) {
            match.setTextRetriever(new BoundedText(match.getTextRetriever(), new BoundedPattern(match.getRegex())));
        }
    }

    /** Makes {@code conditionalRouter}. */
    public static final class OfRouter extends ConditionalRouterMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            ConditionalRouterMediator made =
                    (ConditionalRouterMediator) super.createSpecificMediator(element, properties);
            made.getConditionalRoutes().stream()
                    .map(ConditionalRoute::getEvaluator)
                    .forEach(BoundedText::bound);
            return made;
        }
    }

    /** Makes {@code rewrite}. */
    public static final class OfRewrite extends URLRewriteMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            URLRewriteMediator made = (URLRewriteMediator) super.createSpecificMediator(element, properties);
            for (RewriteRule rule : made.getRules()) {
                bound(rule.getCondition());
                rule.getActions().replaceAll(Replacement::of);
            }
            return made;
        }
    }

    /** Replaces what a regular expression finds in a part of the address. */
    private static final class Replacement extends RewriteAction {
        private final BoundedPattern pattern;

        private Replacement(RewriteAction same) {
            setValue(same.getValue());
            setXpath(same.getXpath());
            setRegex(same.getRegex());
            setFragmentIndex(same.getFragmentIndex());
            setActionType(same.getActionType());
            pattern = new BoundedPattern(Pattern.compile(same.getRegex()));
        }

        /** The whole address and the port are set, whatever the action says. */
        static RewriteAction of(RewriteAction action) {
            boolean replaces = action.getActionType() == ACTION_REPLACE
                    && action.getRegex() != null
                    && action.getFragmentIndex() != URIFragments.FULL_URI
                    && action.getFragmentIndex() != URIFragments.PORT;
            return replaces ? new Replacement(action) : action;
        }

        @Override
        public void execute(URIFragments address, MessageContext message) {
            String part = address.getStringFragment(getFragmentIndex());
            String value = getXpath() == null ? getValue() : getXpath().stringValueOf(message);
            String replaced = pattern.replaceAll(part == null ? "" : part, value == null ? "" : value);
            address.setStringFragment(getFragmentIndex(), replaced);
        }
    }
}
