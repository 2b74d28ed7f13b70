package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.busbench.record.ProcessUse;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * How the goodput of one mediator goes with the CPUs to which it was kept, in one cell. Only where these CPUs are busy does a
 * point say what the mediator can do.
 *
 * @param points by rising number of CPUs
 * @param law the Universal Scalability Law fitted over the CPUs; empty with fewer than four numbers of them
 */
public record CpuCurve(
        String adapter,
        String scenario,
        String payload,
        int concurrency,
        List<Point> points,
        Optional<ScalabilityLaw> law) {

    private static final double MICROS = 1e6;
    private static final String MEDIATOR = "mediator";

    /**
     * Medians of the trials with so many CPUs.
     *
     * @param cpuMicrosPerMessage of the mediator
     */
    public record Point(int cpus, int trials, double goodputPerSecond, double cpuMicrosPerMessage) {

        double perCpu() {
            return goodputPerSecond / cpus;
        }

        /** How many CPUs the mediator kept busy. */
        double busy() {
            return goodputPerSecond * cpuMicrosPerMessage / MICROS;
        }
    }

    private record Key(String adapter, String scenario, String payload, int concurrency) {}

    /** The curves of runs on the same hosts; trials whose mediator was kept to no CPUs are left out. */
    public static List<CpuCurve> of(List<RecordedRun> runs) {
        Map<Key, Map<Integer, List<Trial>>> found = new LinkedHashMap<>();
        for (RecordedRun run : runs) {
            for (Trial trial : run.trials()) {
                String kept = trial.conditions().pinning().get(MEDIATOR);
                ProcessUse use = trial.use().processes().mediator();
                if (trial.measured()
                        && trial.purpose() == Purpose.COMPARISON
                        && kept != null
                        && use != null
                        && use.cpuMicrosPerMessage() != null) {
                    found.computeIfAbsent(
                                    new Key(trial.adapter(), trial.scenario(), trial.payload(), trial.concurrency()),
                                    any -> new TreeMap<>())
                            .computeIfAbsent(Bottleneck.count(kept), any -> new ArrayList<>())
                            .add(trial);
                }
            }
        }
        List<CpuCurve> curves = new ArrayList<>();
        found.forEach((key, levels) -> curves.add(of(key, levels)));
        return curves;
    }

    private static CpuCurve of(Key key, Map<Integer, List<Trial>> levels) {
        List<Point> points = levels.entrySet().stream()
                .map(level -> new Point(
                        level.getKey(),
                        level.getValue().size(),
                        Median.of(level.getValue(), trial -> trial.result().goodputPerSecond()),
                        Median.of(
                                level.getValue(),
                                trial -> trial.use().processes().mediator().cpuMicrosPerMessage())))
                .toList();
        return new CpuCurve(
                key.adapter(),
                key.scenario(),
                key.payload(),
                key.concurrency(),
                points,
                ScalabilityLaw.fit(
                        points.stream().mapToDouble(Point::cpus).toArray(),
                        points.stream().mapToDouble(Point::goodputPerSecond).toArray()));
    }

    /** A table for each curve, and its law. */
    public static String markdown(List<CpuCurve> curves) {
        StringBuilder text = new StringBuilder();
        for (CpuCurve curve : curves) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s, %s, %s, %d clients\n\n",
                    curve.adapter,
                    curve.scenario,
                    curve.payload,
                    curve.concurrency));
            text.append("| CPUs | trials | TPS | TPS a CPU | of the first | CPU-µs | CPUs busy |\n");
            text.append("|---|---|---|---|---|---|---|\n");
            for (Point point : curve.points) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %d | %d | %.0f | %.0f | %.2f | %.1f | %.2f |\n",
                        point.cpus(),
                        point.trials(),
                        point.goodputPerSecond(),
                        point.perCpu(),
                        point.perCpu() / curve.points.get(0).perCpu(),
                        point.cpuMicrosPerMessage(),
                        point.busy()));
            }
            text.append('\n')
                    .append(curve.law
                            .map(law -> String.format(
                                    Locale.ROOT,
                                    "Universal Scalability Law: %.0f TPS of one CPU, contention %.4f, coherency %.6f,"
                                            + " R² %.3f.",
                                    law.lambda(),
                                    law.sigma(),
                                    law.kappa(),
                                    law.rSquared()))
                            .orElse("No law: it takes " + ScalabilityLaw.FEWEST_POINTS + " numbers of CPUs."))
                    .append("\n\n");
        }
        return text.toString();
    }
}
