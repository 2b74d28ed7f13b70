package org.busbench.reports.run;

import java.util.List;

/**
 * One measured stretch of load: a line of {@code trials.jsonl}. A measured trial has goodput and latency, any other has
 * neither, but a reason.
 *
 * @param schema {@link #SCHEMA}
 * @param number of the trial in the plan, from 1
 * @param block from 1
 * @param adapter who was measured
 * @param role what it is in the comparison
 * @param scenario the job it stands for
 * @param sends the job whose messages it got
 * @param payload name of the message size
 * @param concurrency simultaneous clients
 * @param injector what made the load
 * @param startedAt ISO-8601 instant; null when there was no load
 * @param measuredSeconds length of the window; null when there was none
 * @param outcome how it ended
 * @param reason why it has no figures; null when it has
 * @param verified verified responses that ended in the window
 * @param errors all others that ended in the window
 * @param goodputPerSecond verified responses per second; null unless measured
 * @param latencyMicros latency of verified responses; null unless measured
 * @param latencyResolutionMicros the step in which latency was counted
 * @param series counts by second
 * @param processes what each party used
 * @param machine load of the whole machine; null when there was no window
 * @param evidence folder of raw data, relative to the run directory; null when there is none
 */
public record Trial(
        String schema,
        int number,
        int block,
        String adapter,
        Role role,
        String scenario,
        String sends,
        String payload,
        int concurrency,
        String injector,
        String startedAt,
        Double measuredSeconds,
        Outcome outcome,
        String reason,
        long verified,
        ErrorCounts errors,
        Double goodputPerSecond,
        Latency latencyMicros,
        int latencyResolutionMicros,
        List<Second> series,
        Processes processes,
        Machine machine,
        String evidence) {

    /** Name and version of the format that is read. */
    public static final String SCHEMA = "busbench/trial/1";

    /**
     * One second of the window.
     *
     * @param second counted from 0
     * @param verified verified responses that ended in it
     * @param errors others that ended in it
     */
    public record Second(int second, long verified, long errors) {}

    /**
     * The whole machine within the window.
     *
     * @param busyShare 0 to 1
     * @param stealShare 0 to 1
     */
    public record Machine(double busyShare, double stealShare) {}

    /** Refuses a trial without identity, and one whose figures contradict its outcome. */
    public Trial {
        Required.positive(number, "number");
        Required.positive(block, "block");
        Required.text(adapter, "adapter");
        Required.present(role, "role");
        Required.text(scenario, "scenario");
        Required.text(payload, "payload");
        Required.positive(concurrency, "concurrency");
        Required.present(outcome, "outcome");
        Required.notNegative(verified, "verified");
        Required.path(evidence, "evidence");
        if (outcome == Outcome.MEASURED) {
            Required.notNegative(Required.present(goodputPerSecond, "goodputPerSecond"), "goodputPerSecond");
            Required.present(latencyMicros, "latencyMicros");
            Required.notNegative(Required.present(measuredSeconds, "measuredSeconds"), "measuredSeconds");
        } else if (goodputPerSecond != null || latencyMicros != null) {
            throw new IllegalArgumentException("outcome '" + outcome.key() + "' must not come with figures");
        } else {
            Required.text(reason, "reason");
        }
        errors = errors == null ? ErrorCounts.NONE : errors;
        processes = processes == null ? Processes.NONE : processes;
        series = series == null ? List.of() : List.copyOf(series);
    }
}
