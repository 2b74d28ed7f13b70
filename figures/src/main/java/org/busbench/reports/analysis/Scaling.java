package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.reports.statistics.ScalabilityLaw;

/**
 * How goodput goes with concurrency, for one adapter, scenario and payload.
 *
 * @param control whether it is a control
 * @param saturation the lowest level whose goodput is within 5 % of the highest
 * @param bottleneck of the cell with most clients
 * @param law the Universal Scalability Law fitted to the levels; empty with fewer than four
 */
public record Scaling(
        String adapter,
        boolean control,
        String scenario,
        String payload,
        int levels,
        int saturation,
        Bottleneck bottleneck,
        Optional<ScalabilityLaw> law) {

    private static final double SATURATED = 0.95;

    /** Contention from which on many clients get at most half as much again as one of them. Two cores that work in turns for one client give 1/2. */
    private static final double SERIAL = 2.0 / 3;

    /**
     * Whether a serial part sets the limit, by the law alone: all clients together get at most 1/sigma times what one of
     * them gets. Idle CPUs do not contradict it, since the holder of a lock may wait.
     */
    public boolean isSerial() {
        return law.filter(fitted -> fitted.sigma() >= SERIAL).isPresent();
    }

    /** One for each adapter, scenario and payload that has at least two levels with a figure. */
    static List<Scaling> of(List<Cell> cells) {
        Map<List<String>, List<Cell>> curves = cells.stream()
                .filter(cell -> cell.figures().isPresent() && !cell.comparison().open())
                .collect(Collectors.groupingBy(
                        cell -> List.of(
                                cell.comparison().scenario(),
                                cell.comparison().payload(),
                                cell.adapter().name()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Scaling> scalings = new ArrayList<>();
        curves.values().stream().filter(curve -> curve.size() > 1).forEach(curve -> scalings.add(curve(curve)));
        return scalings;
    }

    private static Scaling curve(List<Cell> cells) {
        List<Cell> rising = cells.stream()
                .sorted(Comparator.comparingInt(cell -> cell.comparison().concurrency()))
                .toList();
        double most = rising.stream().mapToDouble(Cell::goodputPerSecond).max().orElseThrow();
        int saturation = rising.stream()
                .filter(cell -> cell.goodputPerSecond() >= SATURATED * most)
                .findFirst()
                .orElseThrow()
                .comparison()
                .concurrency();
        Cell any = rising.get(0);
        return new Scaling(
                any.adapter().name(),
                any.control(),
                any.comparison().scenario(),
                any.comparison().payload(),
                rising.size(),
                saturation,
                rising.get(rising.size() - 1).findings().bottleneck(),
                ScalabilityLaw.fit(
                        rising.stream()
                                .mapToDouble(cell -> cell.comparison().concurrency())
                                .toArray(),
                        rising.stream().mapToDouble(Cell::goodputPerSecond).toArray()));
    }
}
