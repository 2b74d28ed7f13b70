package org.busbench.sampler.wire;

/** Something that is in at most one list of {@link Deadlines} at a time. */
abstract class Timed {
    Deadlines list;
    Timed before;
    Timed after;
    long deadline;

    /** The deadline has passed; it is in no list any more. */
    abstract void expired(long now);

    /** Takes it out of the list that it is in, if any. */
    final void unschedule() {
        if (list != null) {
            list.remove(this);
        }
    }
}
