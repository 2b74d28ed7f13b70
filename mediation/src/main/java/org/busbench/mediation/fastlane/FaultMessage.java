package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Fault;
import org.busbench.mediation.compile.Field;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.soap.FaultText;

/**
 * What failed, and what a client is told of it.
 *
 * @param code the number that Synapse's transports give it ({@code SynapseConstants.NHTTP_*}), which fault sequences ask for
 * @param text what happened
 */
record FaultMessage(int code, String text) {

    /** An exception of a mediator. */
    private static final int MEDIATION = 0;

    /** Nothing failed: the sequence itself makes a fault. */
    private static final FaultMessage NOTHING = new FaultMessage(MEDIATION, "");

    private static final int SILENT = 101504;
    private static final int SLOW_CONNECTION = 101508;
    private static final int NONE_OF_THEM = 303000;
    private static final int NOT_READY = 303001;

    static FaultMessage of(Failure failure) {
        int code = switch (failure.kind()) {
            case CONNECT -> 101503;
            case CONNECT_TIMEOUT -> SLOW_CONNECTION;
            case CLOSED -> 101505;
            case ANSWER_TIMEOUT -> SILENT;
            case BAD_ANSWER, ANSWER_TOO_LARGE -> 101506;
            case BODY_TOO_LARGE -> MEDIATION;
        };
        return new FaultMessage(code, failure.detail());
    }

    static FaultMessage mediation(String text) {
        return new FaultMessage(MEDIATION, text);
    }

    static FaultMessage noneReady(Member member) {
        return new FaultMessage(member instanceof Member.One ? NOT_READY : NONE_OF_THEM, member.none());
    }

    static FaultMessage nothing() {
        return NOTHING;
    }

    /** What the client is told; {@code code} and {@code wording} are those of the fault that the configuration describes, if it describes one. */
    Answer answer(Stage.Tell tell, String code, String wording, String contentType) {
        Fault fault = tell.fault();
        boolean asTheMessage = fault == null || fault.version() == Fault.Version.OF_THE_MESSAGE;
        boolean soap12 = asTheMessage ? FaultText.isSoap12(contentType) : fault.version() == Fault.Version.SOAP_12;
        String body;
        if (fault == null) {
            body = FaultText.plain(soap12, status());
        } else {
            body = SoapFault.of(soap12, fault, code == null ? "" : code, wording == null ? "" : wording);
        }
        int unset = fault == null ? status() : 500;
        int status = tell.status() == 0 ? unset : tell.status();
        HeadEdits fields = HeadEdits.NONE;
        for (Field field : tell.fields()) {
            fields = field.value() == null ? fields : fields.add(field.name(), field.value());
        }
        return new Answer(
                status, FaultText.contentType(soap12), fields, SliceQueue.of(body.getBytes(StandardCharsets.UTF_8)));
    }

    private int status() {
        if (code == SILENT || code == SLOW_CONNECTION) {
            return 504;
        }
        if (code == NONE_OF_THEM || code == NOT_READY) {
            return 503;
        }
        return code == MEDIATION ? 500 : 502;
    }
}
