package org.busbench.backend.quote;

import java.util.Arrays;

/**
 * Which nonces have come: a sum over all of them, and, from {@link #remember} on, how many came more than once. One for
 * all instances of a process, since a message that was sent twice may have gone to two of them. Safe for any thread;
 * costs a memory access per message and never grows.
 *
 * <p>A nonce is the first {@code ref} of a getQuote. Of 16 hexadecimal digits (lower case) its value is that number,
 * otherwise the FNV-1a hash of its UTF-8 bytes. The sum adds, modulo 2^64, the SplitMix64 finalizer of each value: two
 * ends that saw the same nonces, in whatever order, have the same sum.
 */
public final class Nonces {
    private static final int SLOTS = 1 << 22;
    private static final int MOST_REMEMBERED = SLOTS / 4 * 3;
    private static final int DIGITS = 16;

    private long counted;
    private long sum;
    private long repeated;
    private int remembered;
    /** Open addressing; 0 is an empty slot. Null until nonces are to be remembered. */
    private long[] slots;

    /**
     * What has been seen.
     *
     * @param repeated messages whose nonce had come before, since the last {@link #remember}; null when that was never
     *     asked for, or when more messages came than can be remembered (3,145,728)
     */
    public record Seen(long counted, long sum, Long repeated) {}

    /**
     * Whether the answer to the message with this nonce goes out in chunks: where it is of 16 characters, and the last one is an odd hexadecimal
     * digit (lower case). Nonces are random, so half of the answers are.
     */
    static boolean asksForChunks(byte[] message, int offset, int length) {
        if (length != DIGITS) {
            return false;
        }
        int last = digit(message[offset + length - 1]);
        return last >= 0 && (last & 1) == 1;
    }

    /** Forgets which nonces came, and remembers those that come from now on. */
    public synchronized void remember() {
        if (slots == null) {
            slots = new long[SLOTS];
        } else if (remembered > 0) {
            Arrays.fill(slots, 0);
        }
        remembered = 0;
        repeated = 0;
    }

    public synchronized Seen seen() {
        boolean known = slots != null && remembered < MOST_REMEMBERED;
        return new Seen(counted, sum, known ? repeated : null);
    }

    /** Takes the nonce of a valid message. */
    public void saw(byte[] message, int offset, int length) {
        long mixed = mix(value(message, offset, length));
        synchronized (this) {
            counted++;
            sum += mixed;
            if (slots != null && remembered < MOST_REMEMBERED) {
                place(mixed == 0 ? 1 : mixed);
            }
        }
    }

    private void place(long value) {
        int at = (int) value & (SLOTS - 1);
        while (slots[at] != 0 && slots[at] != value) {
            at = (at + 1) & (SLOTS - 1);
        }
        if (slots[at] == value) {
            repeated++;
        } else {
            slots[at] = value;
            remembered++;
        }
    }

    private static long value(byte[] message, int offset, int length) {
        long number = 0;
        for (int i = 0; i < length && length == DIGITS; i++) {
            int digit = digit(message[offset + i]);
            if (digit < 0) {
                return hash(message, offset, length);
            }
            number = number << 4 | digit;
        }
        return length == DIGITS ? number : hash(message, offset, length);
    }

    private static int digit(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    private static long hash(byte[] message, int offset, int length) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ (message[offset + i] & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
