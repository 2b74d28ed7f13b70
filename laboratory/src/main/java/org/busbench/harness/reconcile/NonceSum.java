package org.busbench.harness.reconcile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.List;

/** The sum by which both ends know that they saw the same nonces, in whatever order: as the backend's {@code Nonces}. */
public final class NonceSum {
    private static final String SAME = "${nonce}";

    private NonceSum() {}

    /**
     * Over the nonces of the messages that one request makes at the backend.
     *
     * @param nonce of the request, 16 hexadecimal digits as a number
     * @param messages their nonces, each with <code>${nonce}</code> for that of the request
     * @return modulo 2^64
     */
    public static long of(long nonce, List<String> messages) {
        long sum = 0;
        for (String message : messages) {
            sum += mix(
                    message.equals(SAME)
                            ? nonce
                            : hash(message.replace(SAME, HexFormat.of().toHexDigits(nonce))));
        }
        return sum;
    }

    /** FNV-1a (Fowler, Noll, Vo) of 64 bits: what a nonce counts as that is not of 16 digits. */
    private static long hash(String nonce) {
        long hash = 0xcbf29ce484222325L;
        for (byte part : nonce.getBytes(UTF_8)) {
            hash = (hash ^ (part & 0xff)) * 0x100000001b3L;
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
