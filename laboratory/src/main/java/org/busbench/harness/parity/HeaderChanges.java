package org.busbench.harness.parity;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.HttpMessage.Header;
import org.busbench.record.Parity;

/** Finds what a mediator did to the headers of a message. Those that frame the body are left out: they are each hop's own. */
final class HeaderChanges {

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
                names(after, name -> ends.test(name) && before.header(name).isEmpty() && !isLeak(after, request, name)),
                names(before, name -> ends.test(name) && after.header(name).isEmpty()),
                names(after, name -> ends.test(name) && before.header(name).isPresent() && !same(before, after, name)),
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
