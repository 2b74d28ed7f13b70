package org.busbench.mediation.xpath;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** UTF-8 that is collected piece by piece; kept and used again for the next message. */
final class Text {
    private static final int MOST_KEPT = 64 * 1024;

    private byte[] bytes = new byte[64];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[64];
        }
    }

    void cut(int to) {
        length = to;
    }

    void add(byte[] in, int from, int to) {
        int count = to - from;
        room(count);
        System.arraycopy(in, from, bytes, length, count);
        length += count;
    }

    void add(String text) {
        byte[] added = text.getBytes(StandardCharsets.UTF_8);
        add(added, 0, added.length);
    }

    void add(int codePoint) {
        if (codePoint < 0x80) {
            room(1);
            bytes[length++] = (byte) codePoint;
        } else {
            add(Character.toString(codePoint));
        }
    }

    private void room(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    /** Whether {@link String#trim} would leave nothing of what was added since. */
    boolean isBlank(int from) {
        for (int i = from; i < length; i++) {
            if (bytes[i] < 0 || bytes[i] > ' ') {
                return false;
            }
        }
        return true;
    }

    String string(int from) {
        return new String(bytes, from, length - from, StandardCharsets.UTF_8);
    }
}
