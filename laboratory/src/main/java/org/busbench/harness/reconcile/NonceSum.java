package org.busbench.harness.reconcile;

import java.util.stream.LongStream;

/** The sum by which both ends know that they saw the same nonces, in whatever order: as the backend's {@code Nonces}. */
public final class NonceSum {

    private NonceSum() {}

    /**
     * Over some nonces.
     *
     * @param nonces of 16 hexadecimal digits, as numbers
     * @return modulo 2^64
     */
    public static long of(LongStream nonces) {
        return nonces.map(NonceSum::mix).sum();
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
