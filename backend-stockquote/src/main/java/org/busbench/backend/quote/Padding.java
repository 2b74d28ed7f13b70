package org.busbench.backend.quote;

import java.util.Arrays;

/**
 * Fills an answer up to a wanted size with a note. An answer that is longer already, or so close that a note's tags
 * do not fit, stays as it is: nothing is ever cut.
 */
final class Padding {
    private static final byte[] OPEN = Soap.utf8("<note>");
    private static final byte[] CLOSE = Soap.utf8("</note>");
    private static final byte[] FILLER = filler();

    private final int wantedBytes;
    private final int bytesAfterNote;

    Padding(int wantedBytes, int bytesAfterNote) {
        this.wantedBytes = wantedBytes;
        this.bytesAfterNote = bytesAfterNote;
    }

    void fill(Reply reply) {
        int missing = wantedBytes - reply.length() - bytesAfterNote - OPEN.length - CLOSE.length;
        if (missing <= 0) {
            return;
        }
        reply.append(OPEN);
        while (missing > 0) {
            int count = Math.min(missing, FILLER.length);
            reply.append(FILLER, 0, count);
            missing -= count;
        }
        reply.append(CLOSE);
    }

    private static byte[] filler() {
        byte[] dots = new byte[1024];
        Arrays.fill(dots, (byte) '.');
        return dots;
    }
}
