package org.busbench.mediation.compile;

import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMElement;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.transform.FaultMediator;
import org.apache.synapse.util.xpath.SynapseXPath;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.fastlane.FaultTemplate;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.busbench.mediation.fastlane.SoapVersion;
import org.busbench.mediation.fastlane.Value;

/** Compiles what fault sequences make: the fault of {@code makefault}, or a message of their own. */
final class FaultCompiler {

    private static final int OK = 200;

    private FaultCompiler() {}

    /** The fault sequence answers the client: with a message of its own, or with what failed, for which a fault stands. */
    static FlowInstruction sendBack(MessageState state) throws NotCompilable {
        return state.is(Mark.OWN)
                ? sendOwn(state, false)
                : new FlowInstruction.SendFault(state.status(), null, state.fields());
    }

    /** The fault sequence sends its message where it was to go: an answer to the client, a request to its own path, which fails. */
    static FlowInstruction sendOn(MessageState state) throws NotCompilable {
        return state.is(Mark.OWN)
                ? sendOwn(state, true)
                : new FlowInstruction.Fail(
                        SynapseConstants.DEFAULT_ERROR, "<send> of what failed in the fault sequence");
    }

    private static FlowInstruction sendOwn(MessageState state, boolean ofAnswers) throws NotCompilable {
        if (state.is(Mark.BARE) || state.is(Mark.NO_BODY)) {
            throw new NotCompilable("the fault sequence sends something else than a fault");
        }
        return new FlowInstruction.SendOwn(state.status() == 0 ? OK : state.status(), state.fields(), ofAnswers);
    }

    static FaultTemplate template(FaultMediator fault, MessageState state) throws NotCompilable {
        if (fault.getSoapVersion() == FaultMediator.POX) {
            return plain(fault, state);
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

    /** What takes the place of the content has one text: the detail, or else the reason. */
    private static FaultTemplate plain(FaultMediator fault, MessageState state) throws NotCompilable {
        String literal = fault.getFaultDetail() == null ? fault.getFaultReasonValue() : fault.getFaultDetail();
        SynapseXPath computed = fault.getFaultDetail() != null
                ? null
                : fault.getFaultDetailExpr() == null ? fault.getFaultReasonExpr() : fault.getFaultDetailExpr();
        if (!fault.isMarkAsResponse() || (literal == null && computed == null)) {
            throw new NotCompilable("a <makefault> without SOAP that is no answer, or has no text");
        }
        Value text = computed == null ? new Value.Literal(literal) : ExpressionCompiler.value(computed, state);
        return new FaultTemplate(SoapVersion.OF_THE_MESSAGE, null, text, null, null, null);
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
