package org.busbench.mediation.http.head;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of heads: where lines end, which characters may stand where (RFC 9110 section 5.6.2), names without regard to case. */
public final class Octets {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long DELETES = 0x7f7f7f7f7f7f7f7fL;
    private static final boolean[] TOKEN = new boolean[256];

    static {
        for (char c : "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private Octets() {}

    /** {@return the bytes of a text of Latin-1} */
    public static byte[] of(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Returns the index of the first byte below 0x20 or equal to 0x7f, or {@code to} when there is none. Looks at eight bytes at a time. */
    static int nextControl(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + 8 <= to; at += 8) {
            long eight = (long) EIGHT.get(bytes, at);
            long below = (eight - ONES * 0x20) & ~eight;
            long deletes = eight ^ DELETES;
            long found = (below | ((deletes - ONES) & ~deletes)) & HIGHS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && !isControl(bytes[at])) {
            at++;
        }
        return at;
    }

    /** {@return whether it is a control character} */
    public static boolean isControl(byte b) {
        return (b >= 0 && b < 0x20) || b == 0x7f;
    }

    /** {@return whether it may stand in a field's name} */
    public static boolean isToken(byte b) {
        return TOKEN[b & 0xff];
    }

    /** {@return whether it is a space or a tab} */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Compares the bytes from an index on; there must be enough. */
    static boolean startsWith(byte[] bytes, int from, byte[] wanted) {
        return Arrays.equals(bytes, from, from + wanted.length, wanted, 0, wanted.length);
    }

    /** Compares with a lower-case ASCII text, without regard to case. */
    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (lower(bytes[i]) != lower.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, byte[] others, int othersFrom, int othersTo) {
        if (to - from != othersTo - othersFrom) {
            return false;
        }
        for (int i = 0; i < to - from; i++) {
            if (lower(bytes[from + i]) != lower(others[othersFrom + i])) {
                return false;
            }
        }
        return true;
    }

    static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 0x20 : b;
    }

    /** {@return the value of a hexadecimal digit, or -1} */
    public static int hex(byte b) {
        return Character.digit((char) (b & 0xff), 16);
    }
}
