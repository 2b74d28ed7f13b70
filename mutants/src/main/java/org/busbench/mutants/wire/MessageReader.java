package org.busbench.mutants.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.http.HttpException;
import org.apache.http.HttpMessage;
import org.apache.http.config.MessageConstraints;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.impl.io.HttpTransportMetricsImpl;
import org.apache.http.impl.nio.codecs.ChunkDecoder;
import org.apache.http.impl.nio.codecs.IdentityDecoder;
import org.apache.http.impl.nio.codecs.LengthDelimitedDecoder;
import org.apache.http.impl.nio.reactor.SessionInputBufferImpl;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.NHttpMessageParser;
import org.apache.http.nio.reactor.SessionInputBuffer;

/**
 * Reads one whole message after another from a connection, on HttpCore's codecs. An end of the stream within a message
 * is an error, never a message (RFC 9112 section 8). For the loop's thread.
 *
 * @param <T> requests or responses
 */
final class MessageReader<T extends HttpMessage> {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int LINE_BYTES = 1024;
    private static final int MOST_BODY_BYTES = 64 << 20;
    private static final MessageConstraints CONSTRAINTS = MessageConstraints.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .build();

    private final SocketChannel channel;
    private final SessionInputBufferImpl input =
            new SessionInputBufferImpl(BUFFER_BYTES, LINE_BYTES, CONSTRAINTS, StandardCharsets.ISO_8859_1);
    private final NHttpMessageParser<T> parser;
    private final ContentLengthStrategy lengths;
    private final HttpTransportMetricsImpl metrics = new HttpTransportMetricsImpl();
    private final ByteBuffer chunk = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private T message;
    private ContentDecoder decoder;
    private boolean begun;

    /**
     * A reader of one connection.
     *
     * @param implicitLength of a body whose head says nothing: 0 for requests, {@link ContentLengthStrategy#IDENTITY}
     *     for responses
     */
    MessageReader(
            SocketChannel channel, Function<SessionInputBuffer, NHttpMessageParser<T>> parser, int implicitLength) {
        this.channel = channel;
        this.parser = parser.apply(input);
        this.lengths = new StrictContentLengthStrategy(implicitLength);
    }

    /** The constraints that parsers made for a reader should keep. */
    static MessageConstraints constraints() {
        return CONSTRAINTS;
    }

    /** What one attempt to read came to. */
    enum State {
        /** More has to come. */
        PARTIAL,
        /** The message is there. */
        WHOLE,
        /** The other side has ended between two messages. */
        ENDED
    }

    /** Reads what there is. */
    State read() throws IOException, HttpException {
        if (message == null) {
            State head = readHead();
            if (message == null) {
                return head;
            }
        }
        return readBody() ? State.WHOLE : State.PARTIAL;
    }

    /** The head of the message that is being read, or null before it is there. */
    T message() {
        return message;
    }

    /** Whether a message has begun that is not whole. */
    boolean hasBegun() {
        return begun || input.hasData();
    }

    /** Whether bytes are there that have been read from the socket and not used. */
    boolean hasBuffered() {
        return input.hasData();
    }

    /** The whole body. */
    byte[] body() {
        return body.toByteArray();
    }

    /** Gets ready for the next message. */
    void reset() {
        message = null;
        decoder = null;
        begun = false;
        body.reset();
        parser.reset();
    }

    private State readHead() throws IOException, HttpException {
        message = parser.parse();
        boolean ended = false;
        while (message == null && !ended) {
            int count = parser.fillBuffer(channel);
            if (count == 0) {
                return State.PARTIAL;
            }
            begun |= count > 0;
            ended = count < 0;
            message = parser.parse();
        }
        if (message == null) {
            if (begun) {
                throw new IOException("the connection ended within a head");
            }
            return State.ENDED;
        }
        begun = true;
        long length = lengths.determineLength(message);
        if (length == ContentLengthStrategy.CHUNKED) {
            decoder = new ChunkDecoder(channel, input, CONSTRAINTS, metrics);
        } else if (length == ContentLengthStrategy.IDENTITY) {
            decoder = new IdentityDecoder(channel, input, metrics);
        } else if (length > 0) {
            decoder = new LengthDelimitedDecoder(channel, input, metrics, length);
        }
        return State.PARTIAL;
    }

    private boolean readBody() throws IOException {
        while (decoder != null && !decoder.isCompleted()) {
            chunk.clear();
            int count = decoder.read(chunk);
            body.write(chunk.array(), 0, chunk.position());
            if (body.size() > MOST_BODY_BYTES) {
                throw new IOException("a body of more than " + MOST_BODY_BYTES + " bytes");
            }
            if (count == 0 && !decoder.isCompleted()) {
                return false;
            }
        }
        return true;
    }
}
