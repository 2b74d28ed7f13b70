package org.busbench.mediation.engine;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.Mediator;
import org.apache.synapse.MessageContext;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.xml.FilterMediatorFactory;
import org.apache.synapse.config.xml.PropertyMediatorFactory;
import org.apache.synapse.config.xml.SwitchCase;
import org.apache.synapse.config.xml.SwitchMediatorFactory;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.filters.FilterMediator;
import org.apache.synapse.mediators.filters.SwitchMediator;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.fastlane.BoundedPattern;
import org.jaxen.JaxenException;

/**
 * An expression whose text Synapse compares with regular expressions of the configuration. It fails where that would take more steps than a message may; Synapse's own
 * matcher, which has no bound, then takes no more, either. For any thread.
 */
final class BoundedSource extends SynapseXPath {
    private static final long serialVersionUID = 1L;

    private final transient List<BoundedPattern> patterns;

    private BoundedSource(SynapseXPath of, List<Pattern> patterns) throws JaxenException {
        super(of.toString());
        for (Object prefix : of.getNamespaces().keySet()) {
            addNamespace((String) prefix, (String) of.getNamespaces().get(prefix));
        }
        this.patterns = patterns.stream().map(BoundedPattern::new).toList();
    }

    private static SynapseXPath of(SynapseXPath source, List<Pattern> patterns) {
        try {
            return new BoundedSource(source, patterns);
        } catch (JaxenException e) {
            throw new SynapseException("the expression " + source + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String stringValueOf(MessageContext message) {
        String text = super.stringValueOf(message);
        for (BoundedPattern pattern : text == null ? List.<BoundedPattern>of() : patterns) {
            if (pattern.testStepwise(text)) {
                break; // As Synapse, which looks no further.
            }
        }
        return text;
    }

    /** Makes {@code switch}. */
    public static final class OfSwitch extends SwitchMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            SwitchMediator made = (SwitchMediator) super.createSpecificMediator(element, properties);
            List<Pattern> patterns =
                    made.getCases().stream().map(SwitchCase::getRegex).toList();
            made.setSource(of(made.getSource(), patterns));
            return made;
        }
    }

    /** Makes {@code filter}. */
    public static final class OfFilter extends FilterMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            FilterMediator made = (FilterMediator) super.createSpecificMediator(element, properties);
            if (made.getRegex() != null) {
                made.setSource(of(made.getSource(), List.of(made.getRegex())));
            }
            return made;
        }
    }

    /** Makes {@code property}. */
    public static final class OfProperty extends PropertyMediatorFactory {
        @Override
        public Mediator createSpecificMediator(OMElement element, Properties properties) {
            PropertyMediator made = (PropertyMediator) super.createSpecificMediator(element, properties);
            if (made.getPattern() != null && made.getExpression() != null) {
                made.setExpression(of(made.getExpression(), List.of(made.getPattern())), made.getType());
            }
            return made;
        }
    }
}
