package org.busbench.harness.process;

import java.util.Map;

/**
 * What the backend has counted until one moment, all instances of its process together.
 *
 * @param instances counts by the instance's name
 * @param nonces what it knows of the nonces; null when it keeps no account of them
 * @param given answers and refusals that may have reached their clients; null when it does not count them
 */
public record BackendStats(Map<String, Counts> instances, NonceCount nonces, Long given) {

    /** The messages of an instance. */
    public record Counts(long received, long answered, long refused) {}

    /**
     * What the nonces say.
     *
     * @param sum over all nonces since the process began, as the backend's {@code Nonces} defines it
     * @param repeated messages whose nonce had come before, since the backend was last told to remember; null when it is
     *     not known
     */
    public record NonceCount(long counted, long sum, Long repeated) {}

    public BackendStats {
        instances = Map.copyOf(instances);
    }

    /** Messages that came in whole. */
    public long received() {
        return instances.values().stream().mapToLong(Counts::received).sum();
    }

    /** Messages that got a fault. */
    public long refused() {
        return instances.values().stream().mapToLong(Counts::refused).sum();
    }
}
