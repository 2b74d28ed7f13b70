package org.busbench.mediation.http.body;

import java.util.Arrays;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.buffer.SliceQueue;

/** The ranges of a slice that are content of a body, without the framing around them. One for each loop, used again for each slice. */
public final class DataRanges {
    private int[] bounds = new int[16];
    private int count;

    void clear() {
        count = 0;
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
}
