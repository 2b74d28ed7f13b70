package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.busbench.mediation.buffer.SliceQueue;

/** What one connection still has to send, and whether that is too much. */
final class Backlog {
    private final SliceQueue unsent = new SliceQueue();
    private final int bound;
    private long sent;
    private boolean congested;

    Backlog(int congestedBytes) {
        this.bound = congestedBytes;
    }

    SliceQueue unsent() {
        return unsent;
    }

    long sentBytes() {
        return sent;
    }

    boolean isEmpty() {
        return unsent.isEmpty();
    }

    /** Returns how many bytes the socket has taken. */
    long send(Outgoing outgoing, SocketChannel channel) throws IOException {
        long taken = outgoing.send(unsent, channel);
        sent += taken;
        return taken;
    }

    boolean isCongested() {
        return congested;
    }

    /** Returns whether it has become too much, or has ceased to be, since this was asked last. */
    boolean hasTurned() {
        if (congested ? unsent.bytes() <= bound / 2 : unsent.bytes() > bound) {
            congested = !congested;
            return true;
        }
        return false;
    }
}
