package org.busbench.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.plan.Turns;
import org.busbench.harness.process.Supervisor;

/**
 * Which mediators are up. Where memory allows it all are, idle until it is their turn. Where it does not, one that is
 * needed makes room first: the one whose turn was longest ago is stopped. At least one is always let up. For the run's
 * thread; starting and stopping block.
 */
final class Residents {

    private final Supervisor supervisor;
    private final Turns<SystemUnderTest> up;
    private final List<Start> starts = new ArrayList<>();
    private Duration stopping = Duration.ZERO;

    /** A mediator that came up, and how long it took with all that was stopped for it. */
    record Start(String adapter, Duration took) {}

    /** {@code roomBytes} is what all of them together may take. */
    Residents(Supervisor supervisor, long roomBytes) {
        this.supervisor = supervisor;
        this.up = new Turns<>(roomBytes, SystemUnderTest::footprintBytes);
    }

    /** Makes it be up, unless it cannot be: then it has a fault. A process that died is not started again. */
    void raise(SystemUnderTest system) throws InterruptedException {
        if (up.has(system) || system.footprintBytes() == 0 || system.fault().isPresent()) {
            return;
        }
        long begun = System.nanoTime();
        for (SystemUnderTest other : up.leaving(system)) {
            if (other.fault().isEmpty()) {
                other.stop();
            }
        }
        system.start(supervisor);
        if (system.process().isPresent()) {
            starts.add(new Start(system.adapter().name(), stopping.plusNanos(System.nanoTime() - begun)));
            stopping = Duration.ZERO;
            up.enter(system);
        }
    }

    /** Whether there is room for it beside those that are up. */
    boolean fits(SystemUnderTest system) {
        return up.fits(system);
    }

    /** Stops all that are up and live, so that each meets its next turn in a new process. */
    void stopAll() {
        long begun = System.nanoTime();
        for (SystemUnderTest system : up.clear()) {
            if (system.fault().isEmpty()) {
                system.stop();
            }
            if (system.process().isPresent()) {
                up.enter(system);
            }
        }
        stopping = stopping.plusNanos(System.nanoTime() - begun);
    }

    /** The starts since this was asked for the last time. */
    List<Start> drainStarts() {
        List<Start> drained = List.copyOf(starts);
        starts.clear();
        return drained;
    }
}
