package org.busbench.mediation.traffic;

import org.busbench.mediation.http.Outcome;

/** What one loop counts for one proxy: plain figures, written and read on that loop's thread. */
final class Column {
    private final long[] buckets = new long[Latencies.BUCKETS];
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
        buckets[Latencies.bucket(took)]++;
        nanos += took;
    }

    AccountReading reading(String proxy, String lane) {
        return new AccountReading(
                proxy, lane, relayed, answered, failed, cut, abandoned, new Latencies(buckets.clone(), nanos));
    }
}
