package org.busbench.reports.run;

import java.util.List;
import java.util.Map;

/**
 * One measured stretch of load: a line of {@code trials.jsonl}. A measured trial has goodput and latency, any other has
 * neither, but a reason.
 *
 * @param schema {@link #SCHEMA}
 * @param run id of the run; null when not recorded
 * @param previous SHA-256 of the line before, or of {@code run.json}; null when the lines are not chained
 * @param number of the trial in the run, from 1
 * @param attempt from 1; higher when the run was killed in this trial and resumed
 * @param block from 1; of a search its round
 * @param purpose why it was made
 * @param fork which process of the adapter it met, counted from 1 over the whole run; null for one without a process, and
 *     when not recorded
 * @param adapter who was measured
 * @param role what it is in the comparison
 * @param scenario the job it stands for
 * @param sends the job whose messages it got
 * @param payload name of the message size
 * @param concurrency simultaneous clients
 * @param load how requests came to be sent
 * @param injector what made the load
 * @param pinning CPU list by role; empty when nothing was pinned
 * @param startedAt ISO-8601 instant; null when there was no load
 * @param window the measured stretch; null when there was none, or it was not recorded
 * @param measuredSeconds length of the window; null when there was none
 * @param outcome how it ended
 * @param reason why it has no figures; null when it has
 * @param verified verified responses that ended in the window
 * @param errors all others that ended in the window
 * @param goodputPerSecond verified responses per second; null unless measured
 * @param latencyMicros latency of verified responses; null unless measured
 * @param latencyResolutionMicros the step in which latency was counted
 * @param histogram file name of the interval log in the evidence folder; null when there is none
 * @param series counts by second
 * @param totals counts of the whole trial, warm-up included; null when unknown
 * @param reconciliation the injector's count against the backend's; null when it could not be made
 * @param sampled whole responses that were compared; null when none were
 * @param probe latency beside the load; null when there was no probe
 * @param processes what each party used
 * @param machine load of the whole machine; null when there was no window
 * @param evidence folder of raw data, relative to the run directory; null when there is none
 * @param evidenceSha256 of the folder's {@code SHA256SUMS}; null when there is none
 */
public record Trial(
        String schema,
        String run,
        String previous,
        int number,
        Integer attempt,
        int block,
        Purpose purpose,
        Integer fork,
        String adapter,
        Role role,
        String scenario,
        String sends,
        String payload,
        int concurrency,
        Load load,
        String injector,
        Map<String, String> pinning,
        String startedAt,
        Window window,
        Double measuredSeconds,
        Outcome outcome,
        String reason,
        long verified,
        ErrorCounts errors,
        Double goodputPerSecond,
        Latency latencyMicros,
        int latencyResolutionMicros,
        String histogram,
        List<Second> series,
        Totals totals,
        Reconciliation reconciliation,
        Sampled sampled,
        Probe probe,
        Processes processes,
        Machine machine,
        String evidence,
        String evidenceSha256) {

    /** Name and version of the format that is read. */
    public static final String SCHEMA = "busbench/trial/1";

    /**
     * One second of the window.
     *
     * @param second counted from 0
     * @param verified verified responses that ended in it
     * @param errors others that ended in it
     * @param p50Micros median latency; null when not recorded
     * @param p99Micros 99th percentile of latency; null when not recorded
     */
    public record Second(int second, long verified, long errors, Double p50Micros, Double p99Micros) {}

    /** Refuses a trial without identity, and one whose figures contradict its outcome. */
    public Trial {
        Required.positive(number, "number");
        attempt = attempt == null ? Integer.valueOf(1) : attempt;
        Required.positive(attempt, "attempt");
        Required.positive(block, "block");
        if (fork != null) {
            Required.positive(fork, "fork");
        }
        Required.text(adapter, "adapter");
        Required.present(role, "role");
        Required.text(scenario, "scenario");
        Required.text(payload, "payload");
        Required.positive(concurrency, "concurrency");
        Required.present(outcome, "outcome");
        Required.notNegative(verified, "verified");
        Required.path(evidence, "evidence");
        Required.path(histogram, "histogram");
        purpose = purpose == null ? Purpose.COMPARISON : purpose;
        load = load == null ? Load.CLOSED : load;
        pinning = pinning == null ? Map.of() : Map.copyOf(pinning);
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
