package org.busbench.harness.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.harness.measure.Cost.GcCost;
import org.busbench.harness.measure.Cost.MachineLoad;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Sampler.ProcessSample;
import org.busbench.harness.record.Conditions;
import org.busbench.harness.record.Use;
import org.busbench.harness.run.LoadRunner.CountedStretch;

/** From what a window cost to its part of the record. */
final class UseRecords {

    private UseRecords() {}

    /** Of a trial without load. */
    static Use none() {
        Map<String, Use.OfProcess> processes = new LinkedHashMap<>();
        for (ProcessRole role : ProcessRole.values()) {
            processes.put(role.label(), null);
        }
        return new Use(processes, null);
    }

    /** Of a window; {@code verified} is 0 where the trial has no figures, {@code counted} null where nothing was counted. */
    static Use of(LoadWindow load, long verified, Use.Instructions counted) {
        Map<String, Use.OfProcess> processes = new LinkedHashMap<>();
        for (ProcessRole role : ProcessRole.values()) {
            ProcessCost cost = load.cost().processes().get(role);
            List<ProcessSample> samples = load.samples().getOrDefault(role, List.of());
            processes.put(
                    role.label(),
                    cost == null
                            ? null
                            : process(
                                    cost,
                                    samples,
                                    verified,
                                    role == ProcessRole.MEDIATOR ? counted : null,
                                    role == ProcessRole.MEDIATOR ? load.liveHeapBytes() : null));
        }
        MachineLoad machine = load.cost().machine();
        return new Use(
                processes,
                new Use.Machine(
                        machine.busyShare(),
                        machine.stealShare(),
                        machine.idleShare(),
                        machine.userShare(),
                        machine.systemShare(),
                        load.foreignShares(),
                        load.waitedSeconds().isEmpty() ? null : load.waitedSeconds()));
    }

    /** What was counted, beside what the injector's log says of the same stretch. */
    static Use.Instructions instructions(CountedStretch stretch, long verified) {
        long user = stretch.instructions().user();
        long kernel = stretch.instructions().kernel();
        return new Use.Instructions(
                verified == 0 ? null : (Double) ((user + kernel) / (double) verified),
                user,
                kernel,
                verified,
                new Conditions.Window(
                        stretch.window().startMillis(), stretch.window().endMillis()));
    }

    private static Use.OfProcess process(
            ProcessCost cost,
            List<ProcessSample> samples,
            long verified,
            Use.Instructions counted,
            Long liveHeapBytes) {
        return new Use.OfProcess(
                verified == 0 ? null : cost.cpuMicrosPerMessage(verified),
                cost.userMicros(),
                cost.systemMicros(),
                counted,
                cost.rssBytes(),
                cost.threads(),
                gc(cost.gc(), liveHeapBytes),
                samples.stream()
                        .map(sample -> new Use.Sample(
                                sample.second(),
                                sample.rssBytes(),
                                sample.threads(),
                                sample.descriptors(),
                                sample.connections(),
                                sample.cpuMicros()))
                        .toList());
    }

    private static Use.Gc gc(GcCost gc, Long liveHeapBytes) {
        return gc == null ? null : new Use.Gc(gc.collections(), gc.pauseMillis(), gc.cpuMicros(), liveHeapBytes);
    }
}
