package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What one injector reached, and what it cost, on a control without a mediator, or what some injectors of a run over several
 * hosts reached together: a line of {@code calibration.jsonl}. Where one more injector, or another one, changes nothing, the
 * injectors were not the bottleneck.
 */
public record Calibration(
        @JsonUnwrapped Subject subject,
        @JsonUnwrapped Result result,
        @JsonUnwrapped EvidenceFolder evidenceFolder) {

    /** What was measured. */
    public record Subject(
            String injector,
            String adapter,
            String payload,
            int concurrency,
            @JsonInclude(Include.NON_NULL) Double backendDelayMillis,
            @JsonInclude(Include.NON_NULL) Integer injectors) {

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

    /** What came out. */
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

    public Calibration {
        Required.present(subject, "injector");
        Required.present(result, "measuredSeconds");
        evidenceFolder = EvidenceFolder.orNone(evidenceFolder);
    }

    public String adapter() {
        return subject.adapter();
    }
}
