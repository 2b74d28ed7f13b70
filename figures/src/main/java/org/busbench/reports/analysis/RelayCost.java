package org.busbench.reports.analysis;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.Purpose;
import org.busbench.record.Role;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.Median;

/**
 * What a message costs the control that passes bytes on and looks at none of them, block by block: the floor of every
 * mediator. What another needs above it is spent on HTTP and on mediation.
 */
public final class RelayCost {

    public static final String CONTROL = "relay";

    /** What two trials must share: then a slow machine has slowed both. */
    private record Place(Purpose purpose, Comparison comparison, int block) {

        static Place of(Trial trial) {
            return new Place(trial.purpose(), Comparison.of(trial), trial.block());
        }
    }

    private final Map<Place, Double> cpuMicros = new HashMap<>();

    private RelayCost() {}

    /**
     * Looks for the control among trials; one of that name which mediates is none.
     *
     * @param trials of all adapters
     */
    public static RelayCost of(Collection<Trial> trials) {
        RelayCost cost = new RelayCost();
        trials.stream()
                .filter(RelayCost::isRelay)
                .forEach(trial -> known(trial).ifPresent(micros -> cost.cpuMicros.put(Place.of(trial), micros)));
        return cost;
    }

    /**
     * CPU time of a mediator or control as a multiple of the relay's in the same block; empty for the relay itself, and
     * where either is not known.
     */
    public Optional<Double> times(Trial trial) {
        Double floor = cpuMicros.get(Place.of(trial));
        return floor == null || isRelay(trial) ? Optional.empty() : known(trial).map(micros -> micros / floor);
    }

    /**
     * The median of the multiples of a cell's measured trials.
     *
     * @param trials all of the cell
     * @return empty where no block tells it, and where the CPU time of any trial could not be measured
     */
    Optional<Double> times(List<Trial> trials) {
        if (!Measure.CPU.isKnown(trials)) {
            return Optional.empty();
        }
        double[] times = trials.stream()
                .flatMap(trial -> times(trial).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return times.length == 0 ? Optional.empty() : Optional.of(Median.of(times));
    }

    static boolean isRelay(Adapter adapter) {
        return adapter.role() == Role.CONTROL && adapter.name().equals(CONTROL);
    }

    private static boolean isRelay(Trial trial) {
        return trial.subject().role() == Role.CONTROL && trial.adapter().equals(CONTROL);
    }

    private static Optional<Double> known(Trial trial) {
        return Optional.ofNullable(Measure.CPU.of(trial)).filter(micros -> trial.measured() && micros > 0);
    }
}
