package org.busbench.mediation.traffic;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
        /** Behind the buckets of durations: their sum, then the outcomes. */
        private static final int NANOS = MessageCounts.BUCKETS;

        private static final int FIRST = NANOS + 1;

        private final String proxy;
        private final String lane;
        private final AccessLog log;
        private final PaddedCounts[] ofLoops;

        ProxyCounter(String proxy, String lane, int loops, AccessLog log) {
            this.proxy = proxy;
            this.lane = lane;
            this.log = log;
            this.ofLoops = new PaddedCounts[loops];
            Arrays.setAll(ofLoops, i -> new PaddedCounts(FIRST + MessageCounts.OUTCOMES.size()));
        }

        @Override
        public void log(Exchange exchange, Outcome outcome) {
            long nanos = System.nanoTime() - exchange.begunNanos();
            PaddedCounts counts = ofLoops[exchange.loop().index()];
            counts.add(FIRST + MessageCounts.OUTCOMES.indexOf(outcome), 1);
            counts.add(MessageCounts.bucket(nanos), 1);
            counts.add(NANOS, nanos);
            if (log != null) {
                log.add(exchange, lane, nanos);
            }
        }

        MessageCounts counts(int loop) {
            PaddedCounts counts = ofLoops[loop];
            long[] durations = new long[MessageCounts.BUCKETS];
            Arrays.setAll(durations, counts::get);
            long[] outcomes = new long[MessageCounts.OUTCOMES.size()];
            Arrays.setAll(outcomes, i -> counts.get(FIRST + i));
            return new MessageCounts(proxy, lane, durations, counts.get(NANOS), outcomes);
        }
    }
}
