package org.busbench.mediation.traffic;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler.RequestLog;
import org.busbench.mediation.http.Handler.RequestLog.Outcome;
import org.busbench.mediation.wire.PaddedCounts;

/**
 * Counts the messages of all proxies. The counters outlive a reload of the configuration, so that counts only rise.
 *
 * <p>For any thread. Each event loop counts in plain fields of its own, which only the thread of that loop writes and reads.
 */
public final class MessageCounters {
    private final int loops;
    private final AccessLog log;
    private final Map<String, ProxyCounter> counters = new ConcurrentHashMap<>();

    /**
     * Starts at zero.
     *
     * @param loops number of event loops
     * @param log gets a line for each message; null for no access log
     */
    public MessageCounters(int loops, AccessLog log) {
        this.loops = loops;
        this.log = log;
    }

    /** Returns the counter of a proxy in a lane: the same object for the same two names. */
    public RequestLog of(String proxy, String lane) {
        return counters.computeIfAbsent(proxy + ' ' + lane, key -> new ProxyCounter(proxy, lane, loops, log));
    }

    /** Returns the counts of one loop, a line for each proxy and lane. Call it on the thread of that loop. */
    public List<MessageCounts> counts(int loop) {
        return counters.values().stream().map(counter -> counter.counts(loop)).toList();
    }

    private static final class ProxyCounter implements RequestLog {
        private final String proxy;
        private final String lane;
        private final AccessLog log;
        private final LoopCounter[] ofLoops;

        ProxyCounter(String proxy, String lane, int loops, AccessLog log) {
            this.proxy = proxy;
            this.lane = lane;
            this.log = log;
            this.ofLoops =
                    IntStream.range(0, loops).mapToObj(i -> new LoopCounter()).toArray(LoopCounter[]::new);
        }

        @Override
        public void log(Exchange exchange, Outcome outcome) {
            long nanos = System.nanoTime() - exchange.begunNanos();
            ofLoops[exchange.loop().index()].add(outcome, nanos);
            if (log != null) {
                log.add(exchange, lane, nanos);
            }
        }

        MessageCounts counts(int loop) {
            return ofLoops[loop].counts(proxy, lane);
        }
    }

    /** The counts of one proxy on one loop: the buckets of its durations, their sum, and its outcomes. */
    private static final class LoopCounter {
        private static final int NANOS = LatencyHistogram.BUCKETS;
        private static final int RELAYED = NANOS + 1;
        private static final int ANSWERED = NANOS + 2;
        private static final int FAILED = NANOS + 3;
        private static final int CUT = NANOS + 4;
        private static final int ABANDONED = NANOS + 5;

        private final PaddedCounts counts = new PaddedCounts(ABANDONED + 1);

        void add(Outcome outcome, long took) {
            counts.add(indexOf(outcome), 1);
            counts.add(LatencyHistogram.bucket(took), 1);
            counts.add(NANOS, took);
        }

        private static int indexOf(Outcome outcome) {
            return switch (outcome) {
                case RELAYED -> RELAYED;
                case ANSWERED -> ANSWERED;
                case FAILED -> FAILED;
                case CUT -> CUT;
                case ABANDONED -> ABANDONED;
            };
        }

        MessageCounts counts(String proxy, String lane) {
            long[] buckets = IntStream.range(0, LatencyHistogram.BUCKETS)
                    .mapToLong(counts::get)
                    .toArray();
            return new MessageCounts(
                    proxy,
                    lane,
                    counts.get(RELAYED),
                    counts.get(ANSWERED),
                    counts.get(FAILED),
                    counts.get(CUT),
                    counts.get(ABANDONED),
                    new LatencyHistogram(buckets, counts.get(NANOS)));
        }
    }
}
