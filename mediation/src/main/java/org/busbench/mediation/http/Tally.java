package org.busbench.mediation.http;

import java.util.EnumMap;
import java.util.Map;

/** Counts on one loop. For its thread. */
final class Tally {
    private final Map<Failure.Kind, Long> failures = new EnumMap<>(Failure.Kind.class);
    private long refused;
    private long underWay;

    void begun() {
        underWay++;
    }

    void over() {
        underWay--;
    }

    void refused() {
        refused++;
    }

    void failed(Failure failure) {
        failures.merge(failure.kind(), 1L, Long::sum);
    }

    HttpCounts reading(long idleBackends) {
        return new HttpCounts(underWay, idleBackends, refused, Map.copyOf(failures));
    }
}
