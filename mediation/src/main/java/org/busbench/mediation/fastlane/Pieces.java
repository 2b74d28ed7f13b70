package org.busbench.mediation.fastlane;

import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.xslt.MessageTransformer;

/** A message that comes in pieces, in one array in the end. */
final class Pieces implements MessageTransformer.Sink {

    private byte[] bytes = new byte[0];
    private int length;

    /** The bytes of a queue, which is empty afterwards. */
    static byte[] drain(SliceQueue body) {
        byte[] message = new byte[Math.toIntExact(body.bytes())];
        body.copyTo(message, 0);
        body.clear();
        return message;
    }

    @Override
    public void expect(int all) {
        bytes = new byte[all];
    }

    @Override
    public void accept(byte[] some, int from, int to) {
        System.arraycopy(some, from, bytes, length, to - from);
        length += to - from;
    }

    /** What has come, which is all that was said to come. */
    byte[] bytes() {
        return bytes;
    }
}
