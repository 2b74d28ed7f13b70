package org.busbench.sampler.message;

import java.util.List;

/** What one loop looks for in the answers to its requests. Not thread safe. */
public final class Needles {
    private final Expectation expectation;
    private final Needle[] needles;
    private final byte[] seam = new byte[2 * Needle.LONGEST];

    /**
     * Needles of a loop.
     *
     * @param expectation what to look for
     */
    public Needles(Expectation expectation) {
        this.expectation = expectation;
        this.needles = new Needle[expectation.needs().size()];
        for (int i = 0; i < needles.length; i++) {
            needles[i] = new Needle();
        }
    }

    Expectation expectation() {
        return expectation;
    }

    /** All needs, a bit each. */
    int all() {
        return (1 << needles.length) - 1;
    }

    /** Those of the missing ones that the slice does not hold either, nor the seam between it and what came before. */
    int missing(Fields fields, int missing, byte[] before, int beforeLength, byte[] slice, int from, int length) {
        List<Expectation.Need> needs = expectation.needs();
        int left = missing;
        for (int i = 0; i < needles.length; i++) {
            int bit = 1 << i;
            if ((left & bit) == 0) {
                continue;
            }
            Needle needle = needles[i];
            needle.set(needs.get(i).text(), fields);
            boolean found = needle.isIn(slice, from, from + length)
                    || (beforeLength > 0 && isInSeam(needle, before, beforeLength, slice, from, length));
            left = found ? left & ~bit : left;
        }
        return left;
    }

    private boolean isInSeam(Needle needle, byte[] before, int beforeLength, byte[] slice, int from, int length) {
        int left = Math.min(beforeLength, needle.length() - 1);
        int right = Math.min(length, needle.length() - 1);
        System.arraycopy(before, beforeLength - left, seam, 0, left);
        System.arraycopy(slice, from, seam, left, right);
        return needle.isIn(seam, 0, left + right);
    }
}
