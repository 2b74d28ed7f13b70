package org.busbench.harness.torture;

import java.io.ByteArrayOutputStream;

/**
 * The first bytes of what goes over a connection. A mediator that expands an entity makes 50 MB of 50 KB, and several are
 * tortured at a time: no case needs more than 8 MiB to be judged.
 */
final class BoundedBytes extends ByteArrayOutputStream {
    static final int MOST = 8 << 20;

    @Override
    public synchronized void write(int next) {
        if (count < MOST) {
            super.write(next);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        super.write(bytes, from, Math.min(length, MOST - count));
    }

    @Override
    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }
}
