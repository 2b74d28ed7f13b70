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
    private final Turns<Contender> up;
    private final List<Start> starts = new ArrayList<>();
    private Duration stopping = Duration.ZERO;

    /** A mediator that came up, and how long it took with all that was stopped for it. */
    record Start(String adapter, Duration took) {}

    /** {@code roomBytes} is what all of them together may take. */
    Residents(Supervisor supervisor, long roomBytes) {
        this.supervisor = supervisor;
        this.up = new Turns<>(roomBytes, Contender::footprintBytes);
    }

    /** Makes it be up, unless it cannot be: then it has a fault. A process that died is not started again. */
    void raise(Contender contender) throws InterruptedException {
        if (up.has(contender)
                || contender.footprintBytes() == 0
                || contender.fault().isPresent()) {
            return;
        }
        long begun = System.nanoTime();
        for (Contender other : up.leaving(contender)) {
            if (other.fault().isEmpty()) {
                other.stop();
            }
        }
        contender.start(supervisor);
        if (contender.process().isPresent()) {
            starts.add(new Start(contender.adapter().name(), stopping.plusNanos(System.nanoTime() - begun)));
            stopping = Duration.ZERO;
            up.enter(contender);
        }
    }

    /** Whether there is room for it beside those that are up. */
    boolean fits(Contender contender) {
        return up.fits(contender);
    }

    /** Stops all that are up and live, so that each meets its next turn in a new process. */
    void stopAll() {
        long begun = System.nanoTime();
        for (Contender contender : up.clear()) {
            if (contender.fault().isEmpty()) {
                contender.stop();
            }
            if (contender.process().isPresent()) {
                up.enter(contender);
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
