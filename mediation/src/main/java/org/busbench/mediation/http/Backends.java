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

    /** Finds a connection for a request, or makes one; tells it with {@link Delivery#attach}, perhaps within this call. */
    void lease(Delivery delivery, boolean fresh) {
        Pool pool = pool(delivery.route().endpoint());
        Back idle = fresh ? null : pool.idle.pollLast();
        if (idle != null) {
            idle.begin(delivery);
        } else if (pool.count < pool.endpoint.mostConnections()) {
            pool.open(delivery);
        } else {
            pool.waiting.addLast(delivery);
            delivery.await(pool.endpoint.connectTimeout());
        }
    }

    /** Takes back what {@link #lease} was asked for and has not answered yet. */
    void forget(Delivery delivery) {
        pool(delivery.route().endpoint()).waiting.remove(delivery);
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
        private final ArrayDeque<Delivery> waiting = new ArrayDeque<>();
        private int count;

        private Pool(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        Endpoint endpoint() {
            return endpoint;
        }

        /** A connection is free; it is closed when nobody may use it later. Returns whether it waits now. */
        boolean free(Back back) {
            Delivery next = waiting.pollFirst();
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
            Delivery next = waiting.pollFirst();
            if (next != null) {
                open(next);
            }
        }

        private void open(Delivery delivery) {
            count++;
            new Back(state, this).connect(delivery);
        }
    }
}
