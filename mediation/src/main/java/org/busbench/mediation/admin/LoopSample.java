package org.busbench.mediation.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.busbench.mediation.http.HttpReading;
import org.busbench.mediation.traffic.AccountReading;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.LoopReading;

/**
 * What one loop said of itself between two of its turns.
 *
 * @param index of the loop
 * @param wire connections, bytes and buffers
 * @param http exchanges and failures
 * @param accounts messages by proxy
 */
record LoopSample(int index, LoopReading wire, HttpReading http, List<AccountReading> accounts) {
    private static final System.Logger LOG = System.getLogger(LoopSample.class.getName());
    private static final long PATIENCE_MILLIS = 1000;

    /** Asks every loop. Waits for a second at most: a loop that does not answer is left out, since it does not turn. */
    static List<LoopSample> ofAll(Subject subject) throws InterruptedException {
        List<CompletableFuture<LoopSample>> asked = new ArrayList<>();
        for (EventLoop loop : subject.loops()) {
            CompletableFuture<LoopSample> answer = new CompletableFuture<>();
            loop.execute(() -> answer.complete(of(subject, loop)));
            asked.add(answer);
        }
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        List<LoopSample> samples = new ArrayList<>();
        for (CompletableFuture<LoopSample> answer : asked) {
            try {
                samples.add(answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                LOG.log(System.Logger.Level.DEBUG, "a loop does not turn", e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("a loop cannot be read", e);
            }
        }
        return samples;
    }

    private static LoopSample of(Subject subject, EventLoop loop) {
        return new LoopSample(loop.index(), loop.reading(), subject.http(loop), subject.accounts(loop));
    }
}
