package org.busbench.reports.page;

import java.util.List;
import java.util.stream.Collectors;
import org.busbench.record.RecordedRun;
import org.busbench.record.Verification;

/** A row of the table of verifications. */
record VerificationView(String adapter, String look, List<Job> jobs) {

    /**
     * What was found for one scenario.
     *
     * @param mark a class: {@code good}, {@code bad} or {@code none}
     */
    record Job(String outcome, String mark, String detail) {}

    static List<VerificationView> of(RecordedRun run, Palette palette) {
        return run.info().adapters().stream()
                .map(adapter -> new VerificationView(
                        adapter.name(),
                        palette.of(adapter.name()),
                        run.info().suite().scenarios().stream()
                                .map(scenario -> job(run.verifications().stream()
                                        .filter(v -> v.adapter().equals(adapter.name()))
                                        .filter(v -> v.scenario().equals(scenario))
                                        .toList()))
                                .toList()))
                .toList();
    }

    private static Job job(List<Verification> found) {
        if (found.isEmpty()) {
            return new Job("not verified", "none", "");
        }
        List<Verification> refused = found.stream()
                .filter(v -> v.outcome() == Verification.Outcome.NOT_SERVED)
                .toList();
        if (refused.isEmpty()) {
            return new Job("served", "good", sent(found.get(0)));
        }
        String reasons = refused.stream().map(Verification::reason).distinct().collect(Collectors.joining("; "));
        return new Job("not served", "bad", payloads(refused) + ": " + reasons);
    }

    private static String payloads(List<Verification> found) {
        return found.stream()
                .map(Verification::payload)
                .distinct()
                .map(Format::payload)
                .collect(Collectors.joining(", "));
    }

    private static String sent(Verification verification) {
        String sends = verification.sends();
        return sends == null || sends.equals(verification.scenario()) ? "" : "with the messages of " + sends;
    }
}
