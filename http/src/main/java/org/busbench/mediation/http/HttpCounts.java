package org.busbench.mediation.http;

import java.util.Map;

/**
 * What the HTTP side of one loop has counted.
 *
 * @param underWay exchanges that are not over
 * @param refused requests that were refused as no HTTP, ambiguous or too much, since the start
 * @param failures what has failed since the start, by its kind
 */
public record HttpCounts(long underWay, long idleBackends, long refused, Map<Failure.Kind, Long> failures) {}
