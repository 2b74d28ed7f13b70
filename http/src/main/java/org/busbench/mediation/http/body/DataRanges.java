package org.busbench.mediation.http.body;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * The ranges of a slice that are content of a body, without the framing around them, and the bytes of the framing that go no further. One for each loop,
 * used again for each slice.
 */
public final class DataRanges {
    private int[] bounds = new int[16];
    private int count;
    private int[] dropped = new int[16];
    private int drops;

    void clear() {
        count = 0;
        drops = 0;
    }

    /** A byte of the framing that a reader has to accept and a writer must not write. */
    void drop(int at) {
        if (drops == dropped.length) {
            dropped = Arrays.copyOf(dropped, 2 * drops);
        }
        dropped[drops] = at;
        drops++;
    }

    void add(int from, int to) {
        if (from == to) {
            return;
        }
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * count] = from;
        bounds[2 * count + 1] = to;
        count++;
    }

    /** {@return how many ranges there are} */
    public int count() {
        return count;
    }

    /** {@return index of the first byte of a range} */
    public int from(int range) {
        return bounds[2 * range];
    }

    /** {@return index after the last byte of a range} */
    public int to(int range) {
        return bounds[2 * range + 1];
    }

    /** Adds the content to a queue. */
    public void addTo(SliceQueue queue, Slice slice) {
        for (int i = 0; i < count; i++) {
            queue.add(slice.part(from(i), to(i)));
        }
    }

    /** {@return whether content and framing go on as they came} */
    public boolean passesAll() {
        return drops == 0;
    }

    /** {@return content and framing as they go on, between two indices of the slice} */
    public List<Slice> passedOn(Slice slice, int from, int to) {
        List<Slice> parts = new ArrayList<>();
        int begin = from;
        for (int i = 0; i < drops; i++) {
            if (begin < dropped[i]) {
                parts.add(slice.part(begin, dropped[i]));
            }
            begin = dropped[i] + 1;
        }
        if (begin < to) {
            parts.add(slice.part(begin, to));
        }
        return parts;
    }
}
