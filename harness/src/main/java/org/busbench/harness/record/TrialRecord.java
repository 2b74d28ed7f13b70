package org.busbench.harness.record;

import java.util.List;
import java.util.Map;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.LatencyMicros;

/**
 * A line of {@code trials.jsonl}. A figure is null where the outcome is not {@code measured}: an unserved cell has no
 * throughput.
 *
 * @param schema {@link #SCHEMA}
 * @param number of the trial in the plan, from 1
 * @param block from 1
 * @param adapter who was measured
 * @param role {@code mediator} or {@code control}
 * @param scenario the job it stands for
 * @param sends the job whose messages it got
 * @param payload size of the messages
 * @param concurrency simultaneous clients
 * @param injector what made the load
 * @param startedAt ISO-8601 instant; null when there was no load
 * @param measuredSeconds length of the window; null when there was none
 * @param outcome {@code measured}, {@code not-served} or {@code failed}
 * @param reason why it was not measured; null when it was
 * @param verified verified responses that ended in the window
 * @param errors all others that ended in the window, by kind
 * @param goodputPerSecond verified responses per second
 * @param latencyMicros latency of the verified responses
 * @param latencyResolutionMicros unit in which latency was counted
 * @param series counts by second
 * @param processes cost by role; the mediator's is null where there is none
 * @param machine load of the machine; null when there was no window
 * @param evidence folder of raw data, relative to the run directory
 */
public record TrialRecord(
        String schema,
        int number,
        int block,
        String adapter,
        String role,
        String scenario,
        String sends,
        String payload,
        int concurrency,
        String injector,
        String startedAt,
        Double measuredSeconds,
        String outcome,
        String reason,
        long verified,
        Map<String, Long> errors,
        Double goodputPerSecond,
        LatencyMicros latencyMicros,
        int latencyResolutionMicros,
        List<Figures.Second> series,
        Map<String, ProcessRecord> processes,
        Machine machine,
        String evidence) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/trial/1";

    /**
     * What one process cost within the window.
     *
     * @param cpuMicrosPerMessage user and system time per verified response; null when the trial has no figures
     * @param userMicros CPU time in user mode
     * @param systemMicros CPU time in the kernel
     * @param rssBytes resident memory at the end
     * @param threads operating system threads at the end
     */
    public record ProcessRecord(
            Double cpuMicrosPerMessage, long userMicros, long systemMicros, long rssBytes, int threads) {}

    /**
     * The machine within the window.
     *
     * @param busyShare 0 to 1
     * @param stealShare 0 to 1
     */
    public record Machine(double busyShare, double stealShare) {}
}
