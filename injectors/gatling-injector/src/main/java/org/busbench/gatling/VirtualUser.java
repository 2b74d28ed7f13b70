package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatling.core.session.Session;
import io.gatling.http.client.Request;
import io.gatling.http.response.Response;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.sampler.message.Fields;
import org.busbench.sampler.message.Needles;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.ResponseCheck;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.record.LoopTally;

/**
 * One of Gatling's users: the request that it is in, and what became of it. Gatling calls on the event loop that the user
 * belongs to; {@link #name} and {@link #endUnfinished}, after the event loops have ended, are for any thread.
 */
final class VirtualUser {
    /** Under which a session has its user. */
    static final String KEY = "busbench.user";

    private static final byte[] EMPTY = new byte[0];
    /** Gatling does not say whether any of the answer had come. */
    private static final String ENDED = "the connection ended before the answer did";

    private final String name;
    private final Surroundings load;
    private final Loop loop;
    private final Fields fields;
    private final ResponseCheck check;

    private boolean open;
    private boolean refused;
    private long startNanos;
    private int attempts;
    private byte[] body = EMPTY;
    private String head;
    private Request sent;

    /**
     * What all users of a load see.
     *
     * @param message what is sent and expected
     * @param evidence what is kept of single answers
     */
    record Surroundings(
            ScenarioFile.Message message, Evidence evidence, FailureLog failures, GatlingLoad.Progress progress) {}

    /** The objects that the users of one event loop share, all for that loop's thread. */
    static final class Loop {
        private final LoopTally tally;
        private final RequestTemplate.Buffers requests;
        private final Needles needles;

        Loop(LoopTally tally, ScenarioFile.Message message) {
            this.tally = tally;
            this.requests = new RequestTemplate.Buffers(message.request());
            this.needles = new Needles(message.expectation());
        }
    }

    VirtualUser(String name, Surroundings load, Loop loop) {
        this.name = name;
        this.load = load;
        this.loop = loop;
        this.fields = new Fields(load.message().rows(), load.message().request().isNumbered());
        this.check = new ResponseCheck(loop.needles, fields, load.evidence().contents());
    }

    static VirtualUser of(Session session) {
        return (VirtualUser) session.attributes().apply(KEY);
    }

    /** The name by which Gatling calls its requests. */
    String name() {
        return name;
    }

    /** Begins a request, unless the load is over. */
    boolean begins() {
        if (load.progress().isOver()) {
            return false;
        }
        fields.take(load.progress().nextNumber());
        check.reset();
        attempts = 0;
        refused = false;
        sent = null;
        startNanos = System.nanoTime();
        loop.tally.sent();
        open = true;
        encode();
        return true;
    }

    /** The loop's buffer is the next user's in a moment, so what Gatling sends of it is copied. */
    private void encode() {
        ByteBuffer request = loop.requests.request(fields);
        int end = endOfHead(request);
        if (load.message().hasBody()) {
            body = new byte[request.limit() - end];
            request.get(end, body);
        }
        if (!load.message().steady()) {
            byte[] bytes = new byte[end];
            request.get(0, bytes);
            head = new String(bytes, ISO_8859_1);
        }
    }

    private static int endOfHead(ByteBuffer request) {
        for (int i = 3; i < request.limit(); i++) {
            if (request.get(i) == '\n' && request.get(i - 2) == '\n') {
                return i + 1;
            }
        }
        throw new IllegalStateException("a request without an end of its head");
    }

    byte[] body() {
        return body;
    }

    /** The request's path with its values. */
    String path() {
        if (load.message().steady()) {
            return load.message().path();
        }
        String line = head.substring(0, head.indexOf('\r'));
        String path = line.substring(line.indexOf(' ') + 1, line.lastIndexOf(' '));
        return new String(path.getBytes(ISO_8859_1), UTF_8);
    }

    /** A header field of the request with its values; {@code usual} is what stands in the plan. */
    String field(String field, String usual) {
        if (load.message().steady()) {
            return usual;
        }
        int at = head.indexOf("\r\n" + field + ": ");
        return head.substring(at + field.length() + 4, head.indexOf('\r', at + 2));
    }

    /**
     * Called by Gatling each time that the request is about to be written. Gatling writes it again when an older connection
     * ended before the whole answer had come; that would send a message twice, so the second time is refused, and the request
     * has failed.
     */
    Request signed(Request request) {
        attempts++;
        if (attempts > 1) {
            throw new IllegalStateException(ENDED);
        }
        for (CharSequence added : load.message().unwanted()) {
            request.getHeaders().remove(added);
        }
        sent = request;
        return request;
    }

    /** Judges a complete answer, by the code that judges those of the NIO sampler. */
    void judge(Response response) {
        if (!open) {
            load.progress().spoil("Gatling handed in a second answer to one request");
            return;
        }
        long now = System.nanoTime();
        byte[] answer = response.body().bytes();
        int status = response.status().code();
        if (answer.length > 0) {
            check.slice(answer, 0, answer.length);
        }
        Fault fault = check.fault(status, () -> answer);
        open = false;
        if (fault == null) {
            verified(now - startNanos, answer);
        } else {
            failed(fault, status, bytes(response, answer), now);
        }
    }

    private void verified(long nanos, byte[] answer) {
        if (check.isRefusal()) {
            loop.tally.refused();
            return;
        }
        loop.tally.verified(nanos);
        Evidence evidence = load.evidence();
        if (!check.countedAsKnown() && evidence.contents().wants(fields.kind())) {
            evidence.differs(fields.kind(), fields.nonceBytes(), body, answer);
        }
    }

    /** Gatling gave the request up, in its own words. */
    void failed(String message) {
        if (!open || load.progress().isAbandoned()) {
            return;
        }
        open = false;
        Fault fault = fault(message);
        refused = fault.error() == ErrorClass.CONNECT;
        failed(fault, 0, EMPTY, System.nanoTime());
    }

    private Fault fault(String message) {
        if (attempts == 0) {
            return new Fault(ErrorClass.CONNECT, "no connection: " + message);
        }
        if (attempts > 1) {
            return new Fault(ErrorClass.RESET, ENDED);
        }
        if (message.startsWith("Request timeout")) {
            return new Fault(ErrorClass.TIMEOUT, "no complete answer: " + message);
        }
        if (message.contains("ConnectException")) {
            return new Fault(ErrorClass.RESET, ENDED + ", and there was no other: " + message);
        }
        if (message.contains("Premature close")) {
            return new Fault(ErrorClass.RESET, ENDED);
        }
        if (message.contains("IOException") || message.contains("SocketException") || message.contains("Channel")) {
            return new Fault(ErrorClass.RESET, "the connection broke: " + message);
        }
        return new Fault(ErrorClass.CONTENT, "the answer is not HTTP: " + message);
    }

    private void failed(Fault fault, int status, byte[] answer, long now) {
        loop.tally.failed(fault.error());
        long nowMillis = System.currentTimeMillis();
        if (load.evidence().wantsFailure()) {
            load.evidence()
                    .failed(
                            new Evidence.Failure(fault.error(), fault.message(), fields.toString(), nowMillis, true),
                            request(),
                            answer);
        }
        long elapsed = TimeUnit.NANOSECONDS.toMillis(now - startNanos);
        load.failures().add(nowMillis - elapsed, elapsed, name, status, fault, answer.length);
    }

    /** Whether the user got no connection, and should not ask again in the same instant. */
    boolean isRefused() {
        return refused;
    }

    /** Counts a request that is still open. Called when no event loop runs any more. */
    void endUnfinished() {
        if (open) {
            open = false;
            loop.tally.unfinished();
        }
    }

    /** The request that was sent, or would have been sent. */
    private byte[] request() {
        if (sent == null) {
            ByteBuffer request = loop.requests.request(fields);
            byte[] bytes = new byte[request.remaining()];
            request.get(bytes);
            return bytes;
        }
        String line = sent.getMethod() + " " + sent.getUri().toRelativeUrl() + " HTTP/1.1\r\n";
        return message(line, sent.getHeaders(), body);
    }

    private static byte[] bytes(Response response, byte[] body) {
        String line = "HTTP/1.1 " + response.status() + "\r\n";
        return message(line, response.headers(), body);
    }

    private static byte[] message(String line, HttpHeaders headers, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(line.getBytes(UTF_8));
        for (Map.Entry<String, String> header : headers) {
            all.writeBytes((header.getKey() + ": " + header.getValue() + "\r\n").getBytes(ISO_8859_1));
        }
        all.writeBytes("\r\n".getBytes(UTF_8));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
