package org.busbench.mediation.traffic;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.busbench.mediation.http.Exchange;
import org.busbench.mediation.http.Handler.RequestLog;
import org.busbench.mediation.http.Handler.RequestLog.Outcome;

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
        public void log(Exchange exchange) {
            long nanos = System.nanoTime() - exchange.begunNanos();
            ofLoops[exchange.loop().index()].add(exchange.outcome(), nanos);
            if (log != null) {
                log.add(exchange, lane, nanos);
            }
        }

        MessageCounts counts(int loop) {
            return ofLoops[loop].counts(proxy, lane);
        }
    }

    /** The counts of one proxy on one loop. */
    private static final class LoopCounter {
        private final long[] buckets = new long[LatencyHistogram.BUCKETS];
        private long nanos;
        private long relayed;
        private long answered;
        private long failed;
        private long cut;
        private long abandoned;

        void add(Outcome outcome, long took) {
            switch (outcome) {
                case RELAYED -> relayed++;
                case ANSWERED -> answered++;
                case FAILED -> failed++;
                case CUT -> cut++;
                case ABANDONED -> abandoned++;
            }
            buckets[LatencyHistogram.bucket(took)]++;
            nanos += took;
        }

        MessageCounts counts(String proxy, String lane) {
            return new MessageCounts(
                    proxy,
                    lane,
                    relayed,
                    answered,
                    failed,
                    cut,
                    abandoned,
                    new LatencyHistogram(buckets.clone(), nanos));
        }
    }
}
