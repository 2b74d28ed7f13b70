package org.busbench.mediation.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes at a time. */
final class Bytes {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final long ONES = 0x0101010101010101L;

    private Bytes() {}

    static long word(byte[] in, int at) {
        return (long) WORD.get(in, at);
    }

    static int hash(byte[] in, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = (hash ^ word(in, at)) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        for (; at < to; at++) {
            hash = (hash ^ in[at]) * 0x9E3779B97F4A7C15L;
        }
        return (int) (hash ^ hash >>> 32);
    }

    /** The first byte from {@code at} on that is neither plain text nor white space that stands for itself, or {@code limit}. */
    static int content(byte[] in, int at, int limit) {
        int next = Plain.TEXT.end(in, at, limit);
        while (next < limit && (in[next] == '\n' || in[next] == '\t')) {
            next = Plain.TEXT.end(in, next + 1, limit);
        }
        return next;
    }
}
