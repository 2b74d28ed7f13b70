package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.http.rig.Eventually;
import org.busbench.mediation.log.LogQueue;
import org.junit.jupiter.api.Test;

/** The threads beside the loops: an Error costs one task, and bytes bound what waits for them. */
class OffloadPoolTest {
    private static final Error[] ERRORS = {
        new StackOverflowError(),
        new OutOfMemoryError("injected"),
        new NoClassDefFoundError("injected"),
        new Error("injected")
    };

    @Test
    void doesTheNextTaskAfterAnErrorAndGivesItsBytesBack() throws Exception {
        OffloadPool pool = new OffloadPool(1, 100);
        for (Error error : ERRORS) {
            offerWhenThereIsRoom(pool, () -> {
                throw error;
            });
            assertThat(isDone(pool)).isTrue();
        }
    }

    private static boolean isDone(OffloadPool pool) throws IOException, InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        offerWhenThereIsRoom(pool, done::countDown);
        return done.await(20, TimeUnit.SECONDS);
    }

    /** The bytes of the task before come back a moment after its end. */
    private static void offerWhenThereIsRoom(OffloadPool pool, Runnable task) throws IOException, InterruptedException {
        Eventually.isSo("the return of the bytes of the task before", () -> pool.offer(100, task));
    }

    @Test
    void takesNoMoreBytesThanItMayButOneMessageOfAnyLength() throws Exception {
        OffloadPool pool = new OffloadPool(1, 100);
        CountDownLatch leave = new CountDownLatch(1);
        assertThat(pool.offer(1000, () -> await(leave))).isTrue();
        assertThat(pool.offer(1, () -> {})).isFalse();
        leave.countDown();
        assertThat(isDone(pool)).isTrue();
    }

    @Test
    void writesTheNextLineAfterAnError() throws Exception {
        CountDownLatch written = new CountDownLatch(ERRORS.length);
        LogQueue queue = new LogQueue(() -> {}, 100);
        for (Error error : ERRORS) {
            queue.offer(() -> {
                throw error;
            });
            queue.offer(written::countDown);
        }
        assertThat(written.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(queue.dropped()).isEqualTo(ERRORS.length);
        queue.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
