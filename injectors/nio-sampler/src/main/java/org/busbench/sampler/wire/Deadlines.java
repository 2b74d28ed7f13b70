package org.busbench.sampler.wire;

/**
 * Deadlines that all lie the same time after they are set, so that the order of setting is their order: setting, taking
 * back and asking for the next cost the same for any number. Not thread safe. Times are those of {@link System#nanoTime}.
 */
final class Deadlines {
    private final long delayNanos;
    private Timed first;
    private Timed last;
    private int size;

    /** Something that is in at most one list of {@link Deadlines} at a time. */
    abstract static class Timed {
        private Deadlines list;
        private Timed before;
        private Timed after;
        private long deadline;

        /** The deadline has passed; it is in no list any more. */
        abstract void expired(long now);

        /** Takes it out of the list that it is in, if any. */
        final void unschedule() {
            if (list != null) {
                list.remove(this);
            }
        }
    }

    Deadlines(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    int size() {
        return size;
    }

    void add(Timed timed, long now) {
        timed.unschedule();
        timed.list = this;
        timed.deadline = now + delayNanos;
        timed.before = last;
        timed.after = null;
        if (last == null) {
            first = timed;
        } else {
            last.after = timed;
        }
        last = timed;
        size++;
    }

    void remove(Timed timed) {
        if (timed.before == null) {
            first = timed.after;
        } else {
            timed.before.after = timed.after;
        }
        if (timed.after == null) {
            last = timed.before;
        } else {
            timed.after.before = timed.before;
        }
        timed.list = null;
        timed.before = null;
        timed.after = null;
        size--;
    }

    /** Expires what is due; a nanosecond count until the next deadline, {@link Long#MAX_VALUE} when there is none. */
    long expire(long now) {
        // Only those of now: one that is set again while it expires waits for the next turn even with a delay of zero.
        for (int left = size; left > 0 && first != null && first.deadline - now <= 0; left--) {
            Timed due = first;
            remove(due);
            due.expired(now);
        }
        return first == null ? Long.MAX_VALUE : Math.max(0, first.deadline - now);
    }
}
