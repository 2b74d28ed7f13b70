package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Takes a message as it is serialised. One that is short enough is sent when it is whole, with its length; of a longer one the sending begins before it is
 * finished, and the worker waits for the peer from time to time.
 *
 * <p>For one worker.
 */
final class Outflow extends OutputStream {

    private static final int FIRST_BYTES = 8 * 1024;
    private static final int PART_BYTES = 64 * 1024;

    private final int mostWhole;
    private final Start start;
    private final Conduit conduit = new Conduit();
    private byte[] buffer = new byte[FIRST_BYTES];
    private int length;
    private boolean started;
    private boolean closed;

    /** Begins to send. */
    @FunctionalInterface
    interface Start {

        /**
         * The first part is there.
         *
         * @param body what to send; whole when it is short
         * @throws IOException when it cannot be sent
         */
        void start(Conduit body) throws IOException;
    }

    /** Begins to send what is longer than {@code mostWhole}, in bytes, before it is whole. */
    Outflow(int mostWhole, Start start) {
        this.mostWhole = mostWhole;
        this.start = start;
    }

    @Override
    public void write(int b) throws IOException {
        room(1);
        buffer[length] = (byte) b;
        length++;
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
        int at = offset;
        int left = count;
        while (left > 0) {
            int some = Math.min(left, PART_BYTES);
            room(some);
            System.arraycopy(source, at, buffer, length, some);
            length += some;
            at += some;
            left -= some;
        }
    }

    /** The message is whole. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        conduit.offer(Arrays.copyOf(buffer, length));
        conduit.end();
        if (!started) {
            started = true;
            start.start(conduit);
        }
    }

    /** The message cannot be finished; returns whether its sending had begun. */
    boolean cut() {
        closed = true;
        conduit.fail("the message could not be written to its end");
        return started;
    }

    private void room(int more) throws IOException {
        if (closed) {
            throw new IOException("the message was closed");
        }
        int most = started ? PART_BYTES : mostWhole;
        if (length > most - more) {
            flushPart();
        }
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }

    private void flushPart() throws IOException {
        byte[] part = Arrays.copyOf(buffer, length);
        length = 0;
        if (!started) {
            started = true;
            buffer = new byte[PART_BYTES];
            conduit.offer(part);
            start.start(conduit);
        } else {
            conduit.put(part);
        }
    }
}
