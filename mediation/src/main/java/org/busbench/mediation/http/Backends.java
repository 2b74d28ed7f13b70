package org.busbench.mediation.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The connections of one loop to its backends. The one that was used last is used first, so that the others can expire. When an endpoint has
 * as many as it may, requests wait in the order in which they came.
 */
final class Backends {
    private final LoopState state;
    private final Map<Endpoint, Pool> pools = new HashMap<>();
    private Pool latest;

    Backends(LoopState state) {
        this.state = state;
    }

    /** Finds a connection for a request, or makes one; tells it with {@link Errand#attach}, perhaps within this call. */
    void lease(Errand errand, boolean fresh) {
        Pool pool = pool(errand.endpoint());
        Back idle = fresh ? null : pool.idle.pollLast();
        if (idle != null) {
            idle.begin(errand);
        } else if (pool.count < pool.endpoint.mostConnections()) {
            pool.open(errand);
        } else {
            pool.waiting.addLast(errand);
            errand.await(pool.endpoint.connectTimeout());
        }
    }

    /** Takes back what {@link #lease} was asked for and has not answered yet. */
    void forget(Errand errand) {
        pool(errand.endpoint()).waiting.remove(errand);
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
        private final ArrayDeque<Back> idle = new ArrayDeque<>();
        private final ArrayDeque<Errand> waiting = new ArrayDeque<>();
        private int count;

        private Pool(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        Endpoint endpoint() {
            return endpoint;
        }

        /** A connection is free; it is closed when nobody may use it later. Returns whether it waits now. */
        boolean free(Back back) {
            Errand next = waiting.pollFirst();
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
        void gone(Back back, boolean wasIdle) {
            count--;
            if (wasIdle) {
                idle.remove(back);
            }
            Errand next = waiting.pollFirst();
            if (next != null) {
                open(next);
            } else if (count == 0) {
                // Clients may say where messages go: what was once asked for must not be remembered for ever.
                pools.remove(endpoint, this);
                latest = null;
            }
        }

        private void open(Errand errand) {
            count++;
            new Back(state, this).connect(errand);
        }
    }
}
