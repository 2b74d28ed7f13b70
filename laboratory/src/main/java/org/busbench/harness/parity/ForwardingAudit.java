package org.busbench.harness.parity;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.MessageParser.Framing;
import org.busbench.harness.verify.XmlComparison;
import org.busbench.record.Parity;

/** Finds in what form messages leave a mediator: framing, bytes, headers. */
final class ForwardingAudit {
    private static final String REQUEST_HEADERS = "Connection: keep-alive, " + AuditMessages.HOP
            + "\r\nKeep-Alive: " + AuditMessages.KEEP_ALIVE + "\r\n" + AuditMessages.HOP + ": request\r\n"
            + AuditMessages.END_TO_END + ": request\r\n";
    private static final String ANSWER_HEADERS = "Connection: keep-alive, " + AuditMessages.HOP
            + "\r\nKeep-Alive: " + AuditMessages.KEEP_ALIVE + "\r\n" + AuditMessages.HOP + ": answer\r\n"
            + AuditMessages.END_TO_END + "-Answer: answer\r\n";

    private final AuditSession session;
    private final List<String> remarks;
    private final XmlComparison xml = new XmlComparison();

    /** {@code remarks} gets a sentence for each thing that cannot be found out. */
    ForwardingAudit(AuditSession session, List<String> remarks) {
        this.session = session;
        this.remarks = remarks;
    }

    /** The findings about requests and answers; not yet whether they stream. */
    record Found(Parity.Direction request, Parity.Direction answer) {}

    Found look() {
        Optional<AuditSession.AuditedExchange> fixed = exchange("fixed", Framing.FIXED, "", AnswerForm.plain());
        Optional<AuditSession.AuditedExchange> chunks = exchange("chunked", Framing.CHUNKED, "", AnswerForm.plain());
        Optional<AuditSession.AuditedExchange> chunkedAnswer =
                exchange("chunked-answer", Framing.FIXED, "", AnswerForm.chunked());
        Optional<AuditSession.AuditedExchange> headers =
                exchange("headers", Framing.FIXED, REQUEST_HEADERS, AnswerForm.with(ANSWER_HEADERS));
        Parity.Direction request = new Parity.Direction(
                fixed.map(told -> told.received().framing().label()).orElse(null),
                chunks.map(told -> told.received().framing().label()).orElse(null),
                null,
                fixed.map(told -> body("request", told.sent(), told.received())).orElse(null),
                headers.map(told -> HeaderChanges.between(told.sent(), told.received(), null))
                        .orElse(null));
        Parity.Direction answer = new Parity.Direction(
                fixed.map(told -> told.got().framing().label()).orElse(null),
                chunkedAnswer.map(told -> told.got().framing().label()).orElse(null),
                null,
                fixed.map(told -> body("answer", told.given(), told.got())).orElse(null),
                headers.map(told -> HeaderChanges.between(told.given(), told.got(), told.sent()))
                        .orElse(null));
        return new Found(request, answer);
    }

    private Optional<AuditSession.AuditedExchange> exchange(
            String name, Framing framing, String headers, AnswerForm form) {
        try {
            return Optional.of(session.exchange(name, framing, headers, form));
        } catch (IOException e) {
            remarks.add(session.untold(name, e));
            return Optional.empty();
        }
    }

    private String body(String what, HttpMessage before, HttpMessage after) {
        if (Arrays.equals(before.body(), after.body())) {
            return "identical";
        }
        if (session.messages().transformed()) {
            return "transformed";
        }
        Optional<String> difference = xml.difference(before.body(), after.body());
        difference.ifPresent(found -> remarks.add("the " + what + " is passed on as another message: " + found));
        return difference.isPresent() ? "different" : "equal";
    }
}
