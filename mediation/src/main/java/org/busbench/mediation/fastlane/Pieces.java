package org.busbench.mediation.fastlane;

import java.util.Arrays;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.xslt.MessageTransformer;

/** A message that comes in pieces, in one array in the end. */
final class Pieces implements MessageTransformer.Sink {

    private byte[] bytes;
    private int length;

    Pieces(int expected) {
        this.bytes = new byte[expected + expected / 8 + 64];
    }

    /** The bytes of a queue, which is empty afterwards. */
    static byte[] drain(SliceQueue body) {
        byte[] message = new byte[Math.toIntExact(body.bytes())];
        body.copyTo(message, 0);
        body.clear();
        return message;
    }

    @Override
    public void accept(byte[] some, int from, int to) {
        int count = to - from;
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
        System.arraycopy(some, from, bytes, length, count);
        length += count;
    }

    byte[] bytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
