package org.busbench.record;

import java.util.List;

/**
 * Where a run comes from that no record was kept of: sample logs that JMeter wrote alone. Nothing in it was
 * verified by busbench.
 *
 * @param files how many there were
 * @param samples how many they have, warm-up included
 * @param warmupSeconds that were left out at the start of each stretch of steady load
 * @param trials what the logs say of each trial beyond its figures, in their order
 */
public record SampleSource(int files, long samples, int warmupSeconds, List<Origin> trials) {

    /**
     * What a log says of one trial.
     *
     * @param trial its number
     * @param file name of the log
     * @param firstByteP50Micros median time until a verified answer began; null when the log does not say
     * @param firstByteP99Micros the 99th percentile of that; null when the log does not say
     * @param connects samples that waited for a new connection for 1 ms or more; null when the log does not say
     */
    public record Origin(int trial, String file, Double firstByteP50Micros, Double firstByteP99Micros, Long connects) {}

    /** Makes the list unchangeable. */
    public SampleSource {
        trials = List.copyOf(trials);
    }
}
