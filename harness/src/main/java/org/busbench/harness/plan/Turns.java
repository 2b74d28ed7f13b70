package org.busbench.harness.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Who is in a room that may be too small for all: who comes in makes those leave first whose turn was longest ago, until
 * there is space. At least one is always let in. Decides only; whoever asks does what it says. For one thread.
 *
 * @param <T> who takes turns
 */
public final class Turns<T> {

    private final long room;
    private final ToLongFunction<T> size;
    /** The one whose turn was longest ago comes first. */
    private final Deque<T> in = new ArrayDeque<>();

    /**
     * An empty room.
     *
     * @param room how much it holds
     * @param size how much of that each takes
     */
    public Turns(long room, ToLongFunction<T> size) {
        this.room = room;
        this.size = size;
    }

    /**
     * Whether somebody is in already; then it is their turn now.
     *
     * @param one who may be in
     * @return false when they must {@link #enter} first
     */
    public boolean has(T one) {
        if (!in.remove(one)) {
            return false;
        }
        in.addLast(one);
        return true;
    }

    /**
     * Whether there is space for one more.
     *
     * @param one who is not in
     * @return true when nobody has to leave for them
     */
    public boolean fits(T one) {
        return in.stream().mapToLong(size).sum() + size.applyAsLong(one) <= room;
    }

    /**
     * Makes space.
     *
     * @param one who is not in, and is not yet by this
     * @return who leaves for them, in order
     */
    public List<T> leaving(T one) {
        List<T> leaving = new ArrayList<>();
        while (!in.isEmpty() && !fits(one)) {
            leaving.add(in.removeFirst());
        }
        return leaving;
    }

    /**
     * Lets somebody in; it is their turn now.
     *
     * @param one who is not in
     */
    public void enter(T one) {
        in.addLast(one);
    }

    /**
     * Empties the room.
     *
     * @return who was in, the one whose turn was longest ago first
     */
    public List<T> clear() {
        List<T> all = List.copyOf(in);
        in.clear();
        return all;
    }
}
