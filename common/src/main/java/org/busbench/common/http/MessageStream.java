package org.busbench.common.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.busbench.common.http.HttpMessage.Header;
import org.busbench.common.http.MessageParser.HeadListener;

/**
 * Reads the messages of one connection, whole and with every byte as it came. What follows a message stays in the stream.
 * Blocks; for one thread.
 */
public final class MessageStream {
    private static final int LONGEST_BODY = 16 << 20;
    private static final int PIECE = 8192;

    private final BufferedInputStream in;
    private final IntConsumer bodyBytes;
    private final byte[] piece = new byte[PIECE];
    private ByteArrayOutputStream raw;
    private ByteArrayOutputStream body;

    private static final class Lines implements HeadListener {
        private final List<String> fields = new ArrayList<>();
        private String start;

        @Override
        public void startLine(String line) {
            start = line;
            fields.clear();
        }

        @Override
        public void field(String line) {
            fields.add(line);
        }

        private List<Header> headers() throws MalformedMessageException {
            List<Header> headers = new ArrayList<>();
            for (String line : fields) {
                int colon = line.indexOf(':');
                if (colon < 1) {
                    throw new MalformedMessageException("not a header: " + line);
                }
                headers.add(new Header(
                        line.substring(0, colon), line.substring(colon + 1).strip()));
            }
            return headers;
        }
    }

    /**
     * Reads from a connection.
     *
     * @param bodyBytes gets the length of each piece of a body as it comes
     */
    public MessageStream(BufferedInputStream in, IntConsumer bodyBytes) {
        this.in = in;
        this.bodyBytes = bodyBytes;
    }

    public static MessageStream of(byte[] message) {
        return new MessageStream(new BufferedInputStream(new ByteArrayInputStream(message)), bytes -> {});
    }

    /**
     * The next request; null when the connection ended before it began.
     *
     * @throws EOFException when the connection ends within it
     * @throws MalformedMessageException when it is none
     */
    public HttpMessage request() throws IOException {
        Lines lines = new Lines();
        MessageParser parser = MessageParser.ofRequests(lines);
        return read(parser) ? message(parser, lines) : null;
    }

    /**
     * The next final response.
     *
     * @throws EOFException when the connection ends before it is complete
     * @throws MalformedMessageException when it is none
     */
    public HttpMessage response() throws IOException {
        Lines lines = new Lines();
        MessageParser parser = MessageParser.ofResponses(lines);
        if (!read(parser)) {
            throw new EOFException("the connection ended before the response began");
        }
        return message(parser, lines);
    }

    /** Whether the peer has ended the connection without another byte; blocks as a read of the stream does. */
    public boolean isEnded() throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            return true;
        }
        in.reset();
        return false;
    }

    private HttpMessage message(MessageParser parser, Lines lines) throws MalformedMessageException {
        return new HttpMessage(lines.start, lines.headers(), body.toByteArray(), parser.framing(), raw.toByteArray());
    }

    /** Reads a message to its end; false when the stream ends before it begins. */
    private boolean read(MessageParser parser) throws IOException {
        raw = new ByteArrayOutputStream();
        body = new ByteArrayOutputStream();
        parser.reset();
        while (!parser.isComplete()) {
            in.mark(PIECE);
            int length = in.read(piece);
            if (length < 0 && !parser.hasBegun()) {
                return false;
            }
            if (length < 0) {
                end(parser);
                return true;
            }
            int end = parser.feed(piece, 0, length, this::add);
            raw.write(piece, 0, end);
            if (end < length) {
                in.reset();
                in.skipNBytes(end);
            }
            if (body.size() > LONGEST_BODY) {
                throw new IOException("a body of more than " + LONGEST_BODY + " bytes");
            }
        }
        return true;
    }

    private static void end(MessageParser parser) throws EOFException {
        if (!parser.endOfInput()) {
            throw new EOFException(
                    parser.missingBytes() > 0
                            ? "cut short: the message ended " + parser.missingBytes() + " bytes before its declared end"
                            : "cut short: the connection ended within a message's head or between its chunks");
        }
    }

    private void add(byte[] bytes, int from, int length) {
        body.write(bytes, from, length);
        bodyBytes.accept(length);
    }
}
