package org.busbench.mediation.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.util.ControlledByteBuffer;

/**
 * The body of one message on its way from whoever fills it to whoever empties it, with a bound on what lies between. It is a pipe by its class, since
 * Synapse asks for one when it builds a message from its bytes; nothing of Synapse's own pipe is used. Each message has its own memory, so that no two
 * messages can share any.
 *
 * <p>For any thread. One fills it, one empties it: a loop does so without waiting ({@link #offer}, {@link #poll}), a worker waits ({@link #put}, {@link
 * #getInputStream}), but never for ever: a loop ends what a peer does not go on with.
 */
final class Conduit extends Pipe {

    /** Most bytes that lie in it; a body that is no longer can be handed over as a whole. */
    static final int MOST_BYTES = 256 * 1024;

    private final ArrayDeque<byte[]> parts = new ArrayDeque<>();
    private final InputStream stream = new ConduitStream(this);
    private final long announced;
    private long bytes;
    private boolean ended;
    private boolean full;
    private boolean read;
    private boolean begun;
    private boolean unwanted;
    private String problem;
    private Runnable whenRoom = Conduit::nothing;
    private Runnable whenChanged = Conduit::nothing;

    Conduit() {
        this(-1);
    }

    /** For a body whose length was {@code announced}, in bytes, or -1. */
    Conduit(long announced) {
        super(new ControlledByteBuffer(ByteBuffer.allocate(0)), "conduit", null);
        this.announced = announced;
    }

    /** {@return a body that is whole already} */
    static Conduit of(byte[] content) {
        Conduit whole = new Conduit();
        whole.offer(content);
        whole.end();
        return whole;
    }

    /** Says whom to call, on the emptying thread, when there is room again after {@link #offer} was told that there is none. */
    synchronized void whenRoom(Runnable action) {
        whenRoom = action;
    }

    /** Says whom to call, on the filling thread, whenever there is something new. */
    synchronized void whenChanged(Runnable action) {
        whenChanged = action;
    }

    /** Fills without waiting; the array is taken over. Returns whether there is room for more. */
    boolean offer(byte[] part) {
        Runnable told;
        boolean room;
        synchronized (this) {
            if (!unwanted && part.length > 0) {
                parts.add(part);
                bytes += part.length;
            }
            full |= bytes >= MOST_BYTES;
            room = !full;
            notifyAll();
            told = whenChanged;
        }
        told.run();
        return room;
    }

    /**
     * Fills, and waits as long as there is no room.
     *
     * @throws IOException when nobody empties it any more
     */
    void put(byte[] part) throws IOException {
        offer(part);
        synchronized (this) {
            try {
                while (bytes >= MOST_BYTES && !unwanted) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a message was sent", e);
            }
            if (unwanted) {
                throw new IOException("nobody takes the rest of the message");
            }
        }
    }

    /** The body is whole. */
    void end() {
        Runnable told;
        synchronized (this) {
            ended = true;
            notifyAll();
            told = whenChanged;
        }
        told.run();
    }

    /** The rest of the body will not come. */
    void fail(String why) {
        Runnable told;
        synchronized (this) {
            if (ended || problem != null) {
                return;
            }
            problem = why;
            notifyAll();
            told = whenChanged;
        }
        told.run();
    }

    /** Nobody wants what is in it, or what is still to come. */
    void discard() {
        Runnable told;
        synchronized (this) {
            unwanted = true;
            parts.clear();
            bytes = 0;
            told = roomMade();
            notifyAll();
        }
        told.run();
    }

    /** Empties without waiting; null when there is nothing now. */
    byte[] poll() {
        byte[] part;
        Runnable told;
        synchronized (this) {
            part = parts.poll();
            begun |= part != null;
            bytes -= part == null ? 0 : part.length;
            told = roomMade();
        }
        told.run();
        return part;
    }

    /** Empties, and waits as long as there is nothing; null at the end. */
    byte[] take() throws IOException {
        synchronized (this) {
            read = true;
            try {
                while (parts.isEmpty() && !ended && problem == null) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a message was read", e);
            }
            if (parts.isEmpty() && problem != null) {
                throw new IOException(problem);
            }
        }
        return poll();
    }

    /** {@return whether everything was taken out and nothing follows} */
    synchronized boolean isDrained() {
        return ended && parts.isEmpty();
    }

    /** {@return why the rest will not come, once everything before was taken out; null otherwise} */
    synchronized String problem() {
        return parts.isEmpty() ? problem : null;
    }

    /** {@return the length of the whole body, or -1 when it is not known; of a body that nobody has begun to empty} */
    synchronized long length() {
        return ended ? bytes : announced;
    }

    /** {@return a body of the same bytes, so that this one can be sent once more; itself when it is not whole or was begun} */
    synchronized Conduit again() {
        if (!ended || begun) {
            return this;
        }
        Conduit same = new Conduit(announced);
        parts.forEach(same::offer);
        same.end();
        return same;
    }

    /** {@return whether somebody has read of it, so that it cannot be passed on as it came} */
    synchronized boolean isRead() {
        return read;
    }

    @Override
    public InputStream getInputStream() {
        return stream;
    }

    /** A fault handler of Synapse's asks, and would make a new pipe of its own if it were. */
    @Override
    public boolean isSerializationComplete() {
        return false;
    }

    private static void nothing() {
        // Nobody wants to be told.
    }

    private Runnable roomMade() {
        if (!full || bytes > MOST_BYTES / 2) {
            if (bytes < MOST_BYTES) {
                notifyAll();
            }
            return Conduit::nothing;
        }
        full = false;
        notifyAll();
        return whenRoom;
    }
}
