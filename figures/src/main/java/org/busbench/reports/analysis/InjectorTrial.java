package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.record.Calibration;
import org.busbench.record.RecordedRun;

/**
 * One injector on a control without a mediator. Where the backend held its answers back, it set the pace and no injector
 * was the bottleneck: there all must come to the same goodput. Where it did not, goodput shows what each leaves to the
 * others on this machine.
 *
 * @param paced whether the backend set the pace
 */
public record InjectorTrial(Calibration calibration, double shareOfBest, boolean paced) {

    /** Injectors agree when the lowest goodput is no less than this share of the highest. */
    public static final double AGREEMENT = 0.95;

    /** Whether it came to the same goodput as the best. */
    public boolean agrees() {
        return shareOfBest >= AGREEMENT;
    }

    /**
     * Looks at the calibration of a run. One that was resumed has calibrated again: the last line of an injector
     * counts. Those that the backend paced come first.
     */
    public static List<InjectorTrial> of(RecordedRun run) {
        Map<List<Object>, Calibration> last = new LinkedHashMap<>();
        run.calibrations().stream()
                .filter(line -> line.subject().injectors() == null)
                .forEach(line -> last.put(List.of(line.subject().injector(), isPaced(line)), line));
        List<InjectorTrial> all = new ArrayList<>();
        for (boolean paced : new boolean[] {true, false}) {
            List<Calibration> lines = last.values().stream()
                    .filter(line -> isPaced(line) == paced)
                    .toList();
            double best = lines.stream()
                    .mapToDouble(calibration -> calibration.result().goodputPerSecond())
                    .max()
                    .orElse(0);
            lines.forEach(line -> all.add(
                    new InjectorTrial(line, best == 0 ? 0 : line.result().goodputPerSecond() / best, paced)));
        }
        return all;
    }

    private static boolean isPaced(Calibration line) {
        return line.subject().backendDelayMillis() != null && line.subject().backendDelayMillis() > 0;
    }
}
