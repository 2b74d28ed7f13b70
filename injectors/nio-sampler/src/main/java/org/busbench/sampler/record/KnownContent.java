package org.busbench.sampler.record;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * The body of an answer that was kept, with the places of its nonce: another answer of the same kind says the same when
 * all other bytes are equal and its own nonce stands at these places. Immutable but for the count; safe for any thread.
 */
public final class KnownContent {
    private final byte[] body;
    private final int[] places;
    private final int nonceLength;
    private final String name;
    private final LongAdder answers = new LongAdder();

    /** Of an answer, whose body is not copied; the nonce of its request is empty when there is none. */
    KnownContent(String name, byte[] body, byte[] nonce) {
        this.name = name;
        this.body = body;
        this.nonceLength = nonce.length;
        this.places = nonce.length == 0 ? new int[0] : places(body, nonce);
    }

    private static int[] places(byte[] body, byte[] nonce) {
        int[] found = new int[4];
        int count = 0;
        int at = 0;
        while (at + nonce.length <= body.length) {
            if (body[at] == nonce[0] && Arrays.equals(body, at, at + nonce.length, nonce, 0, nonce.length)) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                found[count++] = at;
                at += nonce.length;
            } else {
                at++;
            }
        }
        return Arrays.copyOf(found, count);
    }

    public int length() {
        return body.length;
    }

    /**
     * Whether a slice of another body says the same. Allocates nothing.
     *
     * @param length how long it is
     * @return false when a byte differs, or the slice goes beyond the end
     */
    public boolean agrees(int offset, byte[] bytes, int from, int length, byte[] nonce) {
        int end = offset + length;
        if (end > body.length) {
            return false;
        }
        int shift = from - offset;
        int at = offset;
        for (int place : places) {
            if (place >= end) {
                break;
            }
            int placeEnd = place + nonceLength;
            if (placeEnd <= at) {
                continue;
            }
            if (place > at && !Arrays.equals(body, at, place, bytes, at + shift, place + shift)) {
                return false;
            }
            int begin = Math.max(at, place);
            int until = Math.min(end, placeEnd);
            if (!Arrays.equals(nonce, begin - place, until - place, bytes, begin + shift, until + shift)) {
                return false;
            }
            at = until;
        }
        return Arrays.equals(body, at, end, bytes, at + shift, end + shift);
    }

    public void count() {
        answers.increment();
    }

    String name() {
        return name;
    }

    /** How many answers said this, the kept one included. */
    long answers() {
        return answers.sum();
    }
}
