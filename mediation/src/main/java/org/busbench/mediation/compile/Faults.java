package org.busbench.mediation.compile;

import java.io.StringWriter;
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
        if (fault.getFaultCodeValue() == null) {
            throw new NotKnown("a <makefault> whose code is computed");
        }
        if (fault.getFaultDetailExpr() != null) {
            throw new NotKnown("a <makefault> whose detail is computed");
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
                version, fault.getFaultCodeValue(), reason, fault.getFaultNode(), fault.getFaultRole(), detail(fault));
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
