package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Parity;
import org.busbench.record.RecordedRun;
import org.busbench.record.Verification;

/** The gaps in a run's knowledge of an adapter that ran already: busbench neither started it nor sees its processes. */
public final class NotChecked {

    private NotChecked() {}

    /** The sentences by adapter, in the order of the run, without a full stop. Empty where all were started here. */
    public static Map<String, List<String>> of(RecordedRun run) {
        Map<String, List<String>> gaps = new LinkedHashMap<>();
        run.info().adapters().stream()
                .filter(adapter -> adapter.target() != null)
                .forEach(adapter -> gaps.put(adapter.name(), gaps(run, adapter)));
        return gaps;
    }

    private static List<String> gaps(RecordedRun run, Adapter adapter) {
        List<String> gaps = new ArrayList<>();
        run.trials().stream()
                .filter(trial -> trial.adapter().equals(adapter.name()))
                .map(trial -> trial.use().processes().notMeasured())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(why -> gaps.add("CPU time, memory, threads and growth: " + why));
        gaps.add("its heap and flags: busbench does not see its processes");
        gaps.add("restarts: it was never started anew, so all its trials count as of one fork, and a verdict on it is"
                + " about this one process (run rules, 6 and 7)");
        audit(run, adapter).ifPresent(gaps::add);
        gaps.add(asked(run, adapter));
        if (adapter.target().insecure()) {
            gaps.add("its TLS certificate (insecure: true)");
        }
        unreconciled(run).ifPresent(gaps::add);
        return gaps;
    }

    private static Optional<String> audit(RecordedRun run, Adapter adapter) {
        List<Parity> audits = run.parities().stream()
                .filter(parity -> parity.adapter().equals(adapter.name()))
                .toList();
        if (audits.isEmpty()) {
            return Optional.of("the terms on which it works: the run was made without an audit of it");
        }
        String reasons = audits.stream()
                .flatMap(parity -> parity.reason() != null
                        ? Stream.of(parity.reason())
                        : parity.scenarios().stream()
                                .filter(scenario -> scenario.reason() != null)
                                .map(scenario -> scenario.scenario() + ", " + scenario.reason()))
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? Optional.empty() : Optional.of("the terms on which it works: " + reasons);
    }

    private static String asked(RecordedRun run, Adapter adapter) {
        Map<String, List<String>> sizes = new LinkedHashMap<>();
        run.verifications().stream()
                .filter(found -> found.adapter().equals(adapter.name()))
                .filter(found -> found.outcome() == Verification.Outcome.SERVED)
                .forEach(found -> sizes.computeIfAbsent(found.scenario(), unused -> new ArrayList<>())
                        .add(found.payload()));
        return sizes.isEmpty()
                ? "any scenario: it served none"
                : "other scenarios and sizes than "
                        + sizes.entrySet().stream()
                                .map(scenario ->
                                        scenario.getKey() + " (" + String.join(", ", scenario.getValue()) + ")")
                                .collect(Collectors.joining(", "));
    }

    private static Optional<String> unreconciled(RecordedRun run) {
        List<String> scenarios = run.info().suite().scenarios().stream()
                .filter(scenario ->
                        Boolean.FALSE.equals(run.info().suite().text(scenario).reconciled()))
                .toList();
        return scenarios.isEmpty()
                ? Optional.empty()
                : Optional.of("what reached the backend in " + String.join(", ", scenarios)
                        + ": goodput, not reconciled, since the backend is not of busbench");
    }
}
