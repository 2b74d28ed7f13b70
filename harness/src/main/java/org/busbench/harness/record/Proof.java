package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/**
 * What speaks for a trial's figures: the counts of both ends of the wire, and whole answers that were compared. Part of
 * a {@link TrialRecord}.
 *
 * @param totals of the whole trial, warm-up included; null when the injector does not count them
 * @param reconciliation of the injector's count with the backend's; null when it could not be made
 * @param sampled whole responses compared as canonical XML; null when none were
 */
@JsonInclude(Include.NON_NULL)
public record Proof(Totals totals, Reconciliation reconciliation, Sampled sampled) {

    /** Nothing of it is known. */
    public static final Proof NONE = new Proof(null, null, null);

    /**
     * Everything that the injector did in a trial.
     *
     * @param sent requests
     * @param verified verified responses
     * @param errors all other outcomes, by kind
     * @param unfinished requests without an outcome when the trial ended
     * @param unsent requests of an open model that were due and never begun, not among {@code sent}; null when not known
     */
    public record Totals(
            long sent,
            long verified,
            Map<String, Long> errors,
            long unfinished,
            @JsonInclude(Include.NON_NULL) Long unsent) {}

    /**
     * The injector's count against the backend's.
     *
     * @param sent requests of the injector
     * @param backendReceived requests that came in whole at the backend
     * @param backendRefused of those, answered with a fault
     * @param backendAnswered of those, answered with a quote, by the instance's letter
     * @param probeSent requests of the probe
     * @param verdict {@code exact}, {@code lost}, {@code duplicated} or {@code unaccounted}
     * @param difference messages by which the counts differ
     * @param explanation one line; null when there is nothing to explain
     * @param held both ends while the backend held its answers back; null when that was not looked at
     * @param late of {@code backendReceived}, messages that belong to an earlier load; null when there are none
     */
    public record Reconciliation(
            long sent,
            long backendReceived,
            long backendRefused,
            Map<String, Long> backendAnswered,
            long probeSent,
            String verdict,
            long difference,
            String explanation,
            @JsonInclude(Include.NON_NULL) Held held,
            @JsonInclude(Include.NON_NULL) Long late) {}

    /**
     * Where both ends stood while the backend held its answers back, since the trial began. More verified than given means
     * that answers came without the backend.
     *
     * @param verified right answers that the clients had
     * @param given answers that may have left the backend
     */
    public record Held(long verified, long given) {}

    /**
     * Whole responses that were compared.
     *
     * @param compared responses
     * @param different of those, other than expected
     * @param firstDifference what the first of them differed in; null when there is none
     */
    public record Sampled(long compared, long different, String firstDifference) {}
}
