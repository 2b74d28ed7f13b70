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
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xpath.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/** Compiles {@code enrich}: one that copies an element or a text to another place, by paths that are streamed, needs no tree. */
final class EnrichCompiler {

    /** The first child of the body, as Synapse takes it for what the body holds. */
    private static final String BODY = "$body/*[1]";

    private static final String ENVELOPE = "/*";

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
        String kept = enrich.getTarget().getProperty();
        if (kept != null && enrich.getTarget().getAction().equals(Target.ACTION_ADD_CHILD)) {
            embedded.reads(kept, place);
        }
        try {
            String known = property == null ? variable(enrich.getSource()) : property;
            // To Synapse the property and the message hold the same nodes.
            boolean isShared = known != null
                    ? embedded.isRead(known, 2)
                    : kept != null && !enrich.getSource().isClone() && embedded.isRead(kept, 1);
            Enrichment.Source source = isShared ? null : source(enrich.getSource(), known, state);
            Enrichment.Target target = target(enrich.getTarget(), state);
            return source == null || target == null ? null : new Enrichment(source, target);
        } catch (NotCompilable | IllegalArgumentException e) {
            return null;
        }
    }

    /** The property that an expression names, and nothing else; null for another source. */
    private static String variable(Source source) {
        return source.getSourceType() == EnrichMediator.CUSTOM && source.isClone()
                ? ExpressionCompiler.wholeProperty(source.getXpath())
                : null;
    }

    /** Null for another kind of source. */
    private static Enrichment.Source source(Source source, String property, MessageState state) throws NotCompilable {
        if (property != null) {
            return new Enrichment.Source(null, property, null, false, false);
        }
        return switch (source.getSourceType()) {
            case EnrichMediator.CUSTOM -> source(place(source.getXpath(), state), !source.isClone());
            case EnrichMediator.BODY -> source(place(ExpressionCompiler.synapse(BODY), state), !source.isClone());
            case EnrichMediator.ENVELOPE ->
                new Enrichment.Source(null, null, place(ExpressionCompiler.synapse(ENVELOPE), state), false, true);
            case EnrichMediator.INLINE -> source(inline(source.getInlineOMNode()));
            default -> null;
        };
    }

    /** Of a text only a copy is ever put somewhere. */
    private static Enrichment.Source source(TypedExpression place, boolean moved) {
        return place == null
                ? null
                : new Enrichment.Source(
                        null, null, place, moved && !place.expression().selectsTexts(), false);
    }

    private static Enrichment.Source source(XmlFragment inline) {
        return inline == null ? null : new Enrichment.Source(inline, null, null, false, false);
    }

    private static XmlFragment inline(OMNode node) {
        if (node instanceof OMElement element) {
            XmlFragment fragment = XmlFragment.of(element);
            boolean isEnvelope = SoapNamespaces.contains(element.getNamespaceURI())
                    && fragment.isEnvelope(element.getNamespaceURI());
            return fragment.isOfSoap() && !isEnvelope ? null : fragment;
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
            case EnrichMediator.ENVELOPE -> target(place(ExpressionCompiler.synapse(ENVELOPE), state), Action.ENVELOPE);
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
