package org.busbench.mutants.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpException;
import org.apache.http.HttpMessage;
import org.apache.http.config.MessageConstraints;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.io.HttpTransportMetricsImpl;
import org.apache.http.impl.nio.codecs.ChunkDecoder;
import org.apache.http.impl.nio.codecs.IdentityDecoder;
import org.apache.http.impl.nio.codecs.LengthDelimitedDecoder;
import org.apache.http.impl.nio.reactor.SessionInputBufferImpl;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.NHttpMessageParser;
import org.apache.http.nio.reactor.SessionInputBuffer;
import org.apache.http.nio.util.HeapByteBufferAllocator;

/**
 * One end of a connection, with HttpCore's codecs: whole messages of one kind come, one after another, and bytes go. For one thread: the reactor's, or that of
 * an owner who calls {@link #read} and {@link #flush} himself.
 */
abstract class Connection<M extends HttpMessage> {
    private static final System.Logger LOG = System.getLogger(Connection.class.getName());

    static final MessageConstraints CONSTRAINTS = MessageConstraints.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .build();
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int LINE_BYTES = 512;
    private static final int MAX_BYTES = 64 << 20;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SessionInputBufferImpl input =
            new SessionInputBufferImpl(BUFFER_BYTES, LINE_BYTES, CONSTRAINTS, null, HeapByteBufferAllocator.INSTANCE);
    private final HttpTransportMetricsImpl metrics = new HttpTransportMetricsImpl();
    private final NHttpMessageParser<M> parser;
    private final ByteBuffer piece = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private SelectionKey key;
    private M head;
    private ContentDecoder decoder;
    private ByteBuffer unsent = NOTHING;

    Connection(SocketChannel channel, Function<SessionInputBuffer, NHttpMessageParser<M>> parser) {
        this.channel = channel;
        this.parser = parser.apply(input);
    }

    /** The selector looks after it from now on. */
    final void selected(SelectionKey by) {
        key = by;
    }

    /** For one that connects; one that is accepted is not told. */
    void connected() throws IOException {}

    abstract void read() throws IOException, HttpException;

    abstract void sent() throws IOException, HttpException;

    abstract void failed(Exception why);

    /** Comes every now and then. */
    void look(long now) {}

    /** The length of a message's body, or a constant of {@link ContentLengthStrategy}. */
    abstract long bodyLength(M of) throws HttpException;

    final void ready() {
        guarded(() -> {
            if (key.isConnectable() && channel.finishConnect()) {
                reads(true);
                connected();
            }
            if (key.isValid() && key.isWritable()) {
                flush();
            }
            if (key.isValid() && key.isReadable()) {
                read();
            }
        });
    }

    /** Does something whose failure is that of this connection alone. */
    final void guarded(Work work) {
        try {
            work.run();
        } catch (IOException | HttpException e) {
            failed(e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "connection ended by an error of the mediator", e);
            failed(e);
        }
    }

    interface Work {
        void run() throws IOException, HttpException;
    }

    final boolean isOpen() {
        return channel.isOpen();
    }

    /** Whether the selector tells of bytes to read. */
    final void reads(boolean on) {
        interest(SelectionKey.OP_READ, on);
    }

    private void interest(int operation, boolean on) {
        if (key != null && key.isValid()) {
            int before = key.interestOps() & ~SelectionKey.OP_CONNECT;
            int after = on ? before | operation : before & ~operation;
            if (after != key.interestOps()) {
                key.interestOps(after);
            }
        }
    }

    /**
     * Reads until a message is whole.
     *
     * @return its head; null when its end has not come
     * @throws ConnectionClosedException when the connection ends before
     */
    final M next() throws IOException, HttpException {
        while (head == null) {
            head = parser.parse();
            if (head != null) {
                decoder = decoder(bodyLength(head));
                continue;
            }
            int count = parser.fillBuffer(channel);
            if (count < 0) {
                throw new ConnectionClosedException("the peer ended the connection");
            }
            if (count == 0) {
                return null;
            }
        }
        while (decoder != null && !decoder.isCompleted()) {
            int count = decoder.read(piece.clear());
            body.write(piece.array(), 0, piece.position());
            if (body.size() > MAX_BYTES) {
                throw new IOException("a body of more than " + MAX_BYTES + " bytes");
            }
            if (count <= 0 && !decoder.isCompleted()) {
                return null;
            }
        }
        M whole = head;
        head = null;
        decoder = null;
        parser.reset();
        return whole;
    }

    private ContentDecoder decoder(long length) {
        if (length == ContentLengthStrategy.CHUNKED) {
            return new ChunkDecoder(channel, input, CONSTRAINTS, metrics);
        }
        if (length == ContentLengthStrategy.IDENTITY) {
            return new IdentityDecoder(channel, input, metrics);
        }
        return length == 0 ? null : new LengthDelimitedDecoder(channel, input, metrics, length);
    }

    /** Whether bytes of a further message have been read. */
    final boolean hasInput() {
        return input.hasData();
    }

    /** The head of a message whose body has not come whole; null when there is none. */
    final M begun() {
        return head;
    }

    /** The body of the last message, which is gone from here. */
    final byte[] body() {
        byte[] whole = body.toByteArray();
        body.reset();
        return whole;
    }

    /** Sends bytes, behind those that are not sent yet. */
    final void send(String lines, byte[] content) throws IOException, HttpException {
        byte[] first = lines.getBytes(StandardCharsets.ISO_8859_1);
        unsent = ByteBuffer.allocate(unsent.remaining() + first.length + content.length)
                .put(unsent)
                .put(first)
                .put(content)
                .flip();
        flush();
    }

    /** Sends as much as the socket takes. */
    final void flush() throws IOException, HttpException {
        if (!unsent.hasRemaining()) {
            return;
        }
        channel.write(unsent);
        interest(SelectionKey.OP_WRITE, unsent.hasRemaining());
        if (!unsent.hasRemaining()) {
            unsent = NOTHING;
            sent();
        }
    }

    final void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It has ended either way.
            unsent = NOTHING;
        }
    }
}
