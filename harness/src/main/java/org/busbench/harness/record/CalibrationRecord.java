package org.busbench.harness.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A line of {@code calibration.jsonl}: what one injector reached, and what it cost, on a control without a mediator.
 * Where the injectors agree on goodput, none of them was the bottleneck.
 *
 * @param injector {@code nio}, {@code jmeter-http} or {@code wrk}
 * @param adapter the control
 * @param payload size of the messages
 * @param concurrency simultaneous clients
 * @param backendDelayMillis how long the backend held each answer back, so that it alone set the pace; null for not at all
 * @param window the measured stretch; null of wrk, which has none
 * @param measuredSeconds length of the window
 * @param verified verified responses; of wrk those with a good status, it looks at nothing else
 * @param errors all other outcomes
 * @param goodputPerSecond {@code verified} by {@code measuredSeconds}
 * @param cpuMicrosPerRequest CPU time of the injector for each of them; null when there is none
 * @param evidence folder of raw data, relative to the run directory
 * @param evidenceSha256 of the manifest in that folder
 */
public record CalibrationRecord(
        String injector,
        String adapter,
        String payload,
        int concurrency,
        @JsonInclude(JsonInclude.Include.NON_NULL) Double backendDelayMillis,
        @JsonInclude(JsonInclude.Include.NON_NULL) Conditions.Window window,
        double measuredSeconds,
        long verified,
        long errors,
        double goodputPerSecond,
        Double cpuMicrosPerRequest,
        String evidence,
        String evidenceSha256) {}
