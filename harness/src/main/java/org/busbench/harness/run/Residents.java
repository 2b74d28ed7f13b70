package org.busbench.harness.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.busbench.harness.process.Supervisor;

/**
 * Which mediators are up. Where memory allows it all are, idle until it is their turn. Where it does not, one that is
 * needed makes room first: the one whose turn was longest ago is stopped. At least one is always let up. For the run's
 * thread; starting and stopping block.
 */
final class Residents {

    private final Supervisor supervisor;
    private final long roomBytes;
    /** The one whose turn was longest ago comes first. */
    private final Deque<Contender> up = new ArrayDeque<>();

    /** {@code roomBytes} is what all of them together may take. */
    Residents(Supervisor supervisor, long roomBytes) {
        this.supervisor = supervisor;
        this.roomBytes = roomBytes;
    }

    /** Makes it be up, unless it cannot be: then it has a fault. A process that died is not started again. */
    void raise(Contender contender) throws InterruptedException {
        if (up.remove(contender)) {
            up.addLast(contender);
            return;
        }
        if (contender.footprintBytes() == 0 || contender.fault().isPresent()) {
            return;
        }
        while (!up.isEmpty() && !fits(contender)) {
            Contender other = up.removeFirst();
            if (other.fault().isEmpty()) {
                other.stop();
            }
        }
        contender.start(supervisor);
        if (contender.process().isPresent()) {
            up.addLast(contender);
        }
    }

    /** Whether there is room for it beside those that are up. */
    boolean fits(Contender contender) {
        return takenBytes() + contender.footprintBytes() <= roomBytes;
    }

    /** Stops all that are up and live, so that each meets its next turn in a new process. */
    void stopAll() {
        for (Contender contender : up) {
            if (contender.fault().isEmpty()) {
                contender.stop();
            }
        }
        up.removeIf(contender -> contender.process().isEmpty());
    }

    private long takenBytes() {
        return up.stream().mapToLong(Contender::footprintBytes).sum();
    }
}
