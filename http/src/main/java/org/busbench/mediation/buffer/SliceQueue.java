package org.busbench.mediation.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Slices in the order in which they came. It owns what was added until that is removed. Slices that follow each other in memory become one.
 * Not thread-safe; see {@link Slice} for reading from elsewhere.
 */
public final class SliceQueue {
    private static final int FIRST_SLOTS = 4;

    private static final int SETTLED_BYTES = 16 << 10;

    private static final Slice[] NO_SLOTS = {};

    private Slice[] slots = NO_SLOTS;
    private int first;
    private int count;
    /** How many slices, from the first, are certainly not pooled. */
    private int outOfPool;

    private long bytes;

    /**
     * Makes a queue that holds one array; the array must not be changed afterwards.
     *
     * @param content its bytes
     */
    public static SliceQueue of(byte[] content) {
        SliceQueue queue = new SliceQueue();
        queue.add(Slice.of(content));
        return queue;
    }

    /** {@return how many bytes it holds} */
    public long bytes() {
        return bytes;
    }

    /** {@return whether it holds no bytes} */
    public boolean isEmpty() {
        return count == 0;
    }

    /** {@return how many slices it holds} */
    public int size() {
        return count;
    }

    /** Returns a slice and leaves it in the queue; index 0 is the first. */
    public Slice get(int index) {
        if (index >= count) {
            throw new IndexOutOfBoundsException("slice " + index + " of " + count);
        }
        return slots[slot(index)];
    }

    /** Adds a slice at the end and takes it over; an empty one is released at once. */
    public void add(Slice slice) {
        if (slice.length() == 0) {
            slice.release();
            return;
        }
        bytes += slice.length();
        if (count > 0) {
            int last = slot(count - 1);
            if (slots[last].isFollowedBy(slice)) {
                slots[last] = Slice.joined(slots[last], slice);
                return;
            }
        }
        if (count == slots.length) {
            grow();
        }
        slots[slot(count)] = slice;
        count++;
    }

    /** Adds a slice at the beginning and takes it over. */
    public void addFirst(Slice slice) {
        if (slice.length() == 0) {
            slice.release();
            return;
        }
        if (count == slots.length) {
            grow();
        }
        first = first == 0 ? slots.length - 1 : first - 1;
        slots[first] = slice;
        count++;
        outOfPool = 0;
        bytes += slice.length();
    }

    /** Removes the first slice; the caller owns it. Null when there is none. */
    public Slice poll() {
        if (count == 0) {
            return null;
        }
        Slice slice = slots[first];
        removeFirst();
        bytes -= slice.length();
        return slice;
    }

    /** Releases bytes at the beginning, at most {@link #bytes()}. */
    public void drop(long howMany) {
        if (howMany > bytes) {
            throw new IllegalArgumentException("cannot drop " + howMany + " of " + bytes + " bytes");
        }
        bytes -= howMany;
        long left = howMany;
        while (left > 0) {
            Slice slice = slots[first];
            if (slice.length() > left) {
                slots[first] = slice.without((int) left);
                return;
            }
            left -= slice.length();
            removeFirst();
            slice.release();
        }
    }

    /** Adds everything that another queue holds and leaves that one empty. */
    public void addAll(SliceQueue other) {
        for (Slice slice = other.poll(); slice != null; slice = other.poll()) {
            add(slice);
        }
    }

    /** Gives every slice, in order, to a consumer that becomes its owner. */
    public void giveTo(Consumer<Slice> taker) {
        for (Slice slice = poll(); slice != null; slice = poll()) {
            taker.accept(slice);
        }
    }

    /**
     * Prepares for a wait: a little at the end moves to memory of its own, so that a few bytes do not keep a whole buffer from everybody else. What is
     * more than that stays where it is.
     */
    public void settle() {
        int kept = count;
        int together = 0;
        while (kept > 0 && together + get(kept - 1).length() <= SETTLED_BYTES) {
            kept--;
            together += get(kept).length();
        }
        if (kept == count || (kept == count - 1 && !get(kept).isPooled())) {
            return;
        }
        byte[] own = new byte[together];
        int at = 0;
        for (int i = kept; i < count; i++) {
            Slice slice = get(i);
            slice.copyTo(0, own, at, slice.length());
            at += slice.length();
            slice.release();
            slots[slot(i)] = null;
        }
        count = kept;
        outOfPool = Math.min(outOfPool, kept);
        bytes -= together;
        add(Slice.of(own));
    }

    /** Moves what stands in pooled buffers to memory of its own, so that the pool serves others. */
    public void leavePool() {
        for (int i = outOfPool; i < count; i++) {
            Slice slice = get(i);
            if (slice.isPooled()) {
                byte[] copy = new byte[slice.length()];
                slice.copyTo(0, copy, 0, copy.length);
                slice.release();
                slots[slot(i)] = Slice.of(copy);
            }
        }
        outOfPool = count;
    }

    /** Releases everything. */
    public void clear() {
        drop(bytes);
    }

    /** Copies everything, {@link #bytes()}, to an offset of the target. */
    public void copyTo(byte[] target, int offset) {
        int at = offset;
        for (int i = 0; i < count; i++) {
            Slice slice = get(i);
            slice.copyTo(0, target, at, slice.length());
            at += slice.length();
        }
    }

    /** Copies everything into a buffer that has room for it. */
    public void copyTo(ByteBuffer target) {
        for (int i = 0; i < count; i++) {
            target.put(get(i).view());
        }
    }

    private int slot(int index) {
        int slot = first + index;
        return slot < slots.length ? slot : slot - slots.length;
    }

    private void removeFirst() {
        slots[first] = null;
        first = slot(1);
        count--;
        outOfPool = Math.max(0, outOfPool - 1);
    }

    private void grow() {
        Slice[] more = Arrays.copyOfRange(slots, first, first + Math.max(FIRST_SLOTS, 2 * slots.length));
        int behind = slots.length - first;
        System.arraycopy(slots, 0, more, behind, first);
        Arrays.fill(more, count, more.length, null);
        slots = more;
        first = 0;
    }
}
