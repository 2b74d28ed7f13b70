package org.busbench.reports.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.reports.run.Parity;
import org.busbench.reports.run.RecordedRun;

/** Whether the adapters of a run worked on the same terms, as far as they were audited. */
final class Fairness {

    private final Map<String, List<ParityBreak>> breaches;

    private Fairness(Map<String, List<ParityBreak>> breaches) {
        this.breaches = breaches;
    }

    /** Of all that a run audited. */
    static Fairness of(RecordedRun run) {
        Map<String, List<ParityBreak>> breaches = new HashMap<>();
        for (Parity parity : run.parities()) {
            breaches.put(parity.adapter(), ParityBreak.of(parity));
        }
        return new Fairness(breaches);
    }

    /** A cell's findings, with a flag where it has a figure that such a breach moved and the adapter does not declare it. */
    Findings with(Findings findings, String adapter, String scenario, boolean figures) {
        Optional<String> reasons = breaches.getOrDefault(adapter, List.of()).stream()
                .filter(breach -> !breach.declared() && breach.touches(scenario))
                .map(breach -> breach.label() + ", " + breach.explanation())
                .collect(Collectors.collectingAndThen(
                        Collectors.joining("; "), text -> text.isEmpty() ? Optional.empty() : Optional.of(text)));
        return figures && reasons.isPresent() ? findings.with(new Flag(Flag.Kind.PARITY, reasons.get())) : findings;
    }
}
