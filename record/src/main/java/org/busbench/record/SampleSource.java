package org.busbench.record;

import java.util.List;

/**
 * Where a run comes from that no record was kept of: sample logs that JMeter wrote alone. Nothing in it was
 * verified by busbench.
 *
 * @param files how many there were
 * @param samples how many they have, warm-up included
 * @param warmupSeconds that were left out at the start of each stretch of steady load
 * @param merged whether the files are of one test, which several injectors ran at the same time
 * @param senders the injectors of tests that had more than one
 * @param trials what the logs say of each trial beyond its figures, in their order
 */
public record SampleSource(
        int files, long samples, int warmupSeconds, boolean merged, List<Sender> senders, List<Origin> trials) {

    /**
     * One of several injectors of a test.
     *
     * @param file name of the log
     * @param host of JMeter's own distributed mode; empty for a JMeter by itself
     * @param users the most that it had at once
     * @param samples in the log, warm-up included
     */
    public record Sender(String file, String host, int users, long samples) {}

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

    public SampleSource {
        senders = List.copyOf(senders);
        trials = List.copyOf(trials);
    }

    /** The same with what is said of each trial. */
    public SampleSource of(List<Origin> origins) {
        return new SampleSource(files, samples, warmupSeconds, merged, senders, origins);
    }
}
