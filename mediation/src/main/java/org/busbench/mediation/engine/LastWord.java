package org.busbench.mediation.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;

/**
 * Answers a client whom Synapse leaves without an answer: a fault sequence that sends nothing, or none at all; an endpoint that discards what is late; an
 * answer that nobody passes on. It waits until no request is under way for that client, and then a second after a failure, since what Synapse does on
 * threads of its own may still be to come, or else as long as a backend may be silent: somebody who collects answers may be waiting for more.
 *
 * <p>{@link #began}, {@link #ended}, {@link #mediated}, {@link #failed} and {@link #say} are for any thread.
 */
final class LastWord {

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int MEDIATION = 500;
    private static final int NO_ANSWER = 504;

    private final Reply reply;
    private final EventLoop loop;
    private final boolean soap12;
    private final Deadline deadline;
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean asked;
    private boolean backendAnswered;
    private boolean hopeless;
    private int status = NO_ANSWER;

    /** On the loop's thread; the type is that of the request, or null. */
    LastWord(Reply reply, EventLoop loop, String contentType) {
        this.reply = reply;
        this.loop = loop;
        this.soap12 = FaultText.isSoap12(contentType);
        this.deadline = loop.deadline(this::nobodyAnswers);
    }

    /** A request goes to a backend. */
    void began() {
        asked = true;
        underWay.incrementAndGet();
    }

    /** Synapse was told what became of it: of this failure, or of an answer when that is null. */
    void ended(Failure failure) {
        loop.execute(() -> {
            underWay.decrementAndGet();
            backendAnswered |= failure == null;
            status = failure == null ? NO_ANSWER : failure.kind().status();
            watch(failure != null && !backendAnswered ? SOON : Tuning.socketTimeout());
        });
    }

    /** The in sequence is done. Where a request has set out, its end sees to the client, maybe has already: that must not be put off. */
    void mediated() {
        if (!asked) {
            loop.execute(() -> watch(Tuning.socketTimeout()));
        }
    }

    /** What there was to be said could not be sent, or nobody dealt with a failure of the mediation itself. */
    void failed() {
        loop.execute(() -> {
            hopeless = true;
            status = MEDIATION;
            watch(SOON);
        });
    }

    /** Somebody has answered; on the loop's thread. */
    void forget() {
        deadline.clear();
    }

    /** Answers with a fault in our words, unless somebody has answered. */
    void say(int code) {
        byte[] fault = FaultText.plain(soap12, code).getBytes(StandardCharsets.UTF_8);
        reply.answer(
                code,
                HeadEdits.of(List.of(Map.entry("Content-Type", FaultText.contentType(soap12)))),
                Conduit.of(fault));
    }

    private void watch(Duration longest) {
        if (underWay.get() == 0 && !reply.isAnswered()) {
            deadline.set((hopeless ? SOON : longest).toNanos());
        }
    }

    private void nobodyAnswers() {
        if (underWay.get() == 0) {
            say(status);
        }
    }
}
