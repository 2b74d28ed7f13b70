package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.busbench.mediation.buffer.SliceQueue;

/**
 * Sends queues straight from the buffers in which the bytes arrived. A few small slices, as a head and its body, are put together first: to
 * copy some KB costs less than to describe the pieces to the kernel. One for each loop.
 */
final class Outgoing {
    private static final int MOST_COPIED_BYTES = 16 << 10;
    private static final int MOST_GATHERED = 64;

    private final ByteBuffer together = ByteBuffer.allocateDirect(MOST_COPIED_BYTES);

    /**
     * Sends what the socket takes and releases it.
     *
     * @return how many bytes it took
     */
    long send(SliceQueue queue, SocketChannel channel) throws IOException {
        long sent = 0;
        while (!queue.isEmpty()) {
            long offered = offered(queue);
            long taken = write(queue, channel);
            queue.drop(taken);
            sent += taken;
            if (taken < offered) {
                break;
            }
        }
        return sent;
    }

    private static long offered(SliceQueue queue) {
        if (queue.size() <= MOST_GATHERED) {
            return queue.bytes();
        }
        long bytes = 0;
        for (int i = 0; i < MOST_GATHERED; i++) {
            bytes += queue.get(i).length();
        }
        return bytes;
    }

    private long write(SliceQueue queue, SocketChannel channel) throws IOException {
        if (queue.size() == 1) {
            return channel.write(queue.get(0).view());
        }
        if (queue.bytes() <= MOST_COPIED_BYTES && queue.size() <= MOST_GATHERED) {
            together.clear();
            queue.copyTo(together);
            return channel.write(together.flip());
        }
        ByteBuffer[] views = new ByteBuffer[Math.min(queue.size(), MOST_GATHERED)];
        for (int i = 0; i < views.length; i++) {
            views[i] = queue.get(i).ownView();
        }
        return channel.write(views);
    }
}
