package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One measured stretch of load: a line of {@code trials.jsonl}. A measured trial has goodput and latency, any other has
 * neither, but a reason.
 *
 * @param schema {@link #SCHEMA}
 * @param run id of the run; null when not recorded
 * @param position where it stands in the run
 * @param subject what was measured
 * @param conditions under which it ran
 * @param result what came out
 * @param proof what speaks for the figures
 * @param use what the window cost
 * @param probe latency beside the load; null when there was no probe
 * @param duet the other side, where two mediators were under load at the same time; null where one was alone
 * @param evidenceFolder its raw data
 * @param previous SHA-256 of the line before, or of {@code run.json}; null when the lines are not chained
 */
public record Trial(
        String schema,
        @JsonInclude(Include.NON_NULL) String run,
        @JsonUnwrapped Position position,
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Conditions conditions,
        @JsonUnwrapped Result result,
        @JsonUnwrapped Proof proof,
        @JsonUnwrapped Use use,
        @JsonInclude(Include.NON_NULL) Probe probe,
        @JsonInclude(Include.NON_NULL) Duet duet,
        @JsonUnwrapped EvidenceFolder evidenceFolder,
        @JsonInclude(Include.NON_NULL) String previous) {

    /** Name and version of the format. */
    public static final String SCHEMA = "busbench/trial/1";

    private static final double DISTURBING = 0.10;

    /**
     * Where a trial stands in the run.
     *
     * @param number of the trial in the run, from 1
     * @param block from 1; of a search its round
     * @param purpose why it was made
     * @param fork which process of the adapter it met, counted from 1 over the whole run; null for one without a process,
     *     and when not recorded
     * @param attempt from 1; higher when the run was killed in this trial and resumed
     */
    public record Position(
            int number,
            int block,

            @JsonInclude(value = Include.CUSTOM, valueFilter = Purpose.LeftOut.class)
            Purpose purpose,

            @JsonInclude(Include.NON_NULL) Integer fork,
            Integer attempt) {

        /** Refuses what is not counted from 1. */
        public Position {
            Required.positive(number, "number");
            Required.positive(block, "block");
            purpose = purpose == null ? Purpose.COMPARISON : purpose;
            if (fork != null) {
                Required.positive(fork, "fork");
            }
            attempt = attempt == null ? Integer.valueOf(1) : attempt;
            Required.positive(attempt, "attempt");
        }
    }

    /**
     * What was measured.
     *
     * @param adapter its name
     * @param role what it is in the comparison
     * @param scenario the job it stands for
     * @param sends the job whose messages it got; null when not recorded
     * @param payload name of the message size
     * @param concurrency simultaneous clients; of an open model the connections that carry it
     */
    public record Subject(
            String adapter,
            Role role,
            String scenario,
            @JsonInclude(Include.NON_NULL) String sends,
            String payload,
            int concurrency) {

        /** Refuses a trial without identity. */
        public Subject {
            Required.text(adapter, "adapter");
            Required.present(role, "role");
            Required.text(scenario, "scenario");
            Required.text(payload, "payload");
            Required.positive(concurrency, "concurrency");
        }
    }

    /**
     * Under which conditions it ran.
     *
     * @param injector what made the load
     * @param load how requests came to be sent
     * @param pinning CPU list by role, as {@code taskset} writes it; empty when nothing was pinned
     * @param startedAt ISO-8601 instant; null when there was no load
     * @param window the measured stretch; null when there was none, or it was not recorded
     * @param measuredSeconds length of the window; null when there was none
     * @param clocks of the hosts of a run over several, around the load; empty on one machine, and when there was no load
     */
    public record Conditions(
            String injector,
            Load load,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> pinning,
            String startedAt,
            @JsonInclude(Include.NON_NULL) Window window,
            Double measuredSeconds,
            @JsonInclude(Include.NON_EMPTY) List<Host.Clocks> clocks) {

        /**
         * Those of a trial on one machine.
         *
         * @param injector what made the load
         * @param load how requests came to be sent
         * @param pinning CPU list by role, as {@code taskset} writes it; empty when nothing was pinned
         * @param startedAt ISO-8601 instant; null when there was no load
         * @param window the measured stretch; null when there was none, or it was not recorded
         * @param measuredSeconds length of the window; null when there was none
         */
        public Conditions(
                String injector,
                Load load,
                Map<String, String> pinning,
                String startedAt,
                Window window,
                Double measuredSeconds) {
            this(injector, load, pinning, startedAt, window, measuredSeconds, null);
        }

        /** What is absent becomes empty; without a word on it, load is closed. */
        @JsonCreator
        public Conditions {
            load = load == null ? Load.CLOSED : load;
            pinning = Required.mapOrEmpty(pinning);
            clocks = Required.listOrEmpty(clocks);
        }
    }

    /**
     * What came out of the window.
     *
     * @param outcome how the trial ended
     * @param reason why it has no figures; null when it has
     * @param verified verified responses that ended in the window
     * @param errors all others that ended in the window
     * @param goodputPerSecond verified responses per second; null unless measured
     * @param latencyMicros latency of verified responses; null unless measured
     * @param latencyResolutionMicros the step in which latency was counted
     * @param series counts by second
     * @param histogram file name of the interval log in the evidence folder; null when there is none
     */
    public record Result(
            Outcome outcome,
            String reason,
            long verified,
            ErrorCounts errors,
            Double goodputPerSecond,
            Latency latencyMicros,
            int latencyResolutionMicros,
            List<Second> series,
            @JsonInclude(Include.NON_NULL) String histogram) {

        /** Refuses figures that contradict the outcome. */
        public Result {
            Required.present(outcome, "outcome");
            Required.notNegative(verified, "verified");
            Required.path(histogram, "histogram");
            if (outcome == Outcome.MEASURED) {
                Required.notNegative(Required.present(goodputPerSecond, "goodputPerSecond"), "goodputPerSecond");
                Required.present(latencyMicros, "latencyMicros");
            } else if (goodputPerSecond != null || latencyMicros != null) {
                throw new IllegalArgumentException("outcome '" + outcome.key() + "' must not come with figures");
            } else {
                Required.text(reason, "reason");
            }
            errors = errors == null ? ErrorCounts.NONE : errors;
            series = Required.listOrEmpty(series);
        }
    }

    /**
     * One second of the window.
     *
     * @param second counted from 0
     * @param verified verified responses that ended in it
     * @param errors others that ended in it
     * @param p50Micros median latency; null when not recorded
     * @param p99Micros 99th percentile of latency; null when not recorded
     */
    @JsonInclude(Include.NON_NULL)
    public record Second(int second, long verified, long errors, Double p50Micros, Double p99Micros) {}

    /**
     * What speaks for a trial's figures: the counts of both ends of the wire, and whole answers that were compared.
     *
     * @param totals counts of the whole trial, warm-up included; null when unknown
     * @param reconciliation the injector's count against the backend's; null when it could not be made
     * @param sampled whole responses that were compared; null when none were
     * @param notReconciled why goodput stands alone, without a count of the backend; null where the backend counts
     */
    @JsonInclude(Include.NON_NULL)
    public record Proof(Totals totals, Reconciliation reconciliation, Sampled sampled, String notReconciled) {

        /** Why a trial cannot be reconciled whose backend is not ours. */
        public static final String NOT_COUNTED = "the backend is not of busbench, and nobody counts its messages";

        /** Nothing of it is known. */
        public static final Proof NONE = new Proof(null, null, null, null);
    }

    /**
     * What the injector counted over a whole trial, warm-up included.
     *
     * @param sent requests that were sent
     * @param verified right answers
     * @param errors all other ends
     * @param unfinished sent, and given up when the load ended
     * @param unsent due in an open model and never begun, not among {@code sent}; null when the injector does not know
     */
    public record Totals(
            long sent,
            long verified,
            ErrorCounts errors,
            long unfinished,
            @JsonInclude(Include.NON_NULL) Long unsent) {

        /** Refuses negative counts. */
        public Totals {
            Required.notNegative(sent, "totals.sent");
            Required.notNegative(verified, "totals.verified");
            Required.notNegative(unfinished, "totals.unfinished");
            Required.notNegative(unsent == null ? 0 : unsent, "totals.unsent");
            Required.present(errors, "totals.errors");
        }

        /** The sum of the totals of two parts of a load. */
        public Totals plus(Totals other) {
            return new Totals(
                    sent + other.sent,
                    verified + other.verified,
                    errors.plus(other.errors),
                    unfinished + other.unfinished,
                    unsent == null || other.unsent == null ? null : Long.valueOf(unsent + other.unsent));
        }
    }

    /**
     * Whole responses compared with the expected ones as canonical XML.
     *
     * @param compared how many
     * @param different how many of these were not equal
     * @param firstDifference where the first one differed; null when none did
     */
    public record Sampled(long compared, long different, String firstDifference) {

        /** Refuses more differences than comparisons. */
        public Sampled {
            Required.notNegative(compared, "sampled.compared");
            Required.notNegative(different, "sampled.different");
            if (different > compared) {
                throw new IllegalArgumentException(
                        "'sampled.different' is " + different + ", more than the " + compared + " that were compared");
            }
        }
    }

    /**
     * What the window cost.
     *
     * @param processes what each party used
     * @param machine load of the whole machine; null when there was no window
     */
    public record Use(Processes processes, Machine machine) {

        /** Nothing was measured. */
        public static final Use NONE = new Use(null, null);

        /** What is absent becomes empty. */
        public Use {
            processes = processes == null ? Processes.NONE : processes;
        }
    }

    /**
     * How much of the CPU went to programs beside the trial's parties.
     *
     * @return the mean over the whole seconds of the window; empty when it was not read, or there is no whole second
     */
    public OptionalDouble foreignShare() {
        // The kernel counts in ticks of 10 ms, so that a rest which is no whole second says little.
        return use.machine() == null || conditions.measuredSeconds() == null
                ? OptionalDouble.empty()
                : use.machine().foreignShares().stream()
                        .limit(conditions.measuredSeconds().longValue())
                        .mapToDouble(Double::doubleValue)
                        .average();
    }

    /** The {@link #foreignShare} where it is enough to move the trial's figures: a tenth or more. */
    public OptionalDouble disturbance() {
        OptionalDouble share = foreignShare();
        return share.orElse(0) < DISTURBING ? OptionalDouble.empty() : share;
    }

    /** Whether a verdict may rest on it: it has figures, and no other programs have moved them. */
    public boolean bearsVerdict() {
        return measured() && disturbance().isEmpty();
    }

    /** Refuses a trial without one of its parts, and a measured one without a length. */
    public Trial {
        Required.present(position, "number");
        Required.present(subject, "adapter");
        Required.present(conditions, "injector");
        Required.present(result, "outcome");
        proof = proof == null ? Proof.NONE : proof;
        use = use == null ? Use.NONE : use;
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
        if ((position.purpose() == Purpose.DUET) != (duet != null)) {
            throw new IllegalArgumentException("'purpose' is " + position.purpose() + " and 'duet' is " + duet
                    + ": a side of a duet has both, any other trial neither");
        }
        if (result.outcome() == Outcome.MEASURED) {
            Required.notNegative(Required.present(conditions.measuredSeconds(), "measuredSeconds"), "measuredSeconds");
        }
    }

    public int number() {
        return position.number();
    }

    public int block() {
        return position.block();
    }

    public Purpose purpose() {
        return position.purpose();
    }

    public String adapter() {
        return subject.adapter();
    }

    public String scenario() {
        return subject.scenario();
    }

    public String payload() {
        return subject.payload();
    }

    public int concurrency() {
        return subject.concurrency();
    }

    public Load load() {
        return conditions.load();
    }

    public Window window() {
        return conditions.window();
    }

    public Outcome outcome() {
        return result.outcome();
    }

    public boolean measured() {
        return result.outcome() == Outcome.MEASURED;
    }

    /**
     * The same trial as the line that follows another one.
     *
     * @param sha256 of the line before, or of {@code run.json}
     * @return the trial, chained
     */
    public Trial after(String sha256) {
        return new Trial(
                schema, run, position, subject, conditions, result, proof, use, probe, duet, evidenceFolder, sha256);
    }
}
