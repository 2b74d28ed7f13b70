package org.busbench.mediation.compile;

import java.util.List;
import java.util.Map;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMNode;
import org.apache.axiom.om.OMText;
import org.apache.synapse.mediators.elementary.EnrichMediator;
import org.apache.synapse.mediators.elementary.Source;
import org.apache.synapse.mediators.elementary.Target;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.embedded.XmlFragment;
import org.busbench.mediation.fastlane.Enrichment;
import org.busbench.mediation.fastlane.Enrichment.Action;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.PayloadTemplate;
import org.busbench.mediation.xpath.Expression.ResultType;
import org.busbench.mediation.xpath.TypedExpression;

/** Compiles {@code enrich}: one that copies an element or a text to another place, by paths that are streamed, needs no tree. */
final class EnrichCompiler {

    /** The first child of the body, as Synapse takes it for what the body holds. */
    private static final String BODY = "$body/*[1]";

    private EnrichCompiler() {}

    static FlowInstruction enrich(SequenceCompiler compiler, EnrichMediator enrich, Position rest)
            throws NotCompilable {
        EmbeddedMediator step = compiler.embedded.of(enrich, rest.state());
        String property = enrich.getSource().getProperty();
        if (property != null) {
            compiler.embedded.reads(property, List.of(compiler.direction, enrich, rest.queue()));
        }
        // It may set properties.
        Position after = new Position(rest.queue(), rest.state(), rest.handler(), Map.of());
        FlowInstruction next = compiler.compile(after);
        FlowInstruction made = new FlowInstruction.Embedded(step, rest.state().fields(), next, compiler.drop());
        try {
            boolean isMoved = property != null && compiler.embedded.isReadTwice(property);
            Enrichment.Source source = isMoved ? null : source(enrich.getSource(), rest.state());
            Enrichment.Target target = target(enrich.getTarget(), rest.state());
            if (source != null && target != null) {
                return new FlowInstruction.Rewrite(new Enrichment(source, target), made, next);
            }
        } catch (NotCompilable | IllegalArgumentException e) {
            // Synapse's own object evaluates it.
        }
        compiler.steps.note(compiler.direction, enrich, "embedded");
        return made;
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

    private static TypedExpression place(SynapseXPath path, MessageState state) throws NotCompilable {
        TypedExpression place = ExpressionCompiler.typed(path, ResultType.ELEMENTS, state);
        return place.isStreamed() ? place : null;
    }
}
