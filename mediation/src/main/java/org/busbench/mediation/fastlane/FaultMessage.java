package org.busbench.mediation.fastlane;

import java.nio.charset.StandardCharsets;
import org.busbench.mediation.compile.Fault;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.xpath.Evaluation;
import org.busbench.mediation.xpath.Kind;
import org.busbench.mediation.xpath.Variables;

/**
 * What a client is told when something failed.
 *
 * @param code the number that Synapse's transports give it ({@code SynapseConstants.NHTTP_*}), which fault sequences ask for
 * @param text what happened
 */
record FaultMessage(int code, String text) {

    /** An exception of a mediator. */
    private static final int MEDIATION = 0;

    static FaultMessage of(Failure failure) {
        int code = switch (failure.kind()) {
            case CONNECT -> 101503;
            case CONNECT_TIMEOUT -> 101508;
            case CLOSED -> 101505;
            case ANSWER_TIMEOUT -> 101504;
            case BAD_ANSWER, ANSWER_TOO_LARGE -> 101506;
            case BODY_TOO_LARGE -> MEDIATION;
        };
        return new FaultMessage(code, failure.detail());
    }

    static FaultMessage mediation(String text) {
        return new FaultMessage(MEDIATION, text);
    }

    Answer answer(Fault fault, LoopTools tools) {
        Fault chosen = fault;
        while (chosen instanceof Fault.Choose choose) {
            Evaluation evaluation = tools.borrow();
            evaluation.begin(choose.choice().on(), Kind.STRING, null, variables());
            String value = evaluation.string();
            tools.giveBack(evaluation);
            chosen = choose.choice().of(value);
        }
        return soap((Fault.Answer) chosen);
    }

    private Variables variables() {
        return (prefix, name) -> switch (prefix + ":" + name) {
            case "ctx:ERROR_CODE" -> Integer.toString(code);
            case "ctx:ERROR_MESSAGE" -> text;
            default -> null;
        };
    }

    private static Answer soap(Fault.Answer fault) {
        String prefix = fault.code().getPrefix();
        String declared = prefix.isEmpty()
                ? ""
                : " xmlns:" + prefix + "=\"" + escaped(fault.code().getNamespaceURI()) + "\"";
        String code = prefix.isEmpty()
                ? fault.code().getLocalPart()
                : prefix + ":" + fault.code().getLocalPart();
        String body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body><soapenv:Fault><faultcode"
                + declared + ">" + escaped(code) + "</faultcode><faultstring>" + escaped(fault.reason())
                + "</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>";
        return Answer.of(fault.status(), "text/xml; charset=UTF-8", body.getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
