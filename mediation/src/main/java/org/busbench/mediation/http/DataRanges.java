package org.busbench.mediation.http;

import java.util.Arrays;

/** Where in a slice the data of a body stand, without the framing around them. One for each loop, used again for each slice. */
final class DataRanges {
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

    int count() {
        return count;
    }

    int from(int range) {
        return bounds[2 * range];
    }

    int to(int range) {
        return bounds[2 * range + 1];
    }
}
