package org.busbench.mediation.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of one loop to its backends. The one that was used last is used first, so that the others can expire. When an endpoint has
 * as many as it may, requests wait in the order in which they came.
 */
final class ConnectionPools {
    private final HttpLoop state;
    private final Map<Endpoint, Pool> pools = new HashMap<>();
    private Pool latest;

    ConnectionPools(HttpLoop state) {
        this.state = state;
    }

    /** Finds a connection for a request, or makes one; tells it with {@link PendingRequest#attach}, perhaps within this call. */
    void lease(PendingRequest pending, boolean fresh) {
        Pool pool = pool(pending.endpoint());
        UpstreamConnection idle = fresh ? null : pool.idle.pollLast();
        if (idle != null) {
            idle.begin(pending);
        } else if (pool.count < pool.endpoint.mostConnections()) {
            pool.open(pending);
        } else {
            pool.waiting.addLast(pending);
            pending.await(pool.endpoint.connectTimeout());
        }
    }

    /** Takes back what {@link #lease} was asked for and has not answered yet. */
    void forget(PendingRequest pending) {
        pool(pending.endpoint()).waiting.remove(pending);
    }

    int idleConnections() {
        return pools.values().stream().mapToInt(pool -> pool.idle.size()).sum();
    }

    private Pool pool(Endpoint endpoint) {
        if (latest == null || !latest.endpoint.equals(endpoint)) {
            latest = pools.computeIfAbsent(endpoint, Pool::new);
        }
        return latest;
    }

    /** The connections to one endpoint. */
    final class Pool {
        private final Endpoint endpoint;
        private final ArrayDeque<UpstreamConnection> idle = new ArrayDeque<>();
        private final ArrayDeque<PendingRequest> waiting = new ArrayDeque<>();
        private int count;

        private Pool(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        Endpoint endpoint() {
            return endpoint;
        }

        /** A connection is free; it is closed when nobody may use it later. Returns whether it waits now. */
        boolean free(UpstreamConnection back) {
            PendingRequest next = waiting.pollFirst();
            if (next != null) {
                back.begin(next);
                return true;
            }
            if (state.loop().isDraining()) {
                return false;
            }
            idle.addLast(back);
            return true;
        }

        /** A connection is closed. */
        void gone(UpstreamConnection back, boolean wasIdle) {
            count--;
            if (wasIdle) {
                idle.remove(back);
            }
            PendingRequest next = waiting.pollFirst();
            if (next != null) {
                open(next);
            } else if (count == 0) {
                // Clients may say where messages go: what was once asked for must not be remembered for ever.
                pools.remove(endpoint, this);
                latest = null;
            }
        }

        private void open(PendingRequest pending) {
            count++;
            new UpstreamConnection(state, this).connect(pending);
        }
    }
}
