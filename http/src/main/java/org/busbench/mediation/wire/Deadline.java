package org.busbench.mediation.wire;

/**
 * Something that happens unless it is put off. Setting it again, later, and clearing it cost a field, so that every message may do it: the
 * wheel looks at the real time only when the first one has passed. For the loop's thread.
 */
public final class Deadline {
    private static final long NEVER = Long.MAX_VALUE;

    private final DeadlineWheel wheel;
    private final Runnable action;
    private long due = NEVER;
    private long tick;
    private Deadline previous;
    private Deadline next;

    Deadline(DeadlineWheel wheel, Runnable action) {
        this.wheel = wheel;
        this.action = action;
    }

    /** Makes the head of an empty ring. */
    static Deadline ring() {
        Deadline ring = new Deadline(null, null);
        ring.previous = ring;
        ring.next = ring;
        return ring;
    }

    /**
     * Lets it pass so long after the beginning of this turn, up to {@link DeadlineWheel#TICK_NANOS} later, instead of when it was set before.
     *
     * @param nanos more than 0
     */
    public void set(long nanos) {
        due = wheel.now() + nanos;
        long wanted = DeadlineWheel.tickOf(due) + 1;
        if (next == null || wanted < tick) {
            wheel.put(this, wanted);
        }
    }

    /** Lets it not pass. The wheel still holds it, and what its action holds, for up to half a minute. */
    public void clear() {
        due = NEVER;
    }

    /** Lets it not pass, and the wheel forget it: for one whose action holds a message, or whose connection has ended. */
    public void cancel() {
        clear();
        unlink();
    }

    /** {@return whether it will pass} */
    public boolean isSet() {
        return due != NEVER;
    }

    long due() {
        return due;
    }

    long tick() {
        return tick;
    }

    Deadline next() {
        return next;
    }

    void fire() {
        due = NEVER;
        action.run();
    }

    void link(Deadline ring, long atTick) {
        unlink();
        tick = atTick;
        previous = ring.previous;
        next = ring;
        previous.next = this;
        ring.previous = this;
    }

    void unlink() {
        if (next != null) {
            previous.next = next;
            next.previous = previous;
            previous = null;
            next = null;
        }
    }

    /** Moves all of another ring into this one, which is empty. */
    void takeAll(Deadline ring) {
        if (ring.next == ring) {
            return;
        }
        next = ring.next;
        previous = ring.previous;
        next.previous = this;
        previous.next = this;
        ring.next = ring;
        ring.previous = ring;
    }
}
