package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.synapse.config.xml.XMLConfigConstants;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;

/** Changes to header fields that {@code property} and {@code header} ask for, as long as they are the same for each message. */
final class Fields {

    private Fields() {}

    /** Also what the mediator asks for. */
    static List<Field> with(List<Field> fields, PropertyMediator property) throws NotKnown {
        if (!XMLConfigConstants.SCOPE_TRANSPORT.equals(property.getScope())) {
            throw new NotKnown("the property '" + property.getName() + "' in scope '"
                    + (property.getScope() == null ? "default" : property.getScope()) + "'");
        }
        if (property.getAction() == PropertyMediator.ACTION_REMOVE) {
            return plus(fields, new Field(property.getName(), null));
        }
        if (property.getExpression() != null || property.getPattern() != null || property.getValue() == null) {
            throw new NotKnown("the transport property '" + property.getName() + "' is computed for each message");
        }
        return plus(fields, new Field(property.getName(), String.valueOf(property.getValue())));
    }

    /** Also what the mediator asks for. */
    static List<Field> with(List<Field> fields, HeaderMediator header) throws NotKnown {
        String name = header.getQName() == null ? "" : header.getQName().getLocalPart();
        boolean transport = XMLConfigConstants.HEADER_SCOPE_TRANSPORT.equals(header.getScope());
        boolean action = !transport
                && name.equals("Action")
                && header.getQName().getNamespaceURI().isEmpty();
        if (!transport && !action) {
            throw new NotKnown("the SOAP header '" + name + "' is set or removed");
        }
        if (header.getExpression() != null || header.hasEmbeddedXml()) {
            throw new NotKnown("the header '" + name + "' is computed for each message");
        }
        String value = header.getAction() == HeaderMediator.ACTION_REMOVE ? null : header.getValue();
        if (action) {
            return plus(fields, new Field("SOAPAction", value == null ? null : "\"" + value + "\""));
        }
        return plus(fields, new Field(name, value));
    }

    private static List<Field> plus(List<Field> fields, Field field) throws NotKnown {
        if (field.value() != null && field.value().chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new NotKnown("the value of '" + field.name() + "' cannot stand in a header field");
        }
        List<Field> more = new ArrayList<>(fields);
        more.removeIf(known -> known.name().equalsIgnoreCase(field.name()));
        more.add(field);
        return more;
    }
}
