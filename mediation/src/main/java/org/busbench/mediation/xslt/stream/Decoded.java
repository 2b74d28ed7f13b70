package org.busbench.mediation.xslt.stream;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of texts that do not stand in the message as they are: it spells characters of them otherwise, or they come in more than one piece.
 *
 * <p>Belongs to one thread, and is used again for the next message.
 */
final class Decoded {

    private static final int FIRST_BYTES = 1024;
    private static final int IDLE_BYTES = 256 * 1024;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int length;

    /** Lets go of room that few messages need. */
    void release() {
        length = 0;
        if (bytes.length > IDLE_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Takes off what came later. */
    void cut(int toLength) {
        length = toLength;
    }

    void add(byte[] some, int from, int to) {
        int longer = length + to - from;
        if (longer > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * longer);
        }
        System.arraycopy(some, from, bytes, length, to - from);
        length = longer;
    }

    void add(int codePoint) {
        byte[] character = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        add(character, 0, character.length);
    }
}
