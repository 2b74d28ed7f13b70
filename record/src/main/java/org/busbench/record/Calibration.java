package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What one injector reached, and what it cost, on a control without a mediator, or what some injectors of a run over several
 * hosts reached together: a line of {@code calibration.jsonl}. Where one more injector, or another one, changes nothing, the
 * injectors were not the bottleneck.
 *
 * @param subject what was measured
 * @param result what came out
 * @param evidenceFolder its raw data
 */
public record Calibration(
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Result result,
        @JsonUnwrapped EvidenceFolder evidenceFolder) {

    /**
     * What was measured.
     *
     * @param injector {@code nio}, {@code jmeter-http}, {@code gatling} or {@code wrk}
     * @param adapter the control; of injectors on hosts of their own any adapter
     * @param payload name of the message size
     * @param concurrency simultaneous clients
     * @param backendDelayMillis how long the backend held each answer back, so that it alone set the pace; null for not at
     *     all
     * @param injectors on how many hosts the clients were; null when they were on the one machine of the run
     */
    public record Subject(
            String injector,
            String adapter,
            String payload,
            int concurrency,
            @JsonInclude(Include.NON_NULL) Double backendDelayMillis,
            @JsonInclude(Include.NON_NULL) Integer injectors) {

        /** Refuses a line without identity. */
        public Subject {
            Required.text(injector, "injector");
            Required.text(adapter, "adapter");
            Required.text(payload, "payload");
            Required.positive(concurrency, "concurrency");
            if (injectors != null) {
                Required.positive(injectors, "injectors");
            }
        }
    }

    /**
     * What came out.
     *
     * @param window the measured stretch; null when it was not recorded, as of wrk
     * @param measuredSeconds its length
     * @param verified verified responses; of wrk those with a good status, it looks at nothing else
     * @param errors all other ends
     * @param goodputPerSecond {@code verified} by {@code measuredSeconds}
     * @param cpuMicrosPerRequest CPU time of the injector for each of them; null when there is none
     */
    public record Result(
            @JsonInclude(Include.NON_NULL) Window window,
            double measuredSeconds,
            long verified,
            long errors,
            double goodputPerSecond,
            Double cpuMicrosPerRequest) {

        /** Refuses counts that cannot be. */
        public Result {
            Required.notNegative(measuredSeconds, "measuredSeconds");
            Required.notNegative(verified, "verified");
            Required.notNegative(errors, "errors");
            Required.notNegative(goodputPerSecond, "goodputPerSecond");
        }
    }

    /** Refuses a line without one of its parts. */
    public Calibration {
        Required.present(subject, "injector");
        Required.present(result, "measuredSeconds");
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
    }

    public String adapter() {
        return subject.adapter();
    }
}
