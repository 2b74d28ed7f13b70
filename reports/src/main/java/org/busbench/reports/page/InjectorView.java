package org.busbench.reports.page;

import java.util.List;
import org.busbench.record.Calibration;
import org.busbench.reports.analysis.InjectorTrial;

/**
 * A row of the table of injectors.
 *
 * @param goodput responses per second
 * @param exact the same as in the record
 * @param cpu its CPU-µs per request
 * @param cores how many CPUs it kept busy
 * @param errors how many
 * @param word what is to be said of it; empty when nothing is
 */
record InjectorView(
        String injector,
        String backend,
        String load,
        String goodput,
        String exact,
        String share,
        String cpu,
        String cores,
        String errors,
        String word,
        String mark) {

    private static final double MICROS = 1e6;

    static List<InjectorView> of(List<InjectorTrial> trials) {
        return trials.stream().map(InjectorView::of).toList();
    }

    /** One sentence on all of them. */
    static String sentence(List<InjectorTrial> trials) {
        List<InjectorTrial> paced = trials.stream().filter(InjectorTrial::paced).toList();
        if (paced.size() < 2) {
            return "No load was made at which the backend alone sets the pace, so nothing shows whether they agree.";
        }
        return paced.stream().allMatch(InjectorTrial::agrees)
                ? "Where the backend sets the pace they agree on goodput within 5 %."
                : "Where the backend sets the pace they do not agree on goodput within 5 %: one of them is the bottleneck.";
    }

    private static InjectorView of(InjectorTrial trial) {
        Calibration line = trial.calibration();
        Double cpu = line.result().cpuMicrosPerRequest();
        return new InjectorView(
                line.subject().injector(),
                trial.paced()
                        ? "holds each answer for "
                                + Format.number(line.subject().backendDelayMillis()) + " ms"
                        : "answers at once",
                Format.payload(line.subject().payload()) + ", "
                        + Format.clients(line.subject().concurrency()),
                Format.number(line.result().goodputPerSecond()),
                Double.toString(line.result().goodputPerSecond()),
                Format.percent(trial.shareOfBest()),
                cpu == null ? "–" : Format.number(cpu),
                cpu == null ? "–" : Format.number(cpu * line.result().goodputPerSecond() / MICROS),
                Format.count(line.result().errors()),
                trial.paced() ? trial.agrees() ? "agrees" : "differs" : "",
                trial.agrees() ? "good" : "bad");
    }
}
