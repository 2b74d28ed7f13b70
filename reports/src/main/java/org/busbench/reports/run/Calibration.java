package org.busbench.reports.run;

/**
 * What one injector reached, and what it cost, on a control without a mediator: a line of {@code calibration.jsonl}.
 *
 * @param injector {@code nio}, {@code jmeter-http} or {@code wrk}
 * @param adapter the control
 * @param payload name of the message size
 * @param concurrency simultaneous clients
 * @param backendDelayMillis how long the backend held each answer back, so that it alone set the pace; null for not at all
 * @param window the measured stretch; null when it was not recorded, as of wrk
 * @param measuredSeconds its length
 * @param verified verified responses; of wrk those with a good status
 * @param errors all other ends
 * @param goodputPerSecond {@code verified} by {@code measuredSeconds}
 * @param cpuMicrosPerRequest CPU time of the injector for each of them; null when there is none
 * @param evidence folder of raw data, relative to the run directory; null when there is none
 * @param evidenceSha256 of the folder's {@code SHA256SUMS}; null when there is none
 */
public record Calibration(
        String injector,
        String adapter,
        String payload,
        int concurrency,
        Double backendDelayMillis,
        Window window,
        double measuredSeconds,
        long verified,
        long errors,
        double goodputPerSecond,
        Double cpuMicrosPerRequest,
        String evidence,
        String evidenceSha256) {

    /** Refuses a line without identity, and counts that cannot be. */
    public Calibration {
        Required.text(injector, "injector");
        Required.text(adapter, "adapter");
        Required.text(payload, "payload");
        Required.positive(concurrency, "concurrency");
        Required.notNegative(measuredSeconds, "measuredSeconds");
        Required.notNegative(verified, "verified");
        Required.notNegative(errors, "errors");
        Required.notNegative(goodputPerSecond, "goodputPerSecond");
        Required.path(evidence, "evidence");
    }
}
