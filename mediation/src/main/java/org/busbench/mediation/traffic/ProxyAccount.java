package org.busbench.mediation.traffic;

import java.util.stream.IntStream;
import org.busbench.mediation.http.Account;
import org.busbench.mediation.http.Entry;

/** Counts the messages of one proxy. Called on the threads of the loops; each has a column that no other touches. */
public final class ProxyAccount implements Account {
    private final String proxy;
    private final String lane;
    private final AccessLog log;
    private final Column[] columns;

    ProxyAccount(String proxy, String lane, int loops, AccessLog log) {
        this.proxy = proxy;
        this.lane = lane;
        this.log = log;
        this.columns = IntStream.range(0, loops).mapToObj(i -> new Column()).toArray(Column[]::new);
    }

    @Override
    public void over(Entry entry) {
        long nanos = System.nanoTime() - entry.begunNanos();
        columns[entry.loop().index()].add(entry.outcome(), nanos);
        if (log != null) {
            log.add(entry, lane, nanos);
        }
    }

    AccountReading reading(int loop) {
        return columns[loop].reading(proxy, lane);
    }
}
