package org.busbench.mediation.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.busbench.mediation.http.HttpCounts;
import org.busbench.mediation.traffic.MessageCounts;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.LoopCounts;

/**
 * The counts of one event loop, taken between two of its iterations.
 *
 * @param wire connections, bytes and buffers
 */
record LoopSnapshot(LoopCounts wire, HttpCounts http, List<MessageCounts> messages) {
    private static final System.Logger LOG = System.getLogger(LoopSnapshot.class.getName());
    private static final long PATIENCE_MILLIS = 1000;

    /** Asks every loop and waits a second at most. A loop that does not answer is stuck and left out. */
    static List<LoopSnapshot> ofAll(ManagedMediator mediator) throws InterruptedException {
        List<CompletableFuture<LoopSnapshot>> asked = new ArrayList<>();
        for (EventLoop loop : mediator.loops()) {
            asked.add(CompletableFuture.supplyAsync(() -> of(mediator, loop), loop::execute));
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        List<LoopSnapshot> snapshots = new ArrayList<>();
        for (CompletableFuture<LoopSnapshot> answer : asked) {
            try {
                snapshots.add(answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                LOG.log(System.Logger.Level.DEBUG, "a loop does not answer", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a loop cannot be read", e);
            }
        }
        return snapshots;
    }

    private static LoopSnapshot of(ManagedMediator mediator, EventLoop loop) {
        return new LoopSnapshot(loop.reading(), mediator.http(loop), mediator.messages(loop));
    }
}
