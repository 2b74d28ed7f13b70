package org.busbench.backend.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;
import org.busbench.backend.quote.Counters;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.Responder;

/** Makes the answers of one instance on one loop: decides by method and path, and writes head and body. */
final class Answers {
    private static final Pattern MILLIS = Pattern.compile("millis=([0-9]{1,6})");

    private final Pages pages;
    private final String url;
    private final Responder responder;
    private final Counters counters;
    private final Gate gate;
    private final Reply reply = new Reply();
    private final ResponseHead heads = new ResponseHead();

    Answers(Instance instance, String url, Pages pages, Gate gate) {
        this.pages = pages;
        this.url = url;
        this.responder = instance.service().newResponder();
        this.counters = instance.service().counters();
        this.gate = gate;
    }

    /** Appends the answer to a request that has been read whole. Returns whether it is a service's answer. */
    boolean write(RequestHead head, RequestBody body, ResponseHead.Connection connection, Outgoing out) {
        String path = head.path();
        boolean servicePath = path.equals(Instance.PATH);
        if (servicePath && head.isPost() && !body.isTooLarge()) {
            body.answer(responder, head.charset(), reply);
            ByteBuffer target = out.room(ResponseHead.MOST_BYTES + reply.length());
            heads.write(target, reply.status(), MediaType.XML, reply.length(), connection);
            reply.copyTo(target);
            return true;
        }
        if (body.isTooLarge()) {
            text(head, 413, "the body is longer than " + RequestBody.MOST_BYTES + " bytes", connection, out);
        } else if (path.equals("/stats") && head.isGet()) {
            page(200, MediaType.JSON, pages.stats(), connection, out);
        } else if (path.equals("/stats") && head.isPost()) {
            page(200, MediaType.JSON, pages.statsAndRemember(), connection, out);
        } else if (path.equals("/hold") && head.isPost()) {
            hold(head, connection, out);
        } else if (path.equals(Pages.RECEIVED) && head.isPost()) {
            pages.wantNext();
            page(200, MediaType.JSON, pages.stats(), connection, out);
        } else if (path.equals(Pages.RECEIVED) && head.isGet()) {
            received(head, connection, out);
        } else if (servicePath && head.isGet() && asksForWsdl(head.query())) {
            page(200, MediaType.XML, pages.wsdl(url), connection, out);
        } else if (servicePath && head.isGet()) {
            text(head, 404, "POST a message here, or GET " + Instance.PATH + "?wsdl", connection, out);
        } else if (servicePath || path.equals("/stats")) {
            text(head, 405, "GET or POST", connection, out);
        } else {
            text(head, 404, "nothing here; the service is at " + Instance.PATH, connection, out);
        }
        return false;
    }

    /** A service's answer is about to be sent: from here on a client may have it. */
    void given() {
        counters.given();
    }

    /** {@code POST /hold?millis=N} holds back all answers that are not given yet, {@code millis=0} lets them go. */
    private void hold(RequestHead head, ResponseHead.Connection connection, Outgoing out) {
        Matcher millis = MILLIS.matcher(head.query());
        if (!millis.matches()) {
            text(head, 400, "POST /hold?millis=N, 0 to " + Gate.LONGEST.toMillis(), connection, out);
            return;
        }
        long length = Long.parseLong(millis.group(1));
        if (length == 0) {
            gate.open();
        } else {
            gate.closeFor(Duration.ofMillis(length));
        }
        page(200, MediaType.JSON, pages.stats(), connection, out);
    }

    /** The message as it arrived; who asks before one has gets 404. */
    private void received(RequestHead head, ResponseHead.Connection connection, Outgoing out) {
        Optional<byte[]> message = pages.received();
        if (message.isPresent()) {
            page(200, MediaType.XML, message.get(), connection, out);
        } else {
            text(head, 404, Pages.NOTHING_RECEIVED, connection, out);
        }
    }

    /** Appends an answer to a request that could not be understood, and after which the connection ends. */
    void refuse(BadRequestException why, Outgoing out) {
        page(why.status(), MediaType.TEXT, why.getMessage() + "\n", ResponseHead.Connection.CLOSES, out);
    }

    private void text(RequestHead head, int status, String line, ResponseHead.Connection connection, Outgoing out) {
        // The answer to HEAD must have no body: its reader would take it for the next answer.
        page(status, MediaType.TEXT, head.method().equals("HEAD") ? "" : line + "\n", connection, out);
    }

    private void page(int status, MediaType type, String text, ResponseHead.Connection connection, Outgoing out) {
        page(status, type, text.getBytes(StandardCharsets.UTF_8), connection, out);
    }

    private void page(int status, MediaType type, byte[] bytes, ResponseHead.Connection connection, Outgoing out) {
        ByteBuffer target = out.room(ResponseHead.MOST_BYTES + bytes.length);
        heads.write(target, status, type, bytes.length, connection);
        target.put(bytes);
    }

    private static boolean asksForWsdl(String query) {
        return Arrays.stream(query.split("&", -1)).anyMatch(part -> part.equalsIgnoreCase("wsdl"));
    }
}
