package org.busbench.backend.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
import org.busbench.backend.instance.Pages.Page;
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
            answer(head, Page.XML, reply.isChunked(), connection, out);
            next = delay;
            return true;
        }
        FileService file = file(path, head.method());
        if (file != null && !body.isTooLarge() && file.knows(head.method())) {
            FileServiceDefinition.Answer made = file.definition().answer();
            boolean accepted = body.answer(file, head, reply);
            answer(head, accepted ? made.type() : Page.TEXT, accepted && made.chunked(), connection, out);
            next = made.delay().equals(Delay.NONE) ? delay : body.delay(made.delay());
            return true;
        }
        Page page = body.isTooLarge()
                ? Page.line(413, "the body is longer than " + RequestBody.MOST_BYTES + " bytes")
                : page(head, file);
        // The answer to HEAD must have no body: its reader would take it for the next answer.
        write(page, head.method().equals("HEAD") ? 0 : page.content().length, connection, out);
        return false;
    }

    private Page page(RequestHead head, FileService file) {
        String path = head.path();
        boolean servicePath = path.equals(Instance.PATH);
        Page page = pages.answer(head.method(), path, head.query(), url);
        if (page != null) {
            return page;
        }
        if (path.equals("/hold") && head.isPost()) {
            return hold(head.query());
        }
        if (servicePath && head.isGet()) {
            return Page.line(404, "POST a message here, or GET " + Instance.PATH + "?wsdl");
        }
        if (servicePath || file != null || path.equals("/stats")) {
            boolean any = file == null || file.definition().method() == null;
            return Page.line(405, any ? "GET or POST" : file.definition().method());
        }
        return Page.line(404, nothing + path);
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

    private void answer(
            RequestHead head, String type, boolean chunked, ResponseHead.Persistence connection, OutputBuffer out) {
        boolean chunks = chunked && !head.http10();
        int length = chunks ? Chunks.length(reply.length()) : reply.length();
        ByteBuffer target = out.room(ResponseHead.MOST_BYTES + type.length() + length);
        heads.write(target, reply.status(), type, chunks ? ResponseHead.IN_CHUNKS : length, connection);
        if (chunks) {
            Chunks.write(reply, target);
        } else {
            reply.copyTo(target);
        }
    }

    /** Counts an answer of the service that is about to be sent. */
    void given() {
        counters.given();
    }

    /** {@code POST /hold?millis=N} holds all answers that are not sent yet; {@code millis=0} ends the hold. */
    private Page hold(String query) {
        Matcher millis = MILLIS.matcher(query);
        if (!millis.matches()) {
            return Page.line(400, "POST /hold?millis=N, 0 to " + ResponseHold.LONGEST.toMillis());
        }
        long length = Long.parseLong(millis.group(1));
        if (length == 0) {
            hold.release();
        } else {
            hold.holdFor(Duration.ofMillis(length));
        }
        return pages.stats();
    }

    /** Appends the answer to a malformed request. The connection ends after it. */
    void refuse(BadRequestException why, OutputBuffer out) {
        Page page = Page.line(why.status(), why.getMessage());
        write(page, page.content().length, ResponseHead.Persistence.CLOSES, out);
    }

    private void write(Page page, int length, ResponseHead.Persistence connection, OutputBuffer out) {
        ByteBuffer target = out.room(ResponseHead.MOST_BYTES + length);
        heads.write(target, page.status(), page.type(), length, connection);
        target.put(page.content(), 0, length);
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
}
