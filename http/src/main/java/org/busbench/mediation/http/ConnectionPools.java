package org.busbench.mediation.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of one loop to its upstreams. The one that was used last is used first, so that the others can expire. When an endpoint has
 * as many as it may, requests wait in the order in which they came.
 */
final class ConnectionPools {
    private final HttpLoop http;
    private final Map<Endpoint, Pool> pools = new HashMap<>();
    private Pool latest;

    ConnectionPools(HttpLoop http) {
        this.http = http;
    }

    /** Finds a connection for a request, or makes one; or has it queue. Returns an idle one, or null. */
    UpstreamConnection lease(Lease lease, boolean fresh) {
        Pool pool = pool(lease.endpoint());
        UpstreamConnection idle = fresh ? null : pool.idle.pollLast();
        if (idle != null) {
            return idle;
        }
        if (pool.count < pool.endpoint.mostConnections()) {
            pool.open(lease);
        } else {
            pool.waiting.addLast(lease);
            lease.queued(pool.endpoint.connectTimeout());
        }
        return null;
    }

    /** Takes a request out of the queue. */
    void forget(Lease lease) {
        pool(lease.endpoint()).waiting.remove(lease);
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
        private final ArrayDeque<Lease> waiting = new ArrayDeque<>();
        private int count;

        private Pool(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        Endpoint endpoint() {
            return endpoint;
        }

        /** Takes a connection back; returns whether it serves another request or is kept for one. Otherwise it is to be closed. */
        boolean free(UpstreamConnection connection) {
            Lease next = waiting.pollFirst();
            if (next != null) {
                next.granted(connection);
                return true;
            }
            if (http.loop().isDraining()) {
                return false;
            }
            idle.addLast(connection);
            return true;
        }

        /** A connection is closed. */
        void gone(UpstreamConnection connection, boolean wasIdle) {
            count--;
            if (wasIdle) {
                idle.remove(connection);
            }
            Lease next = waiting.pollFirst();
            if (next != null) {
                open(next);
            } else if (count == 0) {
                // Clients may say where messages go: what was once asked for must not be remembered for ever.
                pools.remove(endpoint, this);
                latest = null;
            }
        }

        private void open(Lease lease) {
            count++;
            new UpstreamConnection(http, this).connect(lease);
        }
    }
}
