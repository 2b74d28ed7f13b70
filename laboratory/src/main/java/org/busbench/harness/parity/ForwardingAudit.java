package org.busbench.harness.parity;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.HttpMessage.Header;
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

    /** Finds what a mediator did to the headers of a message. Those that frame the body are left out: they are each hop's own. */
    private static final class HeaderChanges {

        private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding");
        private static final Set<String> HOP_BY_HOP = Set.of(
                "connection",
                "keep-alive",
                "proxy-connection",
                "te",
                "upgrade",
                AuditMessages.HOP.toLowerCase(Locale.ROOT));

        private HeaderChanges() {}

        /** {@code request} is what an answer must not bring back; null where the message is the request itself. */
        static Parity.Headers between(HttpMessage before, HttpMessage after, HttpMessage request) {
            Predicate<String> ends = name -> !FRAMING.contains(name) && !HOP_BY_HOP.contains(name);
            return new Parity.Headers(
                    names(
                            after,
                            name -> ends.test(name) && before.header(name).isEmpty() && !isLeak(after, request, name)),
                    names(before, name -> ends.test(name) && after.header(name).isEmpty()),
                    names(
                            after,
                            name -> ends.test(name) && before.header(name).isPresent() && !same(before, after, name)),
                    names(after, name -> HOP_BY_HOP.contains(name) && passedOn(before, after, name)),
                    names(
                            after,
                            name -> !FRAMING.contains(name)
                                    && before.header(name).isEmpty()
                                    && isLeak(after, request, name)));
        }

        private static boolean isLeak(HttpMessage after, HttpMessage request, String name) {
            return request != null && same(request, after, name);
        }

        private static boolean same(HttpMessage one, HttpMessage other, String name) {
            return one.header(name).equals(other.header(name));
        }

        /** A hop may say "keep-alive" of itself: what tells is the word that only the audit says. */
        private static boolean passedOn(HttpMessage before, HttpMessage after, String name) {
            return name.equals("connection")
                    ? after.header(name)
                            .orElse("")
                            .toLowerCase(Locale.ROOT)
                            .contains(AuditMessages.HOP.toLowerCase(Locale.ROOT))
                    : same(before, after, name);
        }

        private static List<String> names(HttpMessage message, Predicate<String> which) {
            Set<String> names = new TreeSet<>();
            message.headers().stream()
                    .map(Header::name)
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .filter(which)
                    .forEach(names::add);
            return List.copyOf(names);
        }
    }
}
