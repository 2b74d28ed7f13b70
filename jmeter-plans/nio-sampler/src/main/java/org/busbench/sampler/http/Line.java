package org.busbench.sampler.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The next line of a head, without its line end: a view of the received bytes when they hold all of it, else a copy that
 * grows from slice to slice. A bare LF ends a line too (RFC 9112, 2.2).
 */
final class Line {
    private static final int LONGEST = 32 * 1024;
    private static final byte[] NOTHING = new byte[0];

    private byte[] held = NOTHING;
    private int heldLength;

    byte[] bytes = NOTHING;
    int from;
    int to;

    void reset() {
        heldLength = 0;
    }

    /**
     * Reads on.
     *
     * @return the first byte after the line; -1 when it goes on after these bytes
     */
    int read(byte[] source, int start, int end) throws MalformedAnswerException {
        for (int i = start; i < end; i++) {
            if (source[i] == '\n') {
                complete(source, start, i);
                return i + 1;
            }
        }
        hold(source, start, end);
        return -1;
    }

    private void complete(byte[] source, int start, int end) throws MalformedAnswerException {
        if (heldLength == 0) {
            bytes = source;
            from = start;
            to = end;
        } else {
            hold(source, start, end);
            bytes = held;
            from = 0;
            to = heldLength;
            heldLength = 0;
        }
        if (to > from && bytes[to - 1] == '\r') {
            to--;
        }
    }

    private void hold(byte[] source, int start, int end) throws MalformedAnswerException {
        int length = end - start;
        if (heldLength + length > LONGEST) {
            throw new MalformedAnswerException("a line of its head is longer than " + LONGEST + " bytes");
        }
        if (heldLength + length > held.length) {
            held = Arrays.copyOf(held, Math.max(128, Integer.highestOneBit(heldLength + length) * 2));
        }
        System.arraycopy(source, start, held, heldLength, length);
        heldLength += length;
    }

    boolean isEmpty() {
        return from == to;
    }

    int length() {
        return to - from;
    }

    byte at(int index) {
        return bytes[from + index];
    }

    /** Whether the line begins with these lower-case letters (or other characters) in any case. */
    boolean startsWith(byte[] lowerCase) {
        if (length() < lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if (lower(at(i)) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    static int lower(byte octet) {
        return octet >= 'A' && octet <= 'Z' ? octet + ('a' - 'A') : octet;
    }

    /** The text from an index to the end, without blanks around it. */
    String text(int index) {
        return new String(bytes, from + index, length() - index, StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public String toString() {
        String text = text(0);
        return text.length() <= 80 ? text : text.substring(0, 80) + "...";
    }
}
