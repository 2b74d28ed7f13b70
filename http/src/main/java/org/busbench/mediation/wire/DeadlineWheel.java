package org.busbench.mediation.wire;

/**
 * The deadlines of one loop, in slots of 33 ms: tens of thousands cost neither a heap nor a scan. One that is farther away than a round of
 * the wheel (34 s) waits in its last slot and is put on from there. Not thread-safe.
 *
 * @see <a href="https://doi.org/10.1145/41457.37504">Varghese and Lauck, Hashed and hierarchical timing wheels, SOSP 1987</a>
 */
public final class DeadlineWheel {
    /** The length of a slot: a deadline passes at most so much too late. */
    public static final long TICK_NANOS = 1L << 25;

    private static final int TICK_SHIFT = 25;
    private static final int SLOTS = 1024;
    private static final long NONE = Long.MAX_VALUE;

    private final Deadline[] slots = new Deadline[SLOTS];
    private final Deadline passing = Deadline.ring();
    private long now;
    private long turned;
    private long earliest = NONE;

    /**
     * Makes an empty wheel.
     *
     * @param now the time in nanoseconds, on a clock that does not go back
     */
    public DeadlineWheel(long now) {
        this.now = now;
        this.turned = tickOf(now);
        for (int i = 0; i < SLOTS; i++) {
            slots[i] = Deadline.ring();
        }
    }

    static long tickOf(long nanos) {
        return nanos >> TICK_SHIFT;
    }

    /** {@return a deadline that is not set} */
    public Deadline deadline(Runnable action) {
        return new Deadline(this, action);
    }

    /** Sets the time from which deadlines are counted. */
    public void now(long nanos) {
        now = nanos;
    }

    long now() {
        return now;
    }

    void put(Deadline deadline, long wanted) {
        long tick = Math.max(turned + 1, Math.min(wanted, turned + SLOTS - 1));
        deadline.link(slots[(int) (tick & (SLOTS - 1))], tick);
        earliest = Math.min(earliest, tick);
    }

    /** Runs what has passed until {@link #now(long)}. */
    public void turn() {
        long until = tickOf(now);
        if (until < earliest) {
            turned = Math.max(turned, until);
            return;
        }
        long from = turned + 1;
        long last = Math.min(until, turned + SLOTS);
        // Whatever is set while deadlines pass lies behind this turn.
        turned = until;
        for (long tick = from; tick <= last; tick++) {
            passing.takeAll(slots[(int) (tick & (SLOTS - 1))]);
            pass();
        }
        findEarliest();
    }

    /** {@return how many milliseconds until something may pass, at least 1; 0 when nothing is set} */
    public long millisToNext() {
        if (earliest == NONE) {
            return 0;
        }
        long nanos = (earliest << TICK_SHIFT) - now;
        return Math.max(1, (nanos + 999_999) / 1_000_000);
    }

    private void pass() {
        for (Deadline deadline = passing.next(); deadline != passing; deadline = passing.next()) {
            deadline.unlink();
            if (deadline.due() == Long.MAX_VALUE) {
                continue;
            }
            if (deadline.due() <= now) {
                deadline.fire();
            } else {
                put(deadline, tickOf(deadline.due()) + 1);
            }
        }
    }

    private void findEarliest() {
        earliest = NONE;
        for (long tick = turned + 1; tick < turned + SLOTS; tick++) {
            Deadline ring = slots[(int) (tick & (SLOTS - 1))];
            if (ring.next() != ring) {
                earliest = tick;
                return;
            }
        }
    }
}
