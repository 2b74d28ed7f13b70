package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One measured stretch of load: a line of {@code trials.jsonl}. A measured trial has goodput and latency, any other has
 * neither, but a reason.
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

    public static final String SCHEMA = "busbench/trial/1";

    private static final double DISTURBING = 0.10;

    /** Where a trial stands in the run. */
    public record Position(
            int number,
            int block,

            @JsonInclude(value = Include.CUSTOM, valueFilter = Purpose.LeftOut.class)
            Purpose purpose,

            @JsonInclude(Include.NON_NULL) Integer fork,
            Integer attempt) {

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

    /** What was measured. */
    public record Subject(
            String adapter,
            Role role,
            String scenario,
            @JsonInclude(Include.NON_NULL) String sends,
            String payload,
            int concurrency) {

        public Subject {
            Required.text(adapter, "adapter");
            Required.present(role, "role");
            Required.text(scenario, "scenario");
            Required.text(payload, "payload");
            Required.positive(concurrency, "concurrency");
        }
    }

    /** Under which conditions it ran. */
    public record Conditions(
            String injector,
            Load load,
            @JsonInclude(Include.NON_EMPTY) Map<String, String> pinning,
            String startedAt,
            @JsonInclude(Include.NON_NULL) Window window,
            Double measuredSeconds,
            @JsonInclude(Include.NON_EMPTY) List<Host.Clocks> clocks) {

        /** What is absent becomes empty; without a word on it, load is closed. */
        public Conditions {
            load = load == null ? Load.CLOSED : load;
            pinning = Required.mapOrEmpty(pinning);
            clocks = Required.listOrEmpty(clocks);
        }
    }

    /** What came out of the window. */
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

    /** One second of the window. */
    @JsonInclude(Include.NON_NULL)
    public record Second(int second, long verified, long errors, Double p50Micros, Double p99Micros) {}

    /** What speaks for a trial's figures: the counts of both ends of the wire, and whole answers that were compared. */
    @JsonInclude(Include.NON_NULL)
    public record Proof(
            Totals totals, Reconciliation reconciliation, Sampled sampled, String notReconciled, Limited limited) {

        /** Why a trial cannot be reconciled whose backend is not ours. */
        public static final String NOT_COUNTED = "the backend is not of busbench, and nobody counts its messages";

        public static final Proof NONE = new Proof(null, null, null, null, null);
    }

    /** What the injector counted over a whole trial, warm-up included. */
    public record Totals(
            long sent,
            long verified,
            ErrorCounts errors,
            long unfinished,
            @JsonInclude(Include.NON_NULL) Long unsent,
            @JsonInclude(Include.NON_NULL) Long refused) {

        public Totals {
            Required.notNegative(sent, "totals.sent");
            Required.notNegative(verified, "totals.verified");
            Required.notNegative(unfinished, "totals.unfinished");
            Required.notNegative(unsent == null ? 0 : unsent, "totals.unsent");
            Required.notNegative(refused == null ? 0 : refused, "totals.refused");
            Required.present(errors, "totals.errors");
        }

        /** The sum of the totals of two parts of a load. */
        public Totals plus(Totals other) {
            return new Totals(
                    sent + other.sent,
                    verified + other.verified,
                    errors.plus(other.errors),
                    unfinished + other.unfinished,
                    sum(unsent, other.unsent),
                    sum(refused, other.refused));
        }

        private static Long sum(Long one, Long other) {
            return one == null || other == null ? null : Long.valueOf(one + other);
        }
    }

    /** Whole responses compared with the expected ones as canonical XML. */
    public record Sampled(long compared, long different, String firstDifference) {

        public Sampled {
            Required.notNegative(compared, "sampled.compared");
            Required.notNegative(different, "sampled.different");
            if (different > compared) {
                throw new IllegalArgumentException(
                        "'sampled.different' is " + different + ", more than the " + compared + " that were compared");
            }
        }
    }

    /** Messages of a limited key that were let through within the window, and how many its limit allows. */
    public record Limited(long letThrough, long least, long most) {

        public Limited {
            Required.notNegative(least, "limited.least");
            Required.notNegative(most, "limited.most");
        }

        /**
         * By how many a right limiter would have let through in the same moments. At either end of the window may lie a burst; a limiter
         * that hands each permit out anew loses time between two messages.
         */
        public static Limited of(long letThrough, long allowed, long burst) {
            return new Limited(letThrough, (long) Math.max(0, 0.96 * allowed - burst), (long)
                    Math.ceil(1.03 * allowed + 2 * burst));
        }

        public boolean kept() {
            return letThrough >= least && letThrough <= most;
        }
    }

    /** What the window cost. */
    public record Use(Processes processes, Machine machine) {

        public static final Use NONE = new Use(null, null);

        public Use {
            processes = processes == null ? Processes.NONE : processes;
        }
    }

    /**
     * How much of the CPU went to programs beside the trial's parties: the mean over the whole seconds of the window;
     * empty when it was not read, or there is no whole second.
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

    /**
     * The {@link #foreignShare}, or the share that the hypervisor gave to other machines if that is larger, where it is enough to
     * move the trial's figures: a tenth or more. What was stolen counts though a CPU was idle: threads of the trial stood on the
     * other one.
     */
    public OptionalDouble disturbance() {
        double stolen = use.machine() == null ? 0 : use.machine().stealShare();
        double share = Math.max(foreignShare().orElse(0), stolen);
        return share < DISTURBING ? OptionalDouble.empty() : OptionalDouble.of(share);
    }

    /** Whether a verdict may rest on it: it has figures, and neither other programs nor other machines have moved them. */
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

    /** Whether a probe was beside the load, and was answered. */
    public boolean hasProbe() {
        return probe != null && probe.latencyMicros() != null;
    }

    /** The same trial as the line that follows another one, or {@code run.json}, of this SHA-256. */
    public Trial after(String sha256) {
        return new Trial(
                schema, run, position, subject, conditions, result, proof, use, probe, duet, evidenceFolder, sha256);
    }
}
