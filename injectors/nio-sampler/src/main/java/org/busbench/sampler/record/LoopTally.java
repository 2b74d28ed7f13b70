package org.busbench.sampler.record;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.busbench.common.ErrorClass;

/**
 * The counts and latencies of one loop. Written by that loop's thread alone, without locks; read by any thread, at any
 * time: a reader sees each count as it was at some instant, and all of them once the writer has ended.
 */
public final class LoopTally {
    /** A day: nothing waits as long. */
    private static final long HIGHEST_NANOS = 86_400_000_000_000L;

    private static final int DIGITS = 3;

    private final Counter sent = new Counter();
    private final Counter verified = new Counter();
    private final Counter refused = new Counter();
    private final Counter unfinished = new Counter();
    private final Counter unsent = new Counter();
    private final Map<ErrorClass, Counter> errors = new EnumMap<>(ErrorClass.class);
    private final SingleWriterRecorder latencies = new SingleWriterRecorder(1, HIGHEST_NANOS, DIGITS);
    private final LimitedKey limited;
    private Histogram recycled;

    /** A tally is made by the record that it belongs to; {@code limited} is null where no key is limited. */
    LoopTally(LimitedKey limited) {
        this.limited = limited;
        for (ErrorClass error : ErrorClass.values()) {
            errors.put(error, new Counter());
        }
    }

    /** A request was begun. It is counted as verified, refused, failed or unfinished later, exactly once. */
    public void sent() {
        sent.add(1);
    }

    /**
     * A request had its expected answer.
     *
     * @param nanos from the (intended) start of the request to the end of the answer
     */
    public void verified(long nanos) {
        latencies.recordValue(Math.min(Math.max(nanos, 1), HIGHEST_NANOS));
        verified.add(1);
    }

    /** A request that is wrong on purpose was refused as it must be. */
    public void refused() {
        refused.add(1);
    }

    public boolean hasLimit() {
        return limited != null;
    }

    /** A message of that key had a right answer, which is counted as verified or refused, too. */
    public void limited(long now, boolean letThrough) {
        limited.answered(now, letThrough);
    }

    public void failed(ErrorClass error) {
        errors.get(error).add(1);
    }

    /** A request had no answer when the load ended. */
    public void unfinished() {
        unfinished.add(1);
    }

    /**
     * Requests of an open loop were due, but none of its connections was free to send them.
     *
     * @param requests how many
     */
    public void unsent(long requests) {
        unsent.add(requests);
    }

    /** Latencies in ns of the answers verified since the call before, to be used until the next call. One caller. */
    Histogram interval() {
        recycled = latencies.getIntervalHistogram(recycled);
        return recycled;
    }

    /** A histogram into which intervals of any tally can be added. */
    static Histogram emptyHistogram() {
        return new Histogram(1, HIGHEST_NANOS, DIGITS);
    }

    long failures(ErrorClass error) {
        return errors.get(error).get();
    }

    Totals totals() {
        Map<ErrorClass, Long> failed = new EnumMap<>(ErrorClass.class);
        errors.forEach((error, count) -> failed.put(error, count.get()));
        return new Totals(sent.get(), verified.get(), refused.get(), unfinished.get(), unsent.get(), failed);
    }

    /** A count with one writing thread, which pays no lock for it, and any number of readers. */
    private static final class Counter {
        private final AtomicLong count = new AtomicLong();

        /** Called by the one writer. */
        void add(long more) {
            count.setRelease(count.getPlain() + more);
        }

        /** The count at some instant during the call; exact once the writer has ended. */
        long get() {
            return count.getAcquire();
        }
    }
}
