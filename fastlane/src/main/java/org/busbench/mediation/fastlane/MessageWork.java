package org.busbench.mediation.fastlane;

import java.util.function.Consumer;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.embedded.EmbeddedMessage;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.xml.MalformedXmlException;

/** Has the work of one message done: on its loop if it is short, else on a thread of the pool, and what follows on the loop. For the loop's thread. */
final class MessageWork {
    private static final int UNAVAILABLE = 503;

    private final Shared shared;
    private final Exchange exchange;
    private final Consumer<String> log;
    private final Consumer<String> refusal;

    /** Work on a message, for any thread. What it throws is why the message cannot be mediated. */
    interface Work {

        /** Does it with the tools of the thread, and returns what is to be done on the loop then. */
        Runnable done(ThreadTools ofThread) throws MalformedXmlException;
    }

    /** What all proxies of a lane share. */
    record Shared(OffloadPool offload, ThreadLocal<ThreadTools> tools, int messageBytes, int parts, LogWriter log) {}

    /**
     * For one message.
     *
     * @param log of errors
     * @param refusal is told why the message cannot be mediated
     */
    MessageWork(Shared shared, Exchange exchange, Consumer<String> log, Consumer<String> refusal) {
        this.shared = shared;
        this.exchange = exchange;
        this.log = log;
        this.refusal = refusal;
    }

    /** Has work done on a thread of the pool if it is long and the pool has room, else at once; what it returns is for the loop. */
    void run(boolean isLong, long bytes, Work work) {
        if (!isLong || !offload(bytes, work)) {
            result(work).run();
        }
    }

    private Runnable result(Work work) {
        try {
            return work.done(shared.tools().get());
        } catch (MalformedXmlException | IllegalArgumentException e) {
            return () -> refusal.accept(e.getMessage());
        }
    }

    /** The same with work on a message, which is long if the message is. */
    void run(byte[] message, Work work) {
        run(message.length > OffloadPool.INLINE_BYTES, message.length, work);
    }

    /** Has a tree made of the body, unless there is one, and work done on it. */
    void run(boolean isLong, EmbeddedMessage seen, byte[] body, String charset, Work work) {
        run(isLong || body.length > OffloadPool.INLINE_BYTES, body.length, ofThread -> {
            ofThread.requireTree(body.length);
            seen.read(body, charset);
            return work.done(ofThread);
        });
    }

    /** A body is whole; what follows with its bytes is for the loop. */
    void taken(SliceQueue body, Consumer<byte[]> next) {
        boolean later = false;
        if (body.bytes() > OffloadPool.MOST_INLINE_BYTES) {
            body.leavePool();
            later = offload(body.bytes(), ofThread -> {
                byte[] bytes = OffloadPool.drained(body);
                return () -> next.accept(bytes);
            });
        }
        if (!later) {
            next.accept(OffloadPool.drained(body));
        }
    }

    /** Has work done on another thread, and what it returns on the loop, or refuses a long message; false when the loop is to do it. */
    boolean offload(long bytes, Work work) {
        boolean offered = offer(bytes, work);
        if (offered || bytes <= OffloadPool.MOST_INLINE_BYTES) {
            return offered;
        }
        log.accept("a message of " + bytes + " bytes was refused: too many long ones wait");
        exchange.answer(Answer.text(UNAVAILABLE, "too many long messages wait to be mediated: send it again later"));
        return true;
    }

    /** The same, but refuses none. */
    boolean offer(long bytes, Work work) {
        return shared.offload().offer(bytes, () -> {
            Runnable then;
            try {
                then = result(work);
            } catch (Throwable e) {
                Faults.survived("a message was not mediated", e);
                then = () -> refusal.accept("the message cannot be mediated: " + e);
            }
            exchange.execute(then);
        });
    }
}
