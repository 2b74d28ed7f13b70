package org.busbench.mediation.compile;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.synapse.transport.passthru.PassThroughConstants;
import org.busbench.mediation.xpath.Expression.ResultType;

/** What {@code property} means at one place of a sequence. */
final class PropertyRules {

    private static final Set<String> MESSAGE_TYPES = Set.of("messageType", "ContentType");

    /** What has a message sent with a length instead of in chunks; a fault always has one. */
    private static final Set<String> WITH_A_LENGTH =
            Set.of(PassThroughConstants.DISABLE_CHUNKING, PassThroughConstants.FORCE_HTTP_1_0);

    /** What has the engine keep header blocks that it has dealt with; the fast lane deals with none and keeps all. */
    private static final Set<String> PRESERVING =
            Set.of(SynapseConstants.PRESERVE_PROCESSED_HEADERS, SynapseConstants.PRESERVE_WS_ADDRESSING);

    private PropertyRules() {}

    /**
     * What changes.
     *
     * @param known of the message afterwards
     * @param stage puts what is done for each message before what follows; null for nothing
     */
    record Effect(Known known, UnaryOperator<Stage> stage) {}

    static Effect of(PropertyMediator property, Direction direction, Known known) throws NotKnown {
        String scope = property.getScope() == null ? XMLConfigConstants.SCOPE_DEFAULT : property.getScope();
        return switch (scope) {
            case XMLConfigConstants.SCOPE_DEFAULT -> ofMessage(property, direction, known);
            case XMLConfigConstants.SCOPE_TRANSPORT -> ofTransport(property, direction, known);
            case XMLConfigConstants.SCOPE_AXIS2 -> ofAxis2(property, direction, known);
            default -> throw new NotKnown("the property '" + property.getName() + "' in scope '" + scope + "'");
        };
    }

    private static Effect ofMessage(PropertyMediator property, Direction direction, Known known) throws NotKnown {
        String name = property.getName();
        if (name.equals(SynapseConstants.RESPONSE) && isSet(property, "true")) {
            return new Effect(direction == Direction.ANSWER ? known : known.marked(Known.Mark.RETURNING), null);
        }
        if (name.equals(SynapseConstants.OUT_ONLY) && direction == Direction.REQUEST && isSet(property, "true")) {
            return new Effect(known.marked(Known.Mark.ONE_WAY), null);
        }
        if (PRESERVING.contains(name) && isSet(property, "true")) {
            return new Effect(known, null);
        }
        if (EngineNames.contains(name)) {
            throw new NotKnown("the property '" + name + "' in scope 'default' has a meaning of its own");
        }
        Value value = value(property, direction, known);
        return new Effect(known, next -> new Stage.Keep(name, value, next));
    }

    private static Effect ofTransport(PropertyMediator property, Direction direction, Known known) throws NotKnown {
        String name = Fields.changeable(property.getName());
        return field(new FieldName(name, false), value(property, direction, known), direction, known);
    }

    /** A header field that is set to a value, or removed when that is null. */
    static Effect field(FieldName name, Value value, Direction direction, Known known) throws NotKnown {
        if (value == null) {
            return new Effect(known.with(new Field(name.name(), null)), null);
        }
        if (value instanceof Value.Literal literal) {
            String text = name.quoted() ? "\"" + literal.text() + "\"" : literal.text();
            return new Effect(known.with(Fields.set(name.name(), text)), null);
        }
        if (direction == Direction.FAULT) {
            throw new NotKnown("the header field '" + name.name() + "' is computed in the fault sequence");
        }
        Value.Computed computed = (Value.Computed) value;
        return new Effect(known.withComputed(name.name()), next -> new Stage.Put(name, computed, next));
    }

    private static Effect ofAxis2(PropertyMediator property, Direction direction, Known known) throws NotKnown {
        String name = property.getName();
        boolean remove = property.getAction() == PropertyMediator.ACTION_REMOVE;
        boolean fault = direction == Direction.FAULT || known.made() != null;
        if (name.equals("HTTP_SC")) {
            return new Effect(known.withStatus(status(property)), null);
        }
        if (MESSAGE_TYPES.contains(name) && fault && isSet(property, "text/xml")) {
            return new Effect(known, null);
        }
        if (name.equals("pass-through.pipe") && direction == Direction.FAULT && remove) {
            return new Effect(known, null);
        }
        if (name.equals(PassThroughConstants.NO_ENTITY_BODY)
                && remove
                && !known.is(Known.Mark.EMPTY)
                && (fault || direction == Direction.REQUEST)) {
            // What comes to the fast lane has a body, and so has a fault.
            return new Effect(known, null);
        }
        if (name.equals(PassThroughConstants.NO_ENTITY_BODY)
                && !fault
                && property.getAction() == PropertyMediator.ACTION_SET
                && Boolean.TRUE.equals(property.getValue())) {
            return new Effect(known.marked(Known.Mark.EMPTY), null);
        }
        if (name.equals(PassThroughConstants.REST_URL_POSTFIX) && remove) {
            // Nothing stands behind a proxy's own address when a message comes to the fast lane.
            return new Effect(known, null);
        }
        if (name.equals(NhttpConstants.FORCE_SC_ACCEPTED)
                && direction == Direction.REQUEST
                && isSet(property, "true")) {
            return new Effect(known.marked(Known.Mark.ACCEPTED), null);
        }
        if (WITH_A_LENGTH.contains(name) && !fault && isSet(property, "true")) {
            return new Effect(known, Stage.Whole::new);
        }
        if (WITH_A_LENGTH.contains(name) && (fault || isSet(property, "false"))) {
            return new Effect(known, null);
        }
        throw new NotKnown("the property '" + name + "' in scope 'axis2' in the " + direction.sequence());
    }

    private static boolean isSet(PropertyMediator property, String value) {
        return property.getAction() == PropertyMediator.ACTION_SET
                && property.getValue() != null
                && value.equals(String.valueOf(property.getValue()));
    }

    /** Null when it is removed. */
    private static Value value(PropertyMediator property, Direction direction, Known known) throws NotKnown {
        String name = property.getName();
        if (property.getAction() == PropertyMediator.ACTION_REMOVE) {
            return null;
        }
        if (property.getType() != null && !property.getType().equals("STRING")) {
            throw new NotKnown("the property '" + name + "' has the type " + property.getType());
        }
        if (property.getValue() != null && property.getPattern() == null) {
            return new Value.Literal(String.valueOf(property.getValue()));
        }
        if (property.getExpression() == null) {
            throw new NotKnown("the property '" + name + "' is XML, or a part of a literal");
        }
        return new Value.Computed(
                Expressions.of(property.getExpression(), ResultType.STRING, direction, known),
                property.getPattern(),
                property.getGroup());
    }

    private static int status(PropertyMediator property) throws NotKnown {
        String value = String.valueOf(property.getValue());
        if (property.getAction() == PropertyMediator.ACTION_REMOVE || !value.matches("[2-5]\\d\\d")) {
            throw new NotKnown("the property HTTP_SC is no status: " + value);
        }
        if (value.equals("204") || value.equals("304") || value.equals("205")) {
            throw new NotKnown("the property HTTP_SC is a status without a body: " + value);
        }
        return Integer.parseInt(value);
    }
}
