package org.busbench.mediation.xslt.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of a result, up to a bound. Eight bytes of the message at a time are looked through for what must be escaped, and copied.
 *
 * <p>Confined to one thread, and is used again for the next message.
 */
public final class ResultBuffer {

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final byte[][] OF_TEXT = escapes(false);
    private static final byte[][] OF_ATTRIBUTES = escapes(true);
    private static final int FIRST_BYTES = 8 * 1024;
    private static final int IDLE_BYTES = 256 * 1024;
    /** A word may be written where the result has fewer bytes left. */
    private static final int SLACK = Long.BYTES;

    private final int mostBytes;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** @param mostBytes what it may grow to */
    public ResultBuffer(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    private static byte[][] escapes(boolean inAttribute) {
        byte[][] all = new byte[128][];
        all['&'] = ascii("&amp;");
        all['<'] = ascii("&lt;");
        all['>'] = ascii("&gt;");
        all['\r'] = ascii("&#13;");
        if (inAttribute) {
            all['"'] = ascii("&#34;");
            all['\n'] = ascii("&#10;");
            all['\t'] = ascii("&#9;");
        }
        return all;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Forgets all of them. */
    public void clear() {
        length = 0;
        if (bytes.length > IDLE_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    /** Forgets what came after the first bytes. */
    void cut(int toLength) {
        length = toLength;
    }

    /** They are the first ones of the array. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many there are. */
    public int length() {
        return length;
    }

    /** Makes room for so many bytes and a word. */
    private void room(int more) throws TreeNeededException {
        if (bytes.length - SLACK - length >= more) {
            return;
        }
        if (length + (long) more > mostBytes) {
            throw new TreeNeededException("a result of more than " + mostBytes + " bytes");
        }
        bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.min(mostBytes, 2 * bytes.length)) + SLACK);
    }

    void put(byte[] some) throws TreeNeededException {
        put(some, 0, some.length);
    }

    void put(byte[] some, int from, int to) throws TreeNeededException {
        room(to - from);
        copy(some, from, to);
    }

    /** Some bytes, then a text in which nothing has to be escaped. */
    void put(byte[] before, byte[] utf8, int from, int to) throws TreeNeededException {
        room(before.length + to - from);
        copy(before, 0, before.length);
        copy(utf8, from, to);
    }

    /** An element around a text in which nothing has to be escaped. */
    void element(byte[] startTag, byte[] utf8, int from, int to, byte[] endTag) throws TreeNeededException {
        room(startTag.length + to - from + endTag.length);
        copy(startTag, 0, startTag.length);
        copy(utf8, from, to);
        copy(endTag, 0, endTag.length);
    }

    /** Where there is room for that and a word. */
    private void copy(byte[] some, int from, int to) {
        int count = to - from;
        if (count > 2 * SLACK || some.length - from < SLACK) {
            System.arraycopy(some, from, bytes, length, count);
        } else {
            // Names mostly: two words, which overlap, cost less than a call.
            WORD.set(bytes, length, (long) WORD.get(some, from));
            if (count > SLACK) {
                WORD.set(bytes, length + count - SLACK, (long) WORD.get(some, to - SLACK));
            }
        }
        length += count;
    }

    void put(int b) throws TreeNeededException {
        if (length + SLACK >= bytes.length) {
            room(1);
        }
        bytes[length++] = (byte) b;
    }

    /** Adds text of characters that XML allows. */
    public void put(byte[] utf8, int from, int to, Escape how) throws TreeNeededException {
        switch (how) {
            case NONE -> put(utf8, from, to);
            case TEXT -> text(utf8, from, to);
            case ATTRIBUTE -> attribute(utf8, from, to);
        }
    }

    /** Adds text of characters that XML allows. */
    public void put(String text, Escape how) throws TreeNeededException {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7E) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                put(utf8, 0, utf8.length, how);
                return;
            }
        }
        byte[][] escapes = how == Escape.TEXT ? OF_TEXT : OF_ATTRIBUTES;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            byte[] escape = how == Escape.NONE ? null : escapes[c];
            if (escape == null) {
                put(c);
            } else {
                put(escape);
            }
        }
    }

    private void attribute(byte[] utf8, int from, int to) throws TreeNeededException {
        int plain = from;
        for (int i = from; i < to; i++) {
            byte[] escape = utf8[i] < 0 ? null : OF_ATTRIBUTES[utf8[i]];
            if (escape != null) {
                put(utf8, plain, i);
                put(escape);
                plain = i + 1;
            }
        }
        put(utf8, plain, to);
    }

    private void text(byte[] utf8, int from, int to) throws TreeNeededException {
        int at = from;
        room(to - from);
        while (at < to) {
            if (utf8.length - at < 8) {
                at = shortText(utf8, at, to);
                continue;
            }
            long word = (long) WORD.get(utf8, at);
            WORD.set(bytes, length, word);
            long special = special(word);
            int plain = special == 0 ? 8 : Long.numberOfTrailingZeros(special) >>> 3;
            if (plain >= to - at) {
                length += to - at;
                return;
            }
            length += plain;
            at += plain;
            if (special != 0) {
                put(OF_TEXT[utf8[at]]);
                at++;
                room(to - at);
            }
        }
    }

    /** Writes one byte of a text that is near the end of its array; returns the index of the next one. */
    private int shortText(byte[] utf8, int at, int to) throws TreeNeededException {
        byte[] escape = utf8[at] < 0 ? null : OF_TEXT[utf8[at]];
        if (escape == null) {
            bytes[length++] = utf8[at];
        } else {
            put(escape);
            room(to - at);
        }
        return at + 1;
    }

    /** The high bit of the first byte that must be escaped, and perhaps of later ones. */
    private static long special(long word) {
        long found = (((word & ~(2 * ONES)) ^ '<' * ONES) - ONES)
                | ((word ^ '&' * ONES) - ONES)
                | ((word ^ '\r' * ONES) - ONES);
        return found & ~word & HIGHS;
    }

    /** Whether what was written since {@code middle} is what was written before. */
    boolean isTwice(int middle) {
        return Arrays.equals(bytes, 0, middle, bytes, middle, length);
    }

    /** Without white space at the ends, and one space for each other run of it. */
    void normalizeSpace() {
        int kept = 0;
        boolean space = false;
        for (int i = 0; i < length; i++) {
            byte b = bytes[i];
            if (b == ' ' || b == '\t' || b == '\n' || b == '\r') {
                space = kept > 0;
                continue;
            }
            if (space) {
                bytes[kept++] = ' ';
                space = false;
            }
            bytes[kept++] = b;
        }
        length = kept;
    }

    /** How characters are written. */
    public enum Escape {
        /** Escaped as the content of elements. */
        TEXT,
        /** Escaped for an attribute in quotes. */
        ATTRIBUTE,
        /** Not escaped, to be compared. */
        NONE
    }
}
