package org.busbench.backend.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.busbench.backend.files.FileService;
import org.busbench.backend.files.FileServiceDefinition;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;
import org.busbench.backend.quote.Counters;
import org.busbench.backend.quote.MessageCapture;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.Responder;

/** RequestHandler the requests to one instance on one loop: decides by method and path, and writes head and body. For the loop's thread. */
final class RequestHandler {
    private static final long SEED = 20070713;
    private static final Pattern MILLIS = Pattern.compile("millis=([0-9]{1,6})");

    private final Instance instance;
    private final Pages pages;
    private final String url;
    private final Responder responder;
    private final Counters counters;
    private final MessageCapture capture;
    private final ResponseHold hold;
    private final EventLoop loop;
    private final Delay delay;
    private final RandomGenerator random;
    /** The delay of the answer that was written last. */
    private Delay next;

    private final List<FileService> files;
    private final String nothing;
    private final Reply reply = new Reply();
    private final ResponseHead heads = new ResponseHead();

    RequestHandler(
            EventLoop loop, Instance instance, String url, Pages pages, List<FileServiceDefinition> definitions) {
        this.instance = instance;
        this.pages = pages;
        this.url = url;
        this.responder = instance.service().newResponder();
        this.counters = instance.service().counters();
        this.capture = instance.service().received();
        this.hold = loop.hold();
        this.nothing = instance.name() + Instance.NOTHING_AT;
        this.loop = loop;
        this.delay = instance.delay();
        this.random = Delay.generator(SEED + instance.name().hashCode());
        this.next = delay;
        this.files = definitions.stream()
                .map(definition -> definition.service(instance.service()))
                .toList();
    }

    EventLoop loop() {
        return loop;
    }

    Optional<SSLContext> tls() {
        return instance.tls();
    }

    /** How long the answer that was written last is held back. */
    long nextDelayNanos() {
        return next.nextNanos(random);
    }

    /** Appends the answer to a request that has been read whole. Returns whether it is a service's answer. */
    boolean write(RequestHead head, RequestBody body, ResponseHead.Persistence connection, OutputBuffer out) {
        String path = head.path();
        boolean servicePath = path.equals(Instance.PATH);
        if (servicePath && head.isPost() && !body.isTooLarge()) {
            if (capture.isWanted()) {
                capture.comesWith(head.action());
            }
            body.answer(responder, head.charset(), reply);
            answer(head, connection, out);
            next = delay;
            return true;
        }
        FileService file = file(path, head.method());
        if (file != null && !body.isTooLarge() && file.knows(head.method())) {
            answer(file, head, body, connection, out);
            return true;
        }
        if (body.isTooLarge()) {
            text(head, 413, "the body is longer than " + RequestBody.MOST_BYTES + " bytes", connection, out);
        } else if (path.equals("/stats") && head.isGet()) {
            page(200, ResponseHead.MediaType.JSON, pages.stats(), connection, out);
        } else if (path.equals("/stats") && head.isPost()) {
            page(200, ResponseHead.MediaType.JSON, pages.statsAndRemember(), connection, out);
        } else if (path.equals("/hold") && head.isPost()) {
            hold(head, connection, out);
        } else if (path.equals(Pages.RECEIVED) && head.isPost()) {
            pages.wantNext(number(head));
            page(200, ResponseHead.MediaType.JSON, pages.stats(), connection, out);
        } else if (path.equals(Pages.RECEIVED) && head.isGet()) {
            received(head, connection, out);
        } else if (path.equals(Pages.RECEIVED_ACTION) && head.isGet()) {
            Optional<String> action = pages.receivedAction();
            text(head, action.isPresent() ? 200 : 404, action.orElse(Pages.NO_ACTION), connection, out);
        } else if (servicePath && head.isGet() && asksForWsdl(head.query())) {
            page(200, ResponseHead.MediaType.XML, pages.wsdl(url), connection, out);
        } else if (servicePath && head.isGet()) {
            text(head, 404, "POST a message here, or GET " + Instance.PATH + "?wsdl", connection, out);
        } else if (servicePath || file != null || path.equals("/stats")) {
            String known = file == null || file.definition().method() == null
                    ? "GET or POST"
                    : file.definition().method();
            text(head, 405, known, connection, out);
        } else {
            text(head, 404, nothing + path, connection, out);
        }
        return false;
    }

    /** The service at a path that knows the method, or else any at the path; null where there is none. */
    private FileService file(String path, String method) {
        FileService other = null;
        for (int i = 0; i < files.size(); i++) {
            FileService file = files.get(i);
            if (file.isAt(path)) {
                if (file.knows(method)) {
                    return file;
                }
                other = file;
            }
        }
        return other;
    }

    private void answer(RequestHead head, ResponseHead.Persistence connection, OutputBuffer out) {
        if (reply.isChunked() && !head.http10()) {
            ByteBuffer target = out.room(ResponseHead.MOST_BYTES + Chunks.length(reply.length()));
            heads.writeChunked(target, reply.status(), ResponseHead.MediaType.XML, connection);
            Chunks.write(reply, target);
        } else {
            ByteBuffer target = out.room(ResponseHead.MOST_BYTES + reply.length());
            heads.write(target, reply.status(), ResponseHead.MediaType.XML, reply.length(), connection);
            reply.copyTo(target);
        }
    }

    private void answer(
            FileService file,
            RequestHead head,
            RequestBody body,
            ResponseHead.Persistence connection,
            OutputBuffer out) {
        FileServiceDefinition.Answer definition = file.definition().answer();
        boolean accepted = body.answer(file, head, reply);
        boolean chunked = accepted && definition.chunked() && !head.http10();
        String type = accepted ? definition.type() : ResponseHead.MediaType.TEXT.value();
        ByteBuffer target = out.room(
                ResponseHead.MOST_BYTES + type.length() + (chunked ? Chunks.length(reply.length()) : reply.length()));
        if (chunked) {
            heads.writeChunked(target, reply.status(), type, connection);
            Chunks.write(reply, target);
        } else {
            heads.write(target, reply.status(), type, reply.length(), connection);
            reply.copyTo(target);
        }
        next = definition.delay().equals(Delay.NONE) ? delay : body.delay(definition.delay());
    }

    /** Counts an answer of the service that is about to be sent. */
    void given() {
        counters.given();
    }

    /** {@code POST /hold?millis=N} holds all answers that are not sent yet; {@code millis=0} ends the hold. */
    private void hold(RequestHead head, ResponseHead.Persistence connection, OutputBuffer out) {
        Matcher millis = MILLIS.matcher(head.query());
        if (!millis.matches()) {
            text(head, 400, "POST /hold?millis=N, 0 to " + ResponseHold.LONGEST.toMillis(), connection, out);
            return;
        }
        long length = Long.parseLong(millis.group(1));
        if (length == 0) {
            hold.release();
        } else {
            hold.holdFor(Duration.ofMillis(length));
        }
        page(200, ResponseHead.MediaType.JSON, pages.stats(), connection, out);
    }

    /** The number of messages, or of a message, in a query; 1 where it is none. */
    private static int number(RequestHead head) {
        return head.query().matches("[1-9][0-9]{0,3}") ? Integer.parseInt(head.query()) : 1;
    }

    /** The message as it arrived, or 404 before it has. */
    private void received(RequestHead head, ResponseHead.Persistence connection, OutputBuffer out) {
        Optional<byte[]> message = pages.received(number(head));
        if (message.isPresent()) {
            page(200, ResponseHead.MediaType.XML, message.get(), connection, out);
        } else {
            text(head, 404, Pages.NOTHING_RECEIVED, connection, out);
        }
    }

    /** Appends the answer to a malformed request. The connection ends after it. */
    void refuse(BadRequestException why, OutputBuffer out) {
        page(why.status(), ResponseHead.MediaType.TEXT, why.getMessage() + "\n", ResponseHead.Persistence.CLOSES, out);
    }

    private void text(
            RequestHead head, int status, String line, ResponseHead.Persistence connection, OutputBuffer out) {
        // The answer to HEAD must have no body: its reader would take it for the next answer.
        page(status, ResponseHead.MediaType.TEXT, head.method().equals("HEAD") ? "" : line + "\n", connection, out);
    }

    private void page(
            int status,
            ResponseHead.MediaType type,
            String text,
            ResponseHead.Persistence connection,
            OutputBuffer out) {
        page(status, type, text.getBytes(StandardCharsets.UTF_8), connection, out);
    }

    private void page(
            int status,
            ResponseHead.MediaType type,
            byte[] bytes,
            ResponseHead.Persistence connection,
            OutputBuffer out) {
        ByteBuffer target = out.room(ResponseHead.MOST_BYTES + bytes.length);
        heads.write(target, status, type, bytes.length, connection);
        target.put(bytes);
    }

    /** The framing of a chunked body (RFC 9112, section 7.1). */
    private static final class Chunks {
        private static final int BYTES = 8192;
        private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.US_ASCII);
        /** Hexadecimal digits and the line ends before and after the bytes. */
        private static final int FRAMING = 8 + 2 * LINE_END.length;

        private Chunks() {}

        /** At most so many bytes come of a body. */
        static int length(int body) {
            return body + (body / BYTES + 1) * FRAMING + LAST.length;
        }

        static void write(Reply reply, ByteBuffer target) {
            for (int at = 0; at < reply.length(); at += BYTES) {
                int length = Math.min(BYTES, reply.length() - at);
                putHex(length, target);
                target.put(LINE_END);
                reply.copyTo(target, at, length);
                target.put(LINE_END);
            }
            target.put(LAST);
        }

        private static void putHex(int number, ByteBuffer target) {
            int shift = (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(number)) & ~3;
            for (; shift >= 0; shift -= 4) {
                target.put(HEX[number >>> shift & 0xf]);
            }
        }
    }

    private static boolean asksForWsdl(String query) {
        return Arrays.stream(query.split("&", -1)).anyMatch(part -> part.equalsIgnoreCase("wsdl"));
    }
}
