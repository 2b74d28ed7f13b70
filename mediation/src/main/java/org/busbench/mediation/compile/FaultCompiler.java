package org.busbench.mediation.compile;

import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.mediators.transform.FaultMediator;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.fastlane.FaultTemplate;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.SoapVersion;
import org.busbench.mediation.fastlane.Value;

/** Compiles what fault sequences make: the fault of {@code makefault}, or a message of their own. */
final class FaultCompiler {

    private static final int OK = 200;

    private FaultCompiler() {}

    /** A message of the fault sequence's own goes to the client. */
    static FlowInstruction sendOwn(MessageState state) throws NotCompilable {
        if (!state.is(Mark.OWN) || state.is(Mark.BARE) || state.is(Mark.NO_BODY)) {
            throw new NotCompilable("the fault sequence sends something else than a fault");
        }
        return new FlowInstruction.SendOwn(state.status() == 0 ? OK : state.status(), state.fields());
    }

    static FaultTemplate template(FaultMediator fault, MessageState state) throws NotCompilable {
        if (fault.getSoapVersion() == FaultMediator.POX) {
            throw new NotCompilable("a <makefault> that is no SOAP");
        }
        if (fault.getFaultCodeValue() == null && fault.getFaultCodeExpr() == null) {
            throw new NotCompilable("a <makefault> without a code");
        }
        if (fault.getFaultDetailExpr() != null) {
            // Synapse takes nodes out of the message for it, or parses the value as XML.
            throw new NotCompilable("a <makefault> whose detail is XML by an expression");
        }
        if (fault.getFaultReasonValue() == null && fault.getFaultReasonExpr() == null) {
            throw new NotCompilable("a <makefault> without a reason");
        }
        Value reason = ExpressionCompiler.value(fault.getFaultReasonValue(), fault.getFaultReasonExpr(), state);
        SoapVersion version = switch (fault.getSoapVersion()) {
            case FaultMediator.SOAP11 -> SoapVersion.SOAP_11;
            case FaultMediator.SOAP12 -> SoapVersion.SOAP_12;
            default -> SoapVersion.OF_THE_MESSAGE;
        };
        return new FaultTemplate(
                version,
                faultCode(fault, state),
                reason,
                fault.getFaultNode(),
                fault.getFaultRole(),
                faultDetail(fault));
    }

    /** A computed code is one of SOAP's own, in the namespace of the envelope. */
    private static FaultTemplate.Code faultCode(FaultMediator fault, MessageState state) throws NotCompilable {
        QName literal = fault.getFaultCodeValue();
        if (literal == null) {
            return new FaultTemplate.Code("soapenv", null, ExpressionCompiler.value(fault.getFaultCodeExpr(), state));
        }
        String namespace = literal.getPrefix().isEmpty() ? null : literal.getNamespaceURI();
        return new FaultTemplate.Code(literal.getPrefix(), namespace, new Value.Literal(literal.getLocalPart()));
    }

    private static String faultDetail(FaultMediator fault) throws NotCompilable {
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
                throw new NotCompilable("the detail of a <makefault> cannot be written out: " + e.getMessage());
            }
        }
        return xml.toString();
    }
}
