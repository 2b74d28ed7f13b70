package org.busbench.mediation.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Objects;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.Handler.RequestLog.Outcome;
import org.busbench.mediation.http.body.Body;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.BadMessageException;
import org.busbench.mediation.http.head.Framing;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.HeadWriter;
import org.busbench.mediation.http.head.Persistence;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Faults;

/**
 * One request of a client and its answer, from the whole head to the last byte of both. A {@link Handler} decides with one of {@link #forward}, {@link
 * #watch}, {@link #collect}, {@link #receive}, {@link #answer} and {@link #beginAnswer}; after {@code watch}, {@code collect} and {@code receive} with a
 * further one. For the loop's thread. When the exchange {@link #isOver()}, calls do nothing, and bodies that it is given are released.
 *
 * <p>The body of the request and the answer move at the same time, so the exchange has two states, a {@link RequestState} and an {@link AnswerState}; it
 * has the {@link Lease} of an upstream connection. What happens when
 *
 * <ul>
 *   <li>the head is whole: {@link #begin} asks the handler;
 *   <li>bytes of the body arrive: {@link #readBody} holds, shows, hands on, sends or drops them;
 *   <li>the upstream answers: {@link #answerBegan}, {@link #answerCame}, {@link #answerEnded};
 *   <li>the upstream resets, is silent or cannot be reached: {@link #upstreamFailed} asks the handler again, or cuts an answer that has begun;
 *   <li>the client goes away: {@link #abandon} gives up the upstream connection;
 *   <li>the client reads too slowly: {@link #congest} stops reading from the upstream, until it has caught up;
 *   <li>the upstream takes too slowly: {@link #upstreamCongested} stops reading from the client;
 *   <li>it is over: {@link #finish} frees what is held of both bodies. What was sent belongs to the connection, which frees it when the network has it.
 * </ul>
 */
public class Exchange extends Lease.Holder {
    private static final int MOST_HELD_UNDECIDED = 128 << 10;
    private static final int MOST_DISCARDED = 1 << 20;
    private static final int STEP = 1 << 20;
    /** An answer that has no content (RFC 9110 section 15.3.6), though its head does not say so as that of 204 and 304 does. */
    private static final int RESET_CONTENT = 205;

    private static final Framing EMPTY = Framing.fixed(0);

    private final HttpLoop http;
    private final ClientConnection client;
    private final Handler handler;
    private final RequestHead request;
    private final Body body;
    private final long begunNanos;
    private final Lease upstream;
    private RequestState requestState = RequestState.HELD;
    private AnswerState answerState = AnswerState.NONE;
    /** Whether the client waits for 100 Continue (RFC 9110 section 10.1.1). */
    private boolean expectsContinue;

    private Framing requestFraming;
    private int mostBytes;
    private Handler.BodyWatcher watcher;
    private Handler.BodyTaker taker;
    private Handler.BodyReceiver receiver;
    private Route route;
    /** The answer that is sent on as a request; null while it is the client's request that is forwarded. */
    private ResponseHead source;

    private ResponseHead upstreamHead;
    /** How the body of the upstream's answer comes, and how it is sent. */
    private Framing upstreamFraming;

    private Framing clientFraming;
    private SliceQueue collected;
    private AnswerStream stream;
    private boolean answerEndsWithConnection;
    private int status;
    private long answerBytes;
    private Outcome outcome = Outcome.ANSWERED;
    private Runnable whenOver;
    private Handler.RequestLog log = Handler.RequestLog.NONE;
    private Object attachment;
    /** Null until the exchange has parts. */
    private RequestHead headOfParts;

    /** The bytes of the budget that the exchange has, and the client's address for which it has them. */
    private long reserved;

    private long reservedOfRequest;
    private InetAddress payer;

    /**
     * What becomes of the request's body.
     *
     * <pre>
     * HELD      -> WATCHED, COLLECTED, STREAMED, FORWARDED   the handler decided
     * WATCHED   -> FORWARDED                                 the watcher decided
     * COLLECTED -> TAKEN                                     the body is whole, and the handler has it
     * any but COLLECTED -> FORWARDED                         the handler gave a body to forward, once the whole request has arrived
     * any       -> DISCARDED                                 the mediator answers by itself, the upstream's answer is whole, or the body is too large
     * any       -> UNREADABLE                                the body is malformed or late: the connection cannot be used again
     * </pre>
     */
    private enum RequestState {
        /** The handler has not decided: what arrives is held, and beyond a bound not read. */
        HELD,
        /** A watcher looks at the content; all is held. */
        WATCHED,
        /** The content is held for a taker. */
        COLLECTED,
        TAKEN,
        /** The content goes to a receiver. */
        STREAMED,
        /** The bytes go to the upstream as they are. */
        FORWARDED,
        /** The rest is read and dropped, so that the connection can be used again. */
        DISCARDED,
        UNREADABLE
    }

    /**
     * What has happened of the answer.
     *
     * <pre>
     * NONE       -> RELAYING    the upstream's head came
     *            -> COLLECTING  the upstream's head came, and the route wants the whole answer
     *            -> STREAMING   the handler makes an answer piece by piece
     *            -> SENT        the handler answered
     * COLLECTING -> COLLECTED   the upstream's answer is whole, and the handler has it
     * COLLECTED  -> RELAYING    the handler relays it, with a body of its own
     *            -> NONE        the handler sends it on as a request, whose answer is awaited
     * COLLECTING, COLLECTED -> NONE                 the exchange failed; the handler may forward it again
     *                       -> STREAMING, SENT      the handler answered
     * RELAYING, STREAMING   -> SENT                 all of the answer is queued; the rest of the request may still come
     * any        -> OVER        sent and read to the end, cut, or abandoned by the client
     * </pre>
     */
    private enum AnswerState {
        NONE,
        COLLECTING,
        COLLECTED,
        RELAYING,
        STREAMING,
        SENT,
        OVER
    }

    Exchange(HttpLoop http, ClientConnection client, Handler handler, RequestHead request) {
        this(http, client, handler, request, request.stated());
    }

    Exchange(HttpLoop http, ClientConnection client, Handler handler, RequestHead request, Framing framing) {
        this.http = http;
        this.client = client;
        this.handler = handler;
        this.request = request;
        this.requestFraming = framing;
        this.body = new Body(requestFraming, http.limits().headBytes(), !request.namesFields());
        this.begunNanos = http.loop().iterationNanos();
        this.upstream = new Lease(http, this);
        http.countBegun();
    }

    // ---- what a handler and a log may ask

    /** {@return the request's head} Fails when the exchange is over: the head's memory may belong to another request. */
    public RequestHead request() {
        if (isOver()) {
            throw new IllegalStateException("the exchange is over, and its head is gone");
        }
        return request;
    }

    public EventLoop loop() {
        return http.loop();
    }

    /** {@return the client's address and port, or null when the connection has gone} */
    public InetSocketAddress client() {
        return client.wire().peer();
    }

    /** {@return when the loop's iteration began in which the request's head was whole, in nanoseconds of {@link System#nanoTime()}} */
    public long begunNanos() {
        return begunNanos;
    }

    /** {@return the status of the answer, or 0 when none was begun} */
    public int status() {
        return status;
    }

    /** {@return how many bytes of an answer's body, framing included, were queued for the client} */
    public long answerBytes() {
        return answerBytes;
    }

    /** {@return whether nothing can be done for the client any more} */
    public boolean isOver() {
        return answerState == AnswerState.OVER;
    }

    /** {@return whether an answer has begun, or can be given no more} */
    public boolean isAnswered() {
        return isOver() || hasAnswerBegun();
    }

    /** {@return whether the request, as far as it came, is still here and could go to another endpoint} */
    public boolean canForwardAgain() {
        return upstream.isUnsent() && !isAnswered();
    }

    /** {@return what the handler keeps with the exchange, or null} */
    public Object attachment() {
        return attachment;
    }

    /** Keeps something with the exchange, in the place of what was kept before. */
    public void attach(Object something) {
        attachment = something;
    }

    /** Has the loop {@link #attempt} something. For any thread. */
    public void execute(Runnable task) {
        loop().execute(() -> attempt(task));
    }

    /** Runs what belongs to the exchange, unless it is over. What is thrown is answered with 500, or cuts an answer that has begun. */
    public void attempt(Runnable task) {
        try {
            if (!isOver()) {
                task.run();
            }
        } catch (Throwable e) {
            handlerFailed(e);
        }
    }

    // ---- what a handler may decide

    /** Sets the log that is called when the exchange ends; replaces an earlier one. */
    public void logTo(Handler.RequestLog where) {
        log = where;
    }

    /** Sets what runs when the exchange is over, in the place of what was set before. */
    public void whenOver(Runnable action) {
        whenOver = action;
    }

    /** Sends the request on, as it came, and streams the rest of its body; what was held back goes first. */
    public void forward(Route where) {
        if (isOver()) {
            return;
        }
        switch (requestState) {
            case HELD, WATCHED, FORWARDED -> requestState = RequestState.FORWARDED;
            default ->
                throw new IllegalStateException(
                        "the body is " + requestState.name().toLowerCase(Locale.ROOT) + ": pass a body to forward");
        }
        lease(where);
    }

    private void lease(Route where) {
        if (!canForwardAgain()) {
            throw new IllegalStateException("the request has gone: it cannot be forwarded");
        }
        route = Objects.requireNonNull(where);
        if (source != null || isRequestWhole()) {
            upstream.end();
        }
        boolean bodyless = requestFraming.kind() != Framing.Kind.CHUNKED && requestFraming.length() == 0;
        boolean forHead = source == null && request.isMethod("HEAD");
        upstream.take(where.endpoint(), forHead, source == null && bodyless && request.isIdempotent());
        sendContinue();
    }

    /** Forwards with a replacement body and takes it over. Allowed once the whole original has arrived, and again after {@link Handler#failed}. */
    public void forward(Route where, SliceQueue content) {
        if (isOver()) {
            content.clear();
            return;
        }
        if (source == null && (!isRequestWhole() || requestState == RequestState.COLLECTED)) {
            content.clear();
            throw new IllegalStateException("the request is not whole: its body cannot be replaced yet");
        }
        upstream.held().clear();
        upstream.renew();
        requestFraming = Framing.fixed(content.bytes());
        upstream.held().addAll(content);
        // An answer that came early is sent on while the rest of the request is dropped.
        requestState = isRequestWhole() ? RequestState.FORWARDED : requestState;
        lease(where);
    }

    /**
     * Sends an upstream's answer, which was collected, on to another endpoint: a POST with the fields of the answer and this body, which is taken over. Then
     * the answer to that is awaited.
     */
    public void forwardAnswer(Route where, SliceQueue content) {
        if (isOver() || answerState != AnswerState.COLLECTED) {
            refuse(content, "there is no whole answer to send on");
            return;
        }
        // It is read while its request is mediated, so its memory is not given to another one.
        source = upstreamHead;
        upstreamHead = null;
        answerState = AnswerState.NONE;
        forward(where, content);
    }

    /** Has a watcher look at the body until it decides; more held bytes than {@code most} are {@link Failure.Kind#BODY_TOO_LARGE}. */
    public void watch(int most, Handler.BodyWatcher who) {
        decide(RequestState.WATCHED);
        mostBytes = most;
        watcher = who;
        sendContinue();
    }

    /** Has the whole body taken; more bytes than {@code most} are {@link Failure.Kind#BODY_TOO_LARGE}. */
    public void collect(int most, Handler.BodyTaker who) {
        decide(RequestState.COLLECTED);
        mostBytes = most;
        taker = who;
        requireRoom(requestFraming.length());
        sendContinue();
    }

    /** Has the body handed on as it comes. */
    public void receive(Handler.BodyReceiver who) {
        decide(RequestState.STREAMED);
        receiver = who;
        sendContinue();
    }

    /** Reads no further of the body, so that the client has to wait. */
    public void pauseBody() {
        if (!isOver() && !isRequestWhole()) {
            client.pause();
        }
    }

    /** Reads on. */
    public void resumeBody() {
        if (!isOver()) {
            client.resume();
        }
    }

    /** {@return a request of the mediator's own on this loop, to be started} It lives on when the exchange is over. */
    public Call call(CallEvents events) {
        return new Call(http, events);
    }

    /**
     * {@return a part of this exchange, which has no body yet} It has the head of this one's request. What answers it answers the client, unless there is an
     * answer. It lives on when this exchange is over.
     */
    public Part part() {
        if (headOfParts == null) {
            headOfParts = request().copy(http.limits());
        }
        return new Part(http, this, handler, headOfParts);
    }

    /** Answers without an upstream. What is still to come of the request is read and dropped. */
    public void answer(Answer answer) {
        if (isAnswered()) {
            refuse(answer.body(), "the exchange has an answer already");
            return;
        }
        dropRequest();
        sendHead(AnswerState.SENT, answer.status(), answer.contentType(), answer.fields(), answer.framing());
        sendAnswer(answer.body(), answer.mayHaveBody());
        answerSent();
    }

    /** Sends the upstream's answer, which was collected, with this body and those changes to its head; null: the route's own. */
    public void relay(SliceQueue content, HeadEdits edits) {
        if (isAnswered() || upstreamHead == null) {
            refuse(content, "there is no whole answer to relay");
            return;
        }
        boolean bodyless = upstreamHead.status() == 204 || upstreamHead.status() == 304;
        if (upstreamHead.status() == RESET_CONTENT) {
            content.clear();
        }
        relayHead(
                edits == null ? route.answerEdits() : edits, bodyless ? Framing.NONE : Framing.fixed(content.bytes()));
        sendAnswer(content, !bodyless);
        answerSent();
    }

    /**
     * Begins an answer whose body is made while it is sent. What is still to come of the request is read and dropped.
     *
     * @param fields without Content-Length, Transfer-Encoding and Connection
     * @param bodyBytes length of the body, or -1 when it is not known; -2 when an answer to HEAD says nothing of it
     * @return where it is sent to; null when the exchange {@link #isAnswered()} already
     */
    public AnswerStream beginAnswer(int code, HeadEdits fields, long bodyBytes, AnswerStream.Source source) {
        if (isAnswered()) {
            return null;
        }
        dropRequest();
        Framing framing = AnswerStream.framing(code, bodyBytes, request.isHttp10());
        answerEndsWithConnection = framing.kind() == Framing.Kind.UNTIL_CLOSE;
        boolean bodyless = framing.kind() == Framing.Kind.NONE || request.isMethod("HEAD");
        stream = new AnswerStream(this, source, framing, bodyless);
        sendHead(AnswerState.STREAMING, code, null, fields, framing);
        return stream;
    }

    // ---- the request's side, as the client's connection calls it

    /** Begins with a whole head; {@code more} says whether bytes behind it have come already. */
    void begin(boolean more) {
        expectsContinue = request.expectsContinue() && !more && !isRequestWhole();
        try {
            handler.begin(this);
            if (!isOver() && isRequestWhole()) {
                bodyEnded();
            }
        } catch (Throwable e) {
            handlerFailed(e);
        }
    }

    boolean isRequestWhole() {
        return body.isComplete();
    }

    /** Reads on; returns the index of the first byte that belongs to another request. */
    int readBody(Slice slice, int from) throws BadMessageException {
        try {
            DataRanges ranges = http.ranges();
            int to = body.read(slice, from, ranges);
            expectsContinue = false;
            bodyCame(slice, from, to, ranges);
            if (!isRequestWhole()) {
                http.settle(upstream.held());
            } else if (!isOver()) {
                bodyEnded();
            }
            return to;
        } catch (RuntimeException | Error e) {
            handlerFailed(e);
            return slice.length();
        }
    }

    private void bodyCame(Slice slice, int from, int to, DataRanges ranges) {
        switch (requestState) {
            case FORWARDED -> {
                if (ranges.passesAll()) {
                    upstream.send(slice.part(from, to));
                } else {
                    ranges.passedOn(slice, from, to).forEach(upstream::send);
                }
            }
            case COLLECTED -> {
                ranges.addTo(upstream.held(), slice);
                requireRoom(upstream.held().bytes());
            }
            case STREAMED -> {
                for (int i = 0; i < ranges.count() && requestState == RequestState.STREAMED; i++) {
                    receiver.content(slice, ranges.from(i), ranges.to(i));
                }
            }
            case HELD, WATCHED -> {
                ranges.passedOn(slice, from, to).forEach(upstream.held()::add);
                watch(slice, ranges);
            }
            default -> {
                if (body.readBytes() > MOST_DISCARDED && !isRequestWhole()) {
                    finish();
                    client.linger();
                }
            }
        }
    }

    private void watch(Slice slice, DataRanges ranges) {
        for (int i = 0; i < ranges.count() && requestState == RequestState.WATCHED; i++) {
            watcher.look(this, slice, ranges.from(i), ranges.to(i));
        }
        if (requestState == RequestState.WATCHED) {
            requireRoom(upstream.held().bytes());
        } else if (requestState == RequestState.HELD && upstream.held().bytes() > MOST_HELD_UNDECIDED) {
            client.pause();
        }
    }

    private void bodyEnded() {
        switch (requestState) {
            case WATCHED -> watcher.end(this);
            case COLLECTED -> {
                requestState = RequestState.TAKEN;
                SliceQueue all = new SliceQueue();
                all.addAll(upstream.held());
                taker.taken(this, all);
            }
            case STREAMED -> receiver.ended();
            case FORWARDED -> upstream.end();
            case DISCARDED -> {
                if (answerState == AnswerState.SENT) {
                    finish();
                    client.finished();
                }
            }
            default -> {
                // The handler decides later.
            }
        }
    }

    /** The rest of the request cannot be understood, or did not come in time. */
    void refuse(BadMessageException problem) {
        outcome = Outcome.FAILED;
        http.countRefused();
        if (hasAnswerBegun()) {
            cut();
            return;
        }
        requestState = RequestState.UNREADABLE;
        answer(Answer.text(problem.status(), problem.getMessage()));
    }

    /** The client has gone, or a part needs no answer. */
    final void abandon() {
        upstream.drop();
        finish();
    }

    /** The client takes no more of the answer for now, or takes more again. */
    void congest(boolean congested) {
        upstream.pauseAnswer(congested);
        if (stream != null) {
            stream.congest(congested);
        }
    }

    private void decide(RequestState how) {
        if (requestState != RequestState.HELD || !upstream.held().isEmpty()) {
            throw new IllegalStateException(
                    "watch, collect and receive are allowed only before any of the body has arrived");
        }
        requestState = how;
    }

    private void sendContinue() {
        if (expectsContinue && requestState != RequestState.DISCARDED) {
            expectsContinue = false;
            client.send(http.writer().plain(HeadWriter.CONTINUE));
        }
    }

    private void requireRoom(long bytes) {
        if (bytes > mostBytes) {
            upstream.held().clear();
            requestState = RequestState.DISCARDED;
            fail(new Failure(Failure.Kind.BODY_TOO_LARGE, "the body is longer than " + mostBytes + " bytes"));
        } else if (!hasRoom(bytes)) {
            outcome = Outcome.FAILED;
            answer(Answer.text(503, "too many long messages are mediated at once: send it again later"));
        }
    }

    /** Reserves memory for so many bytes of both bodies; false when there is none. What is reserved stays so until the exchange is over. */
    public boolean hasRoom(long bytes) {
        if (bytes <= Math.max(reserved, BodyBudget.UNCOUNTED)) {
            return true;
        }
        if (payer == null) {
            InetSocketAddress from = client();
            payer = from == null ? InetAddress.getLoopbackAddress() : from.getAddress();
        }
        long rounded = (bytes + STEP - 1) / STEP * STEP;
        boolean taken = http.budget().take(payer, reserved, rounded - reserved);
        reserved = taken ? rounded : reserved;
        return taken;
    }

    private void dropRequest() {
        upstream.drop();
        discardBody();
        upstreamCongested(false);
    }

    /** Drops what is held and what is still to come. */
    private void discardBody() {
        if (requestState != RequestState.UNREADABLE) {
            requestState = RequestState.DISCARDED;
        }
        upstream.held().clear();
        if (receiver != null && !isRequestWhole()) {
            Handler.BodyReceiver waiting = receiver;
            receiver = null;
            tell(waiting::broken);
        }
    }

    /** Returns whether the connection can be used again after the rest of the request was dropped. */
    private boolean canBeReadToItsEnd() {
        return isRequestWhole()
                || (requestState != RequestState.UNREADABLE && !expectsContinue && body.left() <= MOST_DISCARDED);
    }

    // ---- the upstream's side, as its connection calls it

    @Override
    Slice writeHead() {
        return source == null
                ? http.writer().request(request, route.rewrite(), requestFraming)
                : http.writer().request(source, route.rewrite(), requestFraming);
    }

    @Override
    void upstreamCongested(boolean congested) {
        if (congested) {
            client.pause();
        } else {
            client.resume();
        }
    }

    @Override
    void interim(ResponseHead head) {
        // HTTP/1.0 knows none.
        if (!request.isHttp10()) {
            client.send(http.writer().answer(head, HeadEdits.NONE, Framing.NONE, Persistence.IMPLIED));
        }
    }

    @Override
    void answerBegan(ResponseHead head, Framing framing) {
        upstreamHead = head;
        try {
            HeadEdits own = route.heads() == null ? null : route.heads().came(this, head);
            relay(head, framing, own == null ? route.answerEdits() : own);
        } catch (Throwable e) {
            handlerFailed(e);
        }
    }

    private void relay(ResponseHead head, Framing framing, HeadEdits edits) {
        if (isAnswered()) {
            // The handler has answered otherwise, so the upstream's connection was dropped.
            return;
        }
        if (route.answers() != null) {
            answerState = AnswerState.COLLECTING;
            collected = new SliceQueue();
            reservedOfRequest = reserved;
            return;
        }
        upstreamFraming = framing;
        clientFraming = head.status() == RESET_CONTENT ? EMPTY : reframed(framing);
        answerEndsWithConnection = clientFraming.kind() == Framing.Kind.UNTIL_CLOSE;
        boolean says = framing.kind() == Framing.Kind.NONE && head.status() != 204;
        relayHead(edits, says ? reframed(head.stated()) : clientFraming);
    }

    @Override
    void answerCame(Slice slice, int from, int to, DataRanges ranges) {
        if (answerState == AnswerState.COLLECTING) {
            collectAnswer(slice, ranges);
        } else if (answerState == AnswerState.RELAYING) {
            relayAnswer(slice, from, to, ranges);
        }
    }

    private void relayAnswer(Slice slice, int from, int to, DataRanges ranges) {
        if (clientFraming.equals(EMPTY)) {
            return;
        }
        if (clientFraming.kind() != upstreamFraming.kind()) {
            for (int i = 0; i < ranges.count(); i++) {
                sendContent(slice.part(ranges.from(i), ranges.to(i)), clientFraming);
            }
        } else if (ranges.passesAll()) {
            sendAnswer(slice.part(from, to));
        } else {
            ranges.passedOn(slice, from, to).forEach(this::sendAnswer);
        }
    }

    /**
     * Returns how a body is framed for the client: as it came, wherever the client understands that. HTTP/1.0 knows no chunks; a newer client gets chunks for a
     * body that only the end of a connection ends, so that its own stays open.
     */
    private Framing reframed(Framing framing) {
        return switch (framing.kind()) {
            case CHUNKED -> request.isHttp10() ? Framing.UNTIL_CLOSE : framing;
            case UNTIL_CLOSE -> request.isHttp10() ? framing : Framing.CHUNKED;
            default -> framing;
        };
    }

    private void collectAnswer(Slice slice, DataRanges ranges) {
        ranges.addTo(collected, slice);
        http.settle(collected);
        if (collected.bytes() > route.mostAnswerBytes()) {
            fail(new Failure(
                    Failure.Kind.ANSWER_TOO_LARGE, "the answer is longer than " + route.mostAnswerBytes() + " bytes"));
        } else if (!hasRoom(reservedOfRequest + collected.bytes())) {
            fail(new Failure(Failure.Kind.ANSWER_TOO_LARGE, "too many long messages are mediated at once"));
        }
    }

    @Override
    void answerEnded() {
        if (!isRequestWhole()) {
            discardBody();
        }
        if (answerState == AnswerState.COLLECTING) {
            answerCollected();
        } else if (answerState == AnswerState.RELAYING) {
            if (clientFraming.kind() == Framing.Kind.CHUNKED && upstreamFraming.kind() == Framing.Kind.UNTIL_CLOSE) {
                sendLastChunk();
            }
            answerSent();
        }
    }

    private void answerCollected() {
        answerState = AnswerState.COLLECTED;
        SliceQueue content = new SliceQueue();
        content.addAll(collected);
        try {
            route.answers().taken(this, upstreamHead, content);
        } catch (Throwable e) {
            content.clear();
            handlerFailed(e);
        }
    }

    @Override
    void upstreamFailed(Failure failure) {
        upstreamCongested(false);
        fail(failure);
    }

    // ---- the answer's side

    private boolean hasAnswerBegun() {
        return answerState == AnswerState.RELAYING
                || answerState == AnswerState.STREAMING
                || answerState == AnswerState.SENT;
    }

    /** Sends the head of an answer of the mediator's own. */
    private void sendHead(AnswerState then, int code, String contentType, HeadEdits fields, Framing framing) {
        answerState = then;
        status = code;
        boolean reusable = canBeReadToItsEnd() && !answerEndsWithConnection;
        Persistence persistence = client.persistence(request, reusable);
        client.send(http.writer().answer(code, contentType, fields, framing, persistence));
    }

    /** Sends the head of an upstream's answer. */
    private void relayHead(HeadEdits edits, Framing framing) {
        answerState = AnswerState.RELAYING;
        status = edits.statusFor(upstreamHead.status());
        outcome = outcome == Outcome.FAILED ? outcome : Outcome.RELAYED;
        Persistence persistence = client.persistence(request, isRequestWhole() && !answerEndsWithConnection);
        client.send(http.writer().answer(upstreamHead, edits, framing, persistence));
    }

    /** Sends bytes of the answer's body, framing included, and takes the slice over. */
    void sendAnswer(Slice slice) {
        answerBytes += slice.length();
        client.send(slice);
    }

    /** Sends content of the answer's body, framed in this way. */
    void sendContent(Slice content, Framing framing) {
        if (framing.kind() == Framing.Kind.CHUNKED) {
            http.chunks().frame(content, this::sendAnswer);
        } else {
            sendAnswer(content);
        }
    }

    void sendLastChunk() {
        sendAnswer(http.chunks().last());
    }

    private void sendAnswer(SliceQueue content, boolean allowed) {
        if (!allowed || request.isMethod("HEAD")) {
            content.clear();
        }
        content.giveTo(this::sendAnswer);
    }

    /** All of the answer is queued for the client. */
    void answerSent() {
        answerState = AnswerState.SENT;
        if (isRequestWhole()) {
            finish();
            client.finished();
        } else if (client.closesAfterAnswer()) {
            finish();
            client.linger();
        }
    }

    // ---- failures, and the end

    /** The upstream will give no complete answer: asks the handler what to do, or cuts an answer that has begun. */
    private void fail(Failure failure) {
        if (isOver()) {
            return;
        }
        outcome = Outcome.FAILED;
        http.count(failure);
        upstream.drop();
        if (hasAnswerBegun()) {
            cut();
            return;
        }
        forgetUpstreamAnswer();
        answerState = AnswerState.NONE;
        attempt(() -> handler.failed(this, failure));
    }

    /** A fault of the handler's: answers with 500, or cuts. */
    private void handlerFailed(Throwable cause) {
        Faults.survived("a handler failed", cause);
        if (isOver()) {
            return;
        }
        outcome = Outcome.FAILED;
        if (hasAnswerBegun()) {
            fail(new Failure(Failure.Kind.CLOSED, "the mediator failed"));
        } else {
            answer(Answer.text(500, "the mediator failed"));
        }
    }

    /** Cuts an answer that cannot be completed, so that the client notices. */
    void cut() {
        upstream.drop();
        finish();
        client.cut(answerEndsWithConnection);
    }

    private void finish() {
        if (isOver()) {
            return;
        }
        http.countOver();
        Outcome broken = hasAnswerBegun() ? Outcome.CUT : Outcome.ABANDONED;
        try {
            log.log(this, answerState == AnswerState.SENT ? outcome : broken);
        } catch (Throwable e) {
            Faults.survived("the request log failed", e);
        }
        answerState = AnswerState.OVER;
        discardBody();
        forgetUpstreamAnswer();
        if (stream != null) {
            tell(stream::gone);
        }
        if (reserved > 0) {
            http.budget().giveBack(payer, reserved);
        }
        if (whenOver != null) {
            tell(whenOver);
        }
        recycleRequest();
    }

    /** Tells the handler of an end that is certain, whatever becomes of that. */
    private static void tell(Runnable end) {
        try {
            end.run();
        } catch (Throwable e) {
            Faults.survived("the end of an exchange was not noted", e);
        }
    }

    private void forgetUpstreamAnswer() {
        if (upstreamHead != null) {
            http.recycle(upstreamHead);
            upstreamHead = null;
        }
        if (collected != null) {
            collected.clear();
        }
    }

    /** Gives the head of the upstream's answer away, with the duty to recycle it. */
    final ResponseHead takeUpstreamHead() {
        ResponseHead taken = upstreamHead;
        upstreamHead = null;
        return taken;
    }

    /** Sends the answer that a part has got, unless there is one. */
    void relay(ResponseHead head, SliceQueue content, HeadEdits edits) {
        if (isAnswered()) {
            content.clear();
            http.recycle(head);
            return;
        }
        dropRequest();
        forgetUpstreamAnswer();
        upstreamHead = head;
        relay(content, edits);
    }

    /** The head can be that of another exchange. */
    void recycleRequest() {
        http.recycle(request);
    }

    /** A handler may answer an exchange that is over, not one that is answered. */
    private void refuse(SliceQueue content, String reason) {
        content.clear();
        if (!isOver()) {
            throw new IllegalStateException(reason);
        }
    }

    /**
     * A part of a client's exchange, which goes to an upstream of its own: by {@link #forward(Route, SliceQueue)}, with a route that collects the answer. It has no
     * client but the whole exchange, of which it shares the head. For the loop's thread.
     */
    public static final class Part extends Exchange {
        private final Exchange whole;

        Part(HttpLoop http, Exchange whole, Handler handler, RequestHead request) {
            super(http, null, handler, request, Framing.NONE);
            this.whole = whole;
        }

        /** Ends it; it answers nothing. */
        public void end() {
            abandon();
        }

        @Override
        public Part part() {
            return whole.part();
        }

        @Override
        public InetSocketAddress client() {
            return whole.client();
        }

        @Override
        public void answer(Answer answer) {
            if (whole.isAnswered()) {
                answer.body().clear();
            } else {
                whole.answer(answer);
            }
            abandon();
        }

        @Override
        public void relay(SliceQueue content, HeadEdits edits) {
            whole.relay(takeUpstreamHead(), content, edits);
            abandon();
        }

        @Override
        public AnswerStream beginAnswer(int code, HeadEdits fields, long bodyBytes, AnswerStream.Source source) {
            throw new IllegalStateException("a part is answered as a whole");
        }

        @Override
        void recycleRequest() {
            // The other parts have the same head.
        }

        @Override
        void upstreamCongested(boolean congested) {
            // The body is here.
        }

        @Override
        void interim(ResponseHead head) {
            // Which of the parts will answer the client is not known.
        }
    }
}
