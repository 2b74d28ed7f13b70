package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.soap.FaultText;

/**
 * What failed, and the SOAP fault that a client gets for it.
 *
 * @param code one of {@code SynapseConstants}, which fault sequences ask for
 */
record FlowError(int code, String text) {

    /** An exception of a mediator. */
    private static final int MEDIATION = 0;

    private static final int CONNECT_FAILED = 101503;
    /** That of an endpoint's timeout, which Synapse itself watches; 101504 is one of its transport's. */
    private static final int NO_ANSWER = 504;

    private static final int CLOSED = 101505;
    private static final int BAD_ANSWER = 101506;
    private static final int CONNECT_TIMEOUT = 101508;
    private static final int NO_MEMBER_READY = 303000;
    private static final int ENDPOINT_NOT_READY = 303001;

    /** Nothing failed: the sequence itself makes a fault. */
    static final FlowError NONE = new FlowError(MEDIATION, "");

    static FlowError of(Failure failure) {
        int code = switch (failure.kind()) {
            case CONNECT -> CONNECT_FAILED;
            case CONNECT_TIMEOUT -> CONNECT_TIMEOUT;
            case CLOSED -> CLOSED;
            case ANSWER_TIMEOUT -> NO_ANSWER;
            case BAD_ANSWER, ANSWER_TOO_LARGE -> BAD_ANSWER;
            case BODY_TOO_LARGE -> MEDIATION;
        };
        return new FlowError(code, failure.detail());
    }

    static FlowError ofMediation(String text) {
        return new FlowError(MEDIATION, text);
    }

    static FlowError unavailable(Upstream upstream) {
        return new FlowError(
                upstream instanceof Upstream.Single ? ENDPOINT_NOT_READY : NO_MEMBER_READY, upstream.unavailable());
    }

    /**
     * Returns the answer with the fault.
     *
     * @param code the value of the template's code, if there is a template
     * @param reason the value of the template's reason, if there is a template
     */
    Answer answer(FlowInstruction.SendFault fault, String code, String reason, String contentType) {
        FaultTemplate template = fault.template();
        boolean asMessage = template == null || template.version() == SoapVersion.OF_THE_MESSAGE;
        boolean soap12 = asMessage ? FaultText.isSoap12(contentType) : template.version() == SoapVersion.SOAP_12;
        String body = template == null
                ? FaultText.plain(soap12, status())
                : template.envelope(soap12, code == null ? "" : code, reason == null ? "" : reason);
        return answer(fault, FaultText.contentType(soap12), body);
    }

    /** Returns the answer to a message that was no SOAP. Of the template only the reason is told. */
    Answer answerWithoutSoap(FlowInstruction.SendFault fault, String reason) {
        return answer(fault, FaultText.contentType(false), FaultText.withoutSoap(reason == null ? "" : reason));
    }

    private Answer answer(FlowInstruction.SendFault fault, String contentType, String body) {
        int usual = fault.template() == null ? status() : 500;
        return answer(
                fault.status() == 0 ? usual : fault.status(),
                fault.fields(),
                contentType,
                body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the status of a message that goes back; a fault that a mediator has read has that of faults, as in Synapse. */
    static int statusOf(EmbeddedMessage read) {
        return read != null && read.isFault() ? 500 : 200;
    }

    /** Returns an answer with these fields alone. */
    static Answer answer(int status, List<HeaderField> own, String contentType, byte[] body) {
        HeadEdits fields = HeadEdits.NONE;
        for (HeaderField field : own) {
            fields = field.value() == null ? fields : fields.add(field.name(), field.value());
        }
        return new Answer(status, contentType, fields, SliceQueue.of(body));
    }

    private int status() {
        return switch (code) {
            case NO_ANSWER, CONNECT_TIMEOUT -> 504;
            case NO_MEMBER_READY, ENDPOINT_NOT_READY -> 503;
            case MEDIATION -> 500;
            default -> 502;
        };
    }
}
