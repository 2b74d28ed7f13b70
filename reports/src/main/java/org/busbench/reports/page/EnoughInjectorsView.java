package org.busbench.reports.page;

import java.util.List;
import java.util.Objects;
import org.busbench.record.Calibration;
import org.busbench.reports.analysis.EnoughInjectors;

/** How many injectors it takes on one adapter, as the page shows it. */
record EnoughInjectorsView(String adapter, String sentence, List<Row> levels) {

    /**
     * A number of injectors.
     *
     * @param up TPS when it came from below
     * @param down TPS when it came from above
     * @param cpu CPU-µs per request, of all injectors together
     */
    record Row(int injectors, String up, String down, String cpu) {

        private static Row of(EnoughInjectors.Level level) {
            List<Calibration.Result> loads = level.loads();
            return new Row(
                    level.injectors(),
                    Format.number(loads.get(0).goodputPerSecond()),
                    loads.size() < 2
                            ? "–"
                            : Format.number(loads.get(loads.size() - 1).goodputPerSecond()),
                    loads.stream().map(Calibration.Result::cpuMicrosPerRequest).anyMatch(Objects::isNull)
                            ? "–"
                            : Format.number(loads.stream()
                                    .mapToDouble(Calibration.Result::cpuMicrosPerRequest)
                                    .average()
                                    .orElseThrow()));
        }
    }

    static EnoughInjectorsView of(EnoughInjectors found) {
        return new EnoughInjectorsView(
                found.subject().adapter(),
                found.sentence(),
                found.levels().stream().map(Row::of).toList());
    }
}
