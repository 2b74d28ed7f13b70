package org.busbench.mediation.fastlane;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.http.Endpoint;

/**
 * An endpoint, or a group of endpoints, with its state: the circuit breakers, and whose turn it is. All proxies of a configuration share it.
 *
 * <p>For the threads of all event loops.
 */
sealed interface Upstream {

    /** Chooses an endpoint that is ready and was not tried; null when there is none. */
    Single choose(Set<Single> tried);

    /** Whether there is such an endpoint. Changes no turn. */
    boolean isReady(Set<Single> tried);

    /**
     * Chooses another endpoint after one has failed: the group that holds it is asked first, then the group around that one.
     *
     * @return null when the request fails
     */
    Single retry(Single failed, int code, Set<Single> tried);

    boolean holds(Single endpoint);

    /** Why {@link #choose} returned null, in Synapse's words. */
    String unavailable();

    /** Whether a group around this one learns that it failed. A group without failover keeps that to itself. */
    boolean reportsFailure();

    /** One endpoint; equal only to itself. */
    final class Single implements Upstream {
        private final EndpointSpec.Address spec;
        private final Endpoint endpoint;
        private final CircuitBreaker breaker;

        Single(EndpointSpec.Address spec, Endpoint endpoint, CircuitBreaker breaker) {
            this.spec = spec;
            this.endpoint = endpoint;
            this.breaker = breaker;
        }

        EndpointSpec.Address spec() {
            return spec;
        }

        Endpoint endpoint() {
            return endpoint;
        }

        CircuitBreaker breaker() {
            return breaker;
        }

        @Override
        public Single choose(Set<Single> tried) {
            return isReady(tried) ? this : null;
        }

        @Override
        public boolean isReady(Set<Single> tried) {
            return breaker.isReady() && !tried.contains(this);
        }

        @Override
        public Single retry(Single failed, int code, Set<Single> tried) {
            return null;
        }

        @Override
        public boolean holds(Single other) {
            return other == this;
        }

        @Override
        public boolean reportsFailure() {
            return true;
        }

        @Override
        public String unavailable() {
            return "Currently , " + spec.kind() + " endpoint : " + breaker;
        }
    }

    /** A group of endpoints and groups. */
    final class Group implements Upstream {
        private final EndpointSpec.Group spec;
        private final List<Upstream> members;
        private final AtomicInteger current = new AtomicInteger();

        Group(EndpointSpec.Group spec, List<Upstream> members) {
            this.spec = spec;
            this.members = List.copyOf(members);
        }

        @Override
        public Single choose(Set<Single> tried) {
            boolean balanced = spec.strategy() == EndpointSpec.Strategy.ROUND_ROBIN;
            int first = spec.strategy() == EndpointSpec.Strategy.FIRST_READY ? 0 : current.get();
            for (int i = 0; i < members.size(); i++) {
                int at = balanced ? nextInTurn() : index(first, i);
                if (members.get(at).isReady(tried)) {
                    if (!balanced) {
                        current.set(at);
                    }
                    Single chosen = members.get(at).choose(tried);
                    if (chosen != null) {
                        return chosen;
                    }
                }
            }
            return null;
        }

        /** The member used last is asked first, then all others from the beginning. */
        private static int index(int first, int attempt) {
            if (attempt == 0) {
                return first;
            }
            return attempt <= first ? attempt - 1 : attempt;
        }

        private int nextInTurn() {
            return current.getAndUpdate(at -> at + 1 == members.size() ? 0 : at + 1);
        }

        @Override
        public boolean isReady(Set<Single> tried) {
            for (int i = 0; i < members.size(); i++) {
                if (members.get(i).isReady(tried)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public Single retry(Single failed, int code, Set<Single> tried) {
            for (Upstream member : members) {
                if (member.holds(failed)) {
                    Single within = member.retry(failed, code, tried);
                    boolean isFinal = member == failed
                            && failed.spec().failures().finalCodes().contains(code);
                    boolean goesOn = spec.failover() && member.reportsFailure() && !isFinal;
                    return within == null && goesOn ? choose(tried) : within;
                }
            }
            return null;
        }

        @Override
        public boolean holds(Single endpoint) {
            return members.stream().anyMatch(member -> member.holds(endpoint));
        }

        @Override
        public boolean reportsFailure() {
            return spec.failover();
        }

        @Override
        public String unavailable() {
            return (spec.strategy() == EndpointSpec.Strategy.ROUND_ROBIN ? "Loadbalance" : "Failover") + " endpoint : "
                    + spec.name() + " - no ready child endpoints";
        }
    }
}
