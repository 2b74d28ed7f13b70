package org.busbench.mediation.compile;

import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.synapse.mediators.elementary.EnrichMediator;
import org.apache.synapse.mediators.elementary.Source;
import org.apache.synapse.mediators.elementary.Target;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.embedded.XmlFragment;
import org.busbench.mediation.fastlane.Enrichment;
import org.busbench.mediation.fastlane.Enrichment.Action;
import org.busbench.mediation.fastlane.PayloadTemplate;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/** Compiles {@code enrich}: one that copies an element or a text to another place, by paths that are streamed, needs no tree. */
final class EnrichCompiler {

    /** The first child of the body, as Synapse takes it for what the body holds. */
    private static final String BODY = "$body/*[1]";

    private EnrichCompiler() {}

    /**
     * Null for one that Synapse's own object has to execute.
     *
     * @param place of the mediator in the flow
     */
    static Enrichment of(EnrichMediator enrich, EmbeddedCompiler embedded, Object place, MessageState state) {
        String property = enrich.getSource().getProperty();
        if (property != null) {
            embedded.reads(property, place);
        }
        try {
            boolean isMoved = property != null && embedded.isReadTwice(property);
            Enrichment.Source source = isMoved ? null : source(enrich.getSource(), state);
            Enrichment.Target target = target(enrich.getTarget(), state);
            return source == null || target == null ? null : new Enrichment(source, target);
        } catch (NotCompilable | IllegalArgumentException e) {
            return null;
        }
    }

    /** Null for another kind of source. */
    private static Enrichment.Source source(Source source, MessageState state) throws NotCompilable {
        boolean isCopied = source.isClone();
        return switch (source.getSourceType()) {
            case EnrichMediator.CUSTOM -> isCopied ? source(place(source.getXpath(), state)) : null;
            case EnrichMediator.BODY -> isCopied ? source(place(ExpressionCompiler.synapse(BODY), state)) : null;
            case EnrichMediator.PROPERTY -> new Enrichment.Source(null, source.getProperty(), null);
            case EnrichMediator.INLINE -> source(inline(source.getInlineOMNode()));
            default -> null;
        };
    }

    private static Enrichment.Source source(TypedExpression place) {
        return place == null ? null : new Enrichment.Source(null, null, place);
    }

    private static Enrichment.Source source(XmlFragment inline) {
        return inline == null ? null : new Enrichment.Source(inline, null, null);
    }

    private static XmlFragment inline(OMNode node) {
        if (node instanceof OMElement element) {
            XmlFragment fragment = XmlFragment.of(element);
            return fragment.isOfSoap() ? null : fragment;
        }
        return node instanceof OMText text ? PayloadTemplate.text(text.getText()) : null;
    }

    private static Enrichment.Target target(Target target, MessageState state) throws NotCompilable {
        Action action = switch (target.getAction()) {
            case Target.ACTION_REPLACE -> Action.REPLACE;
            case Target.ACTION_ADD_CHILD -> Action.CHILD;
            case Target.ACTION_ADD_SIBLING -> Action.SIBLING;
            default -> null;
        };
        if (action == null) {
            return null;
        }
        return switch (target.getTargetType()) {
            case EnrichMediator.CUSTOM -> target(place(target.getXpath(), state), action);
            case EnrichMediator.BODY -> target(place(ExpressionCompiler.synapse(BODY), state), action);
            // A child is put into what the property holds.
            case EnrichMediator.PROPERTY ->
                action == Action.CHILD ? null : new Enrichment.Target(target.getProperty(), null, action);
            default -> null;
        };
    }

    private static Enrichment.Target target(TypedExpression place, Action action) {
        return place == null ? null : new Enrichment.Target(null, place, action);
    }

    /** Null for a path that is not streamed. */
    static TypedExpression place(SynapseXPath path, MessageState state) throws NotCompilable {
        TypedExpression place = ExpressionCompiler.typed(path, ResultType.ELEMENTS, state);
        return place.isStreamed() ? place : null;
    }
}
