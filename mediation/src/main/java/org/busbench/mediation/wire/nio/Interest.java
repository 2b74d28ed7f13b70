package org.busbench.mediation.wire.nio;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** What a connection wants to be told by the selector. The kernel hears of it only when that changes. */
final class Interest {
    private SelectionKey key;
    private int current;
    private boolean connecting;
    private boolean suspended;
    private boolean starving;
    private boolean inputOver;
    private boolean blocked;

    void register(SocketChannel channel, Selector selector, NioLoop.Ready ready) throws IOException {
        if (channel == null) {
            throw new IOException("the system has no descriptor left");
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        current = wanted();
        key = channel.register(selector, current, ready);
    }

    /** Returns what the selector found. */
    int ready() {
        return key.readyOps();
    }

    boolean isReading() {
        return !suspended && !starving && !inputOver;
    }

    boolean isConnecting() {
        return connecting;
    }

    boolean isInputOver() {
        return inputOver;
    }

    void connecting(boolean now) {
        connecting = now;
        update();
    }

    /** Whether the receiver asked for no bytes. */
    void suspended(boolean now) {
        suspended = now;
        update();
    }

    /** Whether there is no memory to read into. */
    void starving(boolean now) {
        starving = now;
        update();
    }

    /** No bytes come any more, or nobody wants them. */
    void inputOver() {
        inputOver = true;
        update();
    }

    /** Whether the socket took less than it was offered. */
    void blocked(boolean now) {
        blocked = now;
        update();
    }

    private int wanted() {
        if (connecting) {
            return SelectionKey.OP_CONNECT;
        }
        int read = isReading() ? SelectionKey.OP_READ : 0;
        return blocked ? read | SelectionKey.OP_WRITE : read;
    }

    private void update() {
        int wanted = wanted();
        if (key != null && wanted != current && key.isValid()) {
            current = wanted;
            key.interestOps(wanted);
        }
    }
}
