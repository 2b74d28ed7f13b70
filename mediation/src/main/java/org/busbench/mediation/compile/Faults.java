package org.busbench.mediation.compile;

import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.mediators.transform.FaultMediator;

/** What {@code makefault} means at one place of a sequence. */
final class Faults {

    private Faults() {}

    static Fault of(FaultMediator fault, Direction direction, Known known) throws NotKnown {
        if (fault.getSoapVersion() == FaultMediator.POX) {
            throw new NotKnown("a <makefault> that is no SOAP");
        }
        if (fault.getFaultCodeValue() == null && fault.getFaultCodeExpr() == null) {
            throw new NotKnown("a <makefault> without a code");
        }
        if (fault.getFaultDetailExpr() != null) {
            // Synapse takes nodes out of the message for it, or parses the value as XML.
            throw new NotKnown("a <makefault> whose detail is XML by an expression");
        }
        if (fault.getFaultReasonValue() == null && fault.getFaultReasonExpr() == null) {
            throw new NotKnown("a <makefault> without a reason");
        }
        Value reason = fault.getFaultReasonValue() != null
                ? new Value.Literal(fault.getFaultReasonValue())
                : Expressions.value(fault.getFaultReasonExpr(), direction, known);
        Fault.Version version = switch (fault.getSoapVersion()) {
            case FaultMediator.SOAP11 -> Fault.Version.SOAP_11;
            case FaultMediator.SOAP12 -> Fault.Version.SOAP_12;
            default -> Fault.Version.OF_THE_MESSAGE;
        };
        return new Fault(
                version,
                code(fault, direction, known),
                reason,
                fault.getFaultNode(),
                fault.getFaultRole(),
                detail(fault));
    }

    /** A computed code is one of SOAP's own, in the namespace of the envelope. */
    private static Fault.Code code(FaultMediator fault, Direction direction, Known known) throws NotKnown {
        QName literal = fault.getFaultCodeValue();
        if (literal == null) {
            return new Fault.Code("soapenv", null, Expressions.value(fault.getFaultCodeExpr(), direction, known));
        }
        String namespace = literal.getPrefix().isEmpty() ? null : literal.getNamespaceURI();
        return new Fault.Code(literal.getPrefix(), namespace, new Value.Literal(literal.getLocalPart()));
    }

    private static String detail(FaultMediator fault) throws NotKnown {
        if (fault.getFaultDetail() != null) {
            return fault.getFaultDetail()
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;");
        }
        if (fault.getFaultDetailElements().isEmpty()) {
            return null;
        }
        StringWriter xml = new StringWriter();
        for (OMElement element : fault.getFaultDetailElements()) {
            try {
                element.serialize(xml);
            } catch (XMLStreamException e) {
                throw new NotKnown("the detail of a <makefault> cannot be written out: " + e.getMessage());
            }
        }
        return xml.toString();
    }
}
