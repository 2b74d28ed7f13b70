package org.busbench.harness.parity;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.busbench.harness.parity.HttpMessage.Framing;
import org.busbench.harness.parity.HttpMessage.Header;

/**
 * Reads the messages of one connection (RFC 9112), with every byte as it came. Blocks; for one thread.
 */
final class MessageReader {
    private static final int LONGEST_BODY = 16 << 20;
    private static final int LONGEST_HEAD = 64 << 10;

    private final InputStream in;
    private final IntConsumer bodyBytes;
    private ByteArrayOutputStream raw = new ByteArrayOutputStream();

    /** {@code bodyBytes} gets the length of each piece of a body as it comes. */
    MessageReader(InputStream in, IntConsumer bodyBytes) {
        this.in = in;
        this.bodyBytes = bodyBytes;
    }

    /** One message that is there already. */
    static MessageReader of(byte[] message) {
        return new MessageReader(new ByteArrayInputStream(message), bytes -> {});
    }

    /** The next request; null when the connection ended before it began. */
    HttpMessage request() throws IOException {
        raw = new ByteArrayOutputStream();
        int first = in.read();
        if (first < 0) {
            return null;
        }
        raw.write(first);
        return message((char) first + line());
    }

    /** The next final answer. */
    HttpMessage answer() throws IOException {
        raw = new ByteArrayOutputStream();
        HttpMessage message = message(line());
        if (message.status() == 0) {
            throw new IOException("not an HTTP answer: " + message.start());
        }
        return message.status() < 200 ? answer() : message;
    }

    private HttpMessage message(String start) throws IOException {
        List<Header> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + line);
            }
            headers.add(new Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        HttpMessage head = new HttpMessage(start, headers, new byte[0], Framing.NONE, new byte[0]);
        Framing framing = framing(head);
        byte[] body = body(head, framing);
        return new HttpMessage(start, headers, body, framing, raw.toByteArray());
    }

    private static Framing framing(HttpMessage head) {
        if (head.header("Transfer-Encoding").isPresent()) {
            return Framing.CHUNKED;
        }
        if (head.header("Content-Length").isPresent()) {
            return Framing.FIXED;
        }
        return head.status() >= 200 && head.status() != 204 && head.status() != 304 ? Framing.CLOSE : Framing.NONE;
    }

    private byte[] body(HttpMessage head, Framing framing) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        switch (framing) {
            case FIXED -> exactly(number(head.header("Content-Length").orElseThrow(), 10), body);
            case CHUNKED -> chunks(body);
            case CLOSE -> toTheEnd(body);
            case NONE -> {
                return new byte[0];
            }
        }
        return body.toByteArray();
    }

    private void chunks(ByteArrayOutputStream body) throws IOException {
        int length = number(line(), 16);
        while (length > 0) {
            exactly(length, body);
            line();
            length = number(line(), 16);
        }
        while (!line().isEmpty()) {
            // A trailer says nothing here.
        }
    }

    private void exactly(int length, ByteArrayOutputStream body) throws IOException {
        byte[] piece = new byte[8192];
        int left = length;
        while (left > 0) {
            int read = in.read(piece, 0, Math.min(left, piece.length));
            if (read < 0) {
                throw new EOFException("cut short: the message ended " + left + " bytes before its declared end");
            }
            take(piece, read, body);
            left -= read;
        }
    }

    private void toTheEnd(ByteArrayOutputStream body) throws IOException {
        byte[] piece = new byte[8192];
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            take(piece, read, body);
        }
    }

    private void take(byte[] piece, int length, ByteArrayOutputStream body) throws IOException {
        raw.write(piece, 0, length);
        body.write(piece, 0, length);
        bodyBytes.accept(length);
        if (body.size() > LONGEST_BODY) {
            throw new IOException("a body of more than " + LONGEST_BODY + " bytes");
        }
    }

    private static int number(String text, int radix) throws IOException {
        try {
            return Integer.parseUnsignedInt(text.split(";", 2)[0].strip(), radix);
        } catch (NumberFormatException e) {
            throw new IOException("not a length: " + text, e);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended within a message's head");
            }
            raw.write(next);
            line.append((char) next);
            if (line.length() > LONGEST_HEAD) {
                throw new IOException("a line of more than " + LONGEST_HEAD + " bytes in a message's head");
            }
        }
        raw.write('\n');
        return line.toString().strip();
    }
}
