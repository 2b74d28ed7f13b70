package org.busbench.mediation.compile;

import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.mediators.transform.HeaderMediator;

/** What {@code header} means at one place of a sequence. */
final class HeaderRules {

    private HeaderRules() {}

    static PropertyRules.Effect of(HeaderMediator header, Direction direction, Known known) throws NotKnown {
        String name = header.getQName() == null ? "" : header.getQName().getLocalPart();
        if (header.hasEmbeddedXml() || name.isEmpty()) {
            throw new NotKnown("a SOAP header is set or removed as XML");
        }
        boolean remove = header.getAction() == HeaderMediator.ACTION_REMOVE;
        if (XMLConfigConstants.HEADER_SCOPE_TRANSPORT.equals(header.getScope())) {
            FieldName field = new FieldName(Fields.changeable(name), false);
            return PropertyRules.field(field, remove ? null : value(header, direction, known), direction, known);
        }
        boolean plain = header.getQName().getNamespaceURI().isEmpty();
        if (plain && name.equals(SynapseConstants.HEADER_TO)) {
            return new PropertyRules.Effect(known.to(remove ? null : address(header)), null);
        }
        if (plain && name.equals(SynapseConstants.HEADER_ACTION) && direction == Direction.REQUEST && !remove) {
            FieldName action = new FieldName("SOAPAction", true);
            return PropertyRules.field(action, value(header, direction, known), direction, known);
        }
        throw new NotKnown("the SOAP header '" + name + "' is set or removed in the " + direction.sequence());
    }

    /** A request must never say where a connection is made to: only an address that stands in the configuration is taken. */
    private static String address(HeaderMediator header) throws NotKnown {
        if (header.getExpression() != null) {
            throw new NotKnown("the header 'To' is computed for each message");
        }
        return header.getValue();
    }

    private static Value value(HeaderMediator header, Direction direction, Known known) throws NotKnown {
        return header.getExpression() == null
                ? new Value.Literal(header.getValue())
                : Expressions.value(header.getExpression(), direction, known);
    }
}
