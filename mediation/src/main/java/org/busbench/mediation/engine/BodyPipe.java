package org.busbench.mediation.engine;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.apache.synapse.transport.passthru.Pipe;
import org.apache.synapse.transport.passthru.util.ControlledByteBuffer;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.ContentCodings;

/**
 * The body of one message between the thread that fills it and the thread that empties it. It is bounded. Its class is Synapse's {@code Pipe} because
 * Synapse asks for one when it builds a message; nothing of Synapse's pipe is used. Each message has a pipe and memory of its own.
 *
 * <p>The filling side goes through these states: {@code OPEN -> WHOLE} ({@link #end}) or {@code OPEN -> FAILED} ({@link #fail}). The emptying side may
 * {@link #discard} the pipe in any state.
 *
 * <p>For any thread; one fills and one empties. A loop never waits ({@link #offer}, {@link #poll}). A worker waits ({@link #put}, {@link
 * #getInputStream}), but not for ever: the loops' deadlines end a body whose peer has stopped.
 */
final class BodyPipe extends Pipe {

    /** Back-pressure begins at this size, in bytes. A body that is no longer is handed over as a whole. */
    static final int MAX_BYTES = 256 * 1024;

    private enum Filling {
        OPEN,
        WHOLE,
        FAILED
    }

    private final ArrayDeque<byte[]> parts = new ArrayDeque<>();
    private final InputStream stream = new Reader();
    private final long announced;
    private final ContentCodings codings;
    private Filling filling = Filling.OPEN;
    private long bytes;
    private boolean full;
    private boolean polled;
    private boolean discarded;
    private boolean readByStream;
    private boolean copied;
    private final long mostRead;
    private final MessageBytes.Share share;
    private String failure;
    private Runnable onRoom = BodyPipe::nothing;
    private Runnable onChange = BodyPipe::nothing;

    private Runnable onRead = BodyPipe::nothing;
    private InputStream content;

    BodyPipe() {
        this(-1, ContentCodings.NONE, Long.MAX_VALUE, MessageBytes.UNBOUNDED);
    }

    /** For a body of {@code announced} bytes, or -1 when its length is unknown, with these codings. Synapse may read {@code mostRead} bytes of it, coded and
     * decoded, as long as {@code share} has room; what is forwarded unread may be longer. */
    BodyPipe(long announced, ContentCodings codings, long mostRead, MessageBytes.Share share) {
        super(new ControlledByteBuffer(ByteBuffer.allocate(0)), "body", null);
        this.announced = announced;
        this.codings = codings;
        this.mostRead = mostRead;
        this.share = share;
    }

    static BodyPipe of(byte[] content) {
        BodyPipe whole = new BodyPipe();
        whole.offer(content);
        whole.end();
        return whole;
    }

    /** Returns what stands for the body of an answer to HEAD: a mediator that reads it finds {@code instead}, which has no coding. */
    static BodyPipe ofHead(byte[] instead, ContentCodings codings) {
        BodyPipe none = new BodyPipe(-1, codings, Long.MAX_VALUE, MessageBytes.UNBOUNDED);
        none.content = none.stream;
        none.offer(instead);
        none.end();
        return none;
    }

    /** Sets the action that runs on the worker's thread before Synapse reads the content. */
    void onRead(Runnable action) {
        onRead = action;
    }

    /** Sets the action that runs on the emptying thread when there is room again after {@link #offer} returned false. */
    synchronized void onRoom(Runnable action) {
        onRoom = action;
    }

    /** Sets the action that runs on the filling thread after each change. */
    synchronized void onChange(Runnable action) {
        onChange = action;
    }

    /** Adds a part without waiting, and takes the array over. Returns whether there is room for more. */
    boolean offer(byte[] part) {
        Runnable notify;
        boolean room;
        synchronized (this) {
            if (!discarded && part.length > 0) {
                parts.add(part);
                bytes += part.length;
            }
            full |= bytes >= MAX_BYTES;
            room = !full;
            notifyAll();
            notify = onChange;
        }
        notify.run();
        return room;
    }

    /** Adds a copy of the bytes from {@code from} to {@code to}, without waiting. Returns whether there is room for more. */
    boolean offer(Slice slice, int from, int to) {
        byte[] part = new byte[to - from];
        slice.copyTo(from, part, 0, part.length);
        return offer(part);
    }

    /**
     * Adds a part, and waits until there is room.
     *
     * @throws IOException when the pipe was discarded
     */
    void put(byte[] part) throws IOException {
        offer(part);
        synchronized (this) {
            try {
                while (bytes >= MAX_BYTES && !discarded) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a message was sent", e);
            }
            if (discarded) {
                throw new IOException("the receiver takes no more of the message");
            }
        }
    }

    void end() {
        finish(Filling.WHOLE, null);
    }

    /** The rest of the body will not come. Does nothing when the body is whole. */
    void fail(String why) {
        finish(Filling.FAILED, why);
    }

    private void finish(Filling how, String why) {
        Runnable notify;
        synchronized (this) {
            if (filling != Filling.OPEN) {
                return;
            }
            filling = how;
            failure = why;
            notifyAll();
            notify = onChange;
        }
        notify.run();
    }

    /** Drops what is in the pipe and what is still to come. */
    void discard() {
        Runnable notify;
        synchronized (this) {
            discarded = true;
            parts.clear();
            bytes = 0;
            notify = afterRemoval();
            notifyAll();
        }
        notify.run();
    }

    /** Removes a part without waiting. Returns null when there is none now. */
    byte[] poll() {
        byte[] part;
        Runnable notify;
        synchronized (this) {
            part = parts.poll();
            polled |= part != null;
            bytes -= part == null ? 0 : part.length;
            notify = afterRemoval();
        }
        notify.run();
        return part;
    }

    /** Removes a part, and waits for one. Returns null at the end of the body. */
    private byte[] take() throws IOException {
        synchronized (this) {
            readByStream = true;
            try {
                while (parts.isEmpty() && filling == Filling.OPEN) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while a message was read", e);
            }
            if (parts.isEmpty() && filling == Filling.FAILED) {
                throw new IOException(failure);
            }
        }
        return poll();
    }

    /** {@return whether every byte of a whole body was removed} */
    synchronized boolean isDrained() {
        return filling == Filling.WHOLE && parts.isEmpty();
    }

    /** {@return whether the body is whole and has no byte} */
    synchronized boolean isEmpty() {
        return isDrained() && !polled;
    }

    /** {@return why the rest will not come, after the last part was removed; null otherwise} */
    synchronized String failure() {
        return parts.isEmpty() ? failure : null;
    }

    /** {@return the length of a body that was not yet polled, in bytes; -1 when it is unknown} */
    synchronized long length() {
        return filling == Filling.WHOLE ? bytes : announced;
    }

    /** {@return a pipe of the same bytes, so that this body can be sent once more; this pipe when it is not whole or was polled} */
    synchronized BodyPipe copy() {
        copied = true;
        if (filling != Filling.WHOLE || polled) {
            return this;
        }
        BodyPipe same = new BodyPipe(announced, codings, mostRead, share);
        parts.forEach(same::offer);
        same.end();
        return same;
    }

    /** {@return whether Synapse has read from the stream, so that the body cannot be forwarded unchanged} */
    synchronized boolean isRead() {
        return readByStream;
    }

    /** {@return whether a mediator has read it, or it was sent on} */
    synchronized boolean isUsed() {
        return readByStream || copied;
    }

    ContentCodings codings() {
        return codings;
    }

    /**
     * {@return the content without its codings}
     *
     * Synapse asks a second time to drop the rest of a body of which it could build no message. It would drop the fault as well if there were no rest.
     */
    @Override
    public synchronized InputStream getInputStream() {
        onRead.run();
        if (content != null) {
            return new Rest(content);
        }
        content = new Content(codings.decode(stream, mostRead));
        return content;
    }

    /** Waits for the whole body, and returns its bytes as they came. */
    byte[] readAsItCame() throws IOException {
        return stream.readAllBytes();
    }

    /** Always false: when it is true, a fault handler of Synapse puts a pipe of its own in place of this one. */
    @Override
    public boolean isSerializationComplete() {
        return false;
    }

    private static void nothing() {
        // The default action.
    }

    /** Half of the room must be free again before the filling side continues. */
    private Runnable afterRemoval() {
        if (!full || bytes > MAX_BYTES / 2) {
            if (bytes < MAX_BYTES) {
                notifyAll();
            }
            return BodyPipe::nothing;
        }
        full = false;
        notifyAll();
        return onRoom;
    }

    /**
     * What becomes a tree, which takes room from other messages until this one is over. Nothing of a coded body is read before its end: its check stands
     * behind the last byte that Synapse reads (RFC 1952 section 2.3.1).
     */
    private final class Content extends FilterInputStream {
        private boolean begun = codings.isNone();
        private boolean counted;

        Content(InputStream of) {
            super(of);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (!begun) {
                begun = true;
                in = new ByteArrayInputStream(readAllBytes());
                counted = true;
            }
            int count = in.read(target, offset, length);
            if (count > 0 && !counted && !share.take(count)) {
                throw new IOException(
                        "the messages that are read at once are too long together: send it again later, or raise --limit reading");
            }
            return count;
        }
    }

    /** A body to its end, or to where it cannot be read any further. */
    private final class Rest extends FilterInputStream {

        Rest(InputStream of) {
            super(of);
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            try {
                return in.read(target, offset, length);
            } catch (IOException e) {
                discard();
                return -1;
            }
        }
    }

    /** The stream that Synapse reads. It waits for bytes; a failed body is an error and never an end. For one worker at a time. */
    private final class Reader extends InputStream {

        private byte[] part = {};
        private int at;
        private boolean ended;
        private long readBytes;

        @Override
        public int read() throws IOException {
            return fill() ? part[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, part.length - at);
            System.arraycopy(part, at, target, offset, count);
            at += count;
            return count;
        }

        @Override
        public int available() {
            return part.length - at;
        }

        private boolean fill() throws IOException {
            while (at == part.length && !ended) {
                byte[] next = take();
                ended = next == null;
                readBytes += ended ? 0 : next.length;
                if (readBytes > mostRead) {
                    throw new IOException("the message is longer than the " + mostRead + " bytes that are read of one");
                }
                part = ended ? new byte[0] : next;
                at = 0;
            }
            return at < part.length;
        }
    }
}
