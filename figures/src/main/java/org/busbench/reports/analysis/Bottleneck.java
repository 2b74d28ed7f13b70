package org.busbench.reports.analysis;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.busbench.record.Keyed;
import org.busbench.record.Machine;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.busbench.record.Trial;

/**
 * What kept a trial from more throughput. The rule, in this order:
 *
 * <ol>
 *   <li>the hypervisor took 10 % of the CPUs or more: {@code MACHINE};
 *   <li>a party used 90 % or more of the CPUs that it was pinned to: that party;
 *   <li>what the mediator used was not measured: {@code UNKNOWN};
 *   <li>10 % of the machine or more was idle: the largest consumer when it used at least 90 % of one CPU (one busy thread
 *       is a limit, too), else {@code NONE}: the time went by in waiting;
 *   <li>the machine was busy: the largest consumer of CPU time, {@code MACHINE} when what none of the three used is
 *       larger still.
 * </ol>
 */
public enum Bottleneck implements Keyed {
    /** The system under test: the trial says what it can do. */
    MEDIATOR,
    BACKEND,
    INJECTOR,
    /** Other processes of the machine, or the hypervisor, were busy. */
    MACHINE,
    /** Nothing was busy: latency set the pace, as with few clients. */
    NONE,
    /** The record does not tell. */
    UNKNOWN;

    private static final double STOLEN = 0.10;
    private static final double FULL = 0.90;
    private static final double IDLE = 0.10;
    private static final double MICROS = 1e6;

    static Bottleneck of(Trial trial, int cpus) {
        Machine machine = trial.use().machine();
        if (machine == null
                || trial.conditions().measuredSeconds() == null
                || !(trial.conditions().measuredSeconds() > 0)) {
            return UNKNOWN;
        }
        if (machine.stealShare() >= STOLEN) {
            return MACHINE;
        }
        Map<Bottleneck, Double> used = used(trial);
        for (Map.Entry<Bottleneck, Double> party : used.entrySet()) {
            String pinned = trial.conditions().pinning().get(party.getKey().key());
            if (pinned != null && party.getValue() >= FULL * count(pinned)) {
                return party.getKey();
            }
        }
        if (trial.use().processes().notMeasured() != null) {
            return UNKNOWN;
        }
        Map.Entry<Bottleneck, Double> largest =
                used.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
        double idle =
                machine.idleShare() == null ? 1 - machine.busyShare() - machine.stealShare() : machine.idleShare();
        if (largest == null || idle >= IDLE) {
            return largest != null && largest.getValue() >= FULL ? largest.getKey() : NONE;
        }
        double others = machine.busyShare() * cpus
                - used.values().stream().mapToDouble(Double::doubleValue).sum();
        return others > largest.getValue() ? MACHINE : largest.getKey();
    }

    static Bottleneck of(List<Trial> trials, int cpus) {
        Map<Bottleneck, Long> counts = new EnumMap<>(Bottleneck.class);
        trials.forEach(trial -> counts.merge(of(trial, cpus), 1L, Long::sum));
        Bottleneck most = UNKNOWN;
        for (Map.Entry<Bottleneck, Long> count : counts.entrySet()) {
            if (count.getValue() > counts.getOrDefault(most, 0L)) {
                most = count.getKey();
            }
        }
        return most;
    }

    /** CPUs' worth of time by party. */
    private static Map<Bottleneck, Double> used(Trial trial) {
        Map<Bottleneck, Double> used = new EnumMap<>(Bottleneck.class);
        Processes processes = trial.use().processes();
        double seconds = trial.conditions().measuredSeconds();
        put(used, MEDIATOR, processes.mediator(), seconds);
        put(used, BACKEND, processes.backend(), seconds);
        put(used, INJECTOR, processes.injector(), seconds);
        return used;
    }

    private static void put(Map<Bottleneck, Double> used, Bottleneck party, ProcessUse use, double seconds) {
        if (use != null) {
            used.put(party, use.cpuMicros() / (seconds * MICROS));
        }
    }

    /** How many CPUs a list such as {@code 0,2-3} names. */
    static int count(String cpuList) {
        return Arrays.stream(cpuList.split(",", -1))
                .mapToInt(part -> {
                    String[] ends = part.trim().split("-", -1);
                    return Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
                })
                .sum();
    }
}
