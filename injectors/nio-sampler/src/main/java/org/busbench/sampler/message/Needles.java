package org.busbench.sampler.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** The texts that one loop looks for in the answers to its requests. Not thread safe. */
public final class Needles {
    static final int LONGEST = 255;

    private final Expectation expectation;
    private final Needle[] needles;
    private final Needle[] forbidden;
    private final byte[] joint = new byte[2 * LONGEST];

    public Needles(Expectation expectation) {
        this.expectation = expectation;
        this.needles = new Needle[expectation.needs().size()];
        this.forbidden = new Needle[expectation.lacks().size()];
        Arrays.setAll(needles, i -> new Needle());
        Arrays.setAll(forbidden, i -> new Needle());
    }

    public Expectation expectation() {
        return expectation;
    }

    /** All needs, a bit each. */
    int all() {
        return (1 << needles.length) - 1;
    }

    /** Whether there is anything that answers must not hold. */
    boolean forbids() {
        return forbidden.length > 0;
    }

    /** The first forbidden text in the slice, or in the joint between it and what came before; -1 when there is none. */
    int present(Fields fields, byte[] before, int beforeLength, byte[] slice, int from, int length) {
        for (int i = 0; i < forbidden.length; i++) {
            Needle needle = forbidden[i];
            needle.set(expectation.lacks().get(i), fields);
            if (needle.isIn(slice, from, from + length)
                    || (beforeLength > 0 && isInJoint(needle, before, beforeLength, slice, from, length))) {
                return i;
            }
        }
        return -1;
    }

    /** The missing needles that neither the slice holds nor the joint between it and the bytes before. */
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
                    || (beforeLength > 0 && isInJoint(needle, before, beforeLength, slice, from, length));
            left = found ? left & ~bit : left;
        }
        return left;
    }

    private boolean isInJoint(Needle needle, byte[] before, int beforeLength, byte[] slice, int from, int length) {
        int left = Math.min(beforeLength, needle.length() - 1);
        int right = Math.min(length, needle.length() - 1);
        System.arraycopy(before, beforeLength - left, joint, 0, left);
        System.arraycopy(slice, from, joint, left, right);
        return needle.isIn(joint, 0, left + right);
    }

    /**
     * Looks for bytes in bytes. It looks first around the place where it found something the last time: equal messages have
     * their values at nearly equal places. What it answers does not depend on that. Reused; not thread safe.
     */
    static final class Needle {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final int AROUND = 24;

        private final byte[] bytes = new byte[LONGEST];
        /** How far the needle may move when this byte stands under its end (Horspool 1980); built when first needed. */
        private final byte[] skips = new byte[256];

        private int length;
        private boolean skipsBuilt;
        private int hint = -1;

        /** Looks for a template's text from now on. */
        void set(Template template, Fields fields) {
            clearSkips();
            length = template.fill(fields, bytes);
            if (length <= 0) {
                throw new IllegalArgumentException("what an answer must hold has 1 to " + LONGEST + " bytes");
            }
        }

        int length() {
            return length;
        }

        /** Whether the bytes from {@code from} to {@code to} contain it. Places are counted from {@code from}. */
        boolean isIn(byte[] hay, int from, int to) {
            int last = to - length;
            if (hint >= 0 && length >= Long.BYTES) {
                int start = Math.max(from, from + hint - AROUND);
                int found = near(hay, start, Math.min(last, from + hint + AROUND));
                if (found >= 0) {
                    hint = found - from;
                    return true;
                }
            }
            int found = search(hay, from, last);
            if (found >= 0) {
                hint = found - from;
            }
            return found >= 0;
        }

        private int near(byte[] hay, int from, int last) {
            long start = (long) LONGS.get(bytes, 0);
            for (int i = from; i <= last; i++) {
                if ((long) LONGS.get(hay, i) == start && matches(hay, i)) {
                    return i;
                }
            }
            return -1;
        }

        private int search(byte[] hay, int from, int last) {
            if (last < from) {
                return -1;
            }
            buildSkips();
            int end = length - 1;
            byte endByte = bytes[end];
            int at = from;
            while (at <= last) {
                byte under = hay[at + end];
                if (under == endByte && matches(hay, at)) {
                    return at;
                }
                int skip = skips[under & 0xFF] & 0xFF;
                at += skip == 0 ? length : skip;
            }
            return -1;
        }

        private boolean matches(byte[] hay, int at) {
            return Arrays.equals(hay, at, at + length, bytes, 0, length);
        }

        private void buildSkips() {
            if (skipsBuilt) {
                return;
            }
            for (int i = 0; i < length - 1; i++) {
                skips[bytes[i] & 0xFF] = (byte) (length - 1 - i);
            }
            skipsBuilt = true;
        }

        private void clearSkips() {
            if (skipsBuilt) {
                for (int i = 0; i < length; i++) {
                    skips[bytes[i] & 0xFF] = 0;
                }
                skipsBuilt = false;
            }
        }
    }
}
