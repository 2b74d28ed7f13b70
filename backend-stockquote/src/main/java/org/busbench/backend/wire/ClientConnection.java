package org.busbench.backend.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.MalformedChunkCodingException;
import org.apache.http.MessageConstraintException;
import org.apache.http.config.MessageConstraints;
import org.apache.http.impl.io.HttpTransportMetricsImpl;
import org.apache.http.impl.nio.codecs.ChunkDecoder;
import org.apache.http.impl.nio.codecs.DefaultHttpRequestParser;
import org.apache.http.impl.nio.codecs.LengthDelimitedDecoder;
import org.apache.http.impl.nio.reactor.SessionInputBufferImpl;
import org.apache.http.nio.ContentDecoder;

/**
 * One client's connection. A request is read whole, and requests are answered in order. Back-pressure: no further request is looked at while an answer waits
 * for its delay, for the hold, or for a slow reader. For the loop's thread only.
 *
 * <p>States: {@code OPEN -> DELAYED} while an answer waits for its delay or the hold, then back to {@code OPEN} or on to {@code CLOSING}; {@code OPEN ->
 * CLOSING} with the last answer; {@code CLOSING -> LINGERING} when that answer is sent. The client then ends its side.
 */
final class ClientConnection {
    private static final int BUFFER_BYTES = 4096;
    private static final int LINE_BYTES = 1024;
    private static final MessageConstraints CONSTRAINTS = MessageConstraints.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .build();

    private enum State {
        OPEN,
        /** An answer waits for its delay or for the end of the hold. */
        DELAYED,
        /** The connection ends after the answers made so far. */
        CLOSING,
        /** The server's side has ended. Further bytes are dropped until the client's side ends. */
        LINGERING
    }

    private final SocketChannel socket;
    /** Null without TLS. */
    private final TlsSocket tls;
    /** What is read and written: the socket, or TLS on it. */
    private final ByteChannel channel;

    private final RequestHandler handler;
    private final SelectionKey key;
    private final SessionInputBufferImpl input =
            new SessionInputBufferImpl(BUFFER_BYTES, LINE_BYTES, CONSTRAINTS, StandardCharsets.ISO_8859_1);
    private final DefaultHttpRequestParser parser = new DefaultHttpRequestParser(input, CONSTRAINTS);
    private final HttpTransportMetricsImpl metrics = new HttpTransportMetricsImpl();
    private final RequestBody body;
    private final OutputBuffer out;

    private RequestHead head;
    private ContentDecoder decoder;
    /** Some bytes of an unanswered request have arrived. */
    private boolean begun;
    /** No request has begun and no answer is left to send. */
    private boolean idle = true;

    private State state = State.OPEN;

    private long quietSinceNanos;

    ClientConnection(SocketChannel socket, SelectionKey key, RequestHandler handler) {
        this.socket = socket;
        this.tls = handler.tls()
                .map(context -> new TlsSocket(
                        socket, context.createSSLEngine(), handler.loop().tlsBuffers()))
                .orElse(null);
        this.channel = tls == null ? socket : tls;
        this.key = key;
        this.handler = handler;
        this.body = new RequestBody(handler.loop().buffers());
        this.out = new OutputBuffer(handler.loop().scratch());
        this.quietSinceNanos = handler.loop().now();
    }

    /** The socket can be read or written. */
    void ready() throws IOException {
        quietSinceNanos = handler.loop().now();
        if (key.isWritable() && flush()) {
            key.interestOps(SelectionKey.OP_READ);
            process();
        }
        if (key.isValid() && key.isReadable()) {
            receive();
        }
        receiveBuffered();
    }

    /** What TLS holds is read before the selector is asked again, which knows nothing of it. */
    private void receiveBuffered() throws IOException {
        while (tls != null && key.isValid() && key.interestOps() == SelectionKey.OP_READ && tls.hasBuffered()) {
            receive();
        }
    }

    /** Whether a request or an answer has begun, and no byte has moved since then. */
    boolean isStalledSince(long nanos) {
        return !idle && state != State.DELAYED && quietSinceNanos - nanos < 0;
    }

    boolean isIdle() {
        return idle && state != State.DELAYED;
    }

    void close() throws IOException {
        body.release();
        key.cancel();
        channel.close();
    }

    private void receive() throws IOException {
        if (state == State.LINGERING) {
            linger();
        } else if (state == State.DELAYED) {
            // More requests, or the client's end, wait for the answer that is due.
            key.interestOps(0);
        } else if (head != null) {
            process();
        } else {
            int count = parser.fillBuffer(channel);
            if (count < 0) {
                // All whole requests are answered. At most a part of one is left.
                close();
            } else {
                begun |= count > 0;
                idle = !begun;
                process();
            }
        }
    }

    /** RequestHandler every request that has arrived whole, and sends the answers with as few writes as can be. */
    private void process() throws IOException {
        boolean more = true;
        while (more && state == State.OPEN) {
            more = answerUntilFull();
            if (!flush()) {
                return;
            }
        }
    }

    /** Returns false when the next request has not arrived whole. */
    private boolean answerUntilFull() throws IOException {
        boolean more = true;
        while (more && state == State.OPEN && !out.isFull()) {
            try {
                more = step();
            } catch (BadRequestException e) {
                refuse(e);
            } catch (MessageConstraintException e) {
                refuse(new BadRequestException(431, "the request's head is too long"));
            } catch (MalformedChunkCodingException e) {
                refuse(new BadRequestException(400, "the body's chunks are malformed"));
            } catch (HttpException e) {
                refuse(new BadRequestException(400, "not an HTTP request"));
            }
        }
        return more;
    }

    private void refuse(BadRequestException why) {
        handler.refuse(why, out);
        state = State.CLOSING;
    }

    private boolean step() throws IOException, HttpException, BadRequestException {
        if (head == null) {
            HttpRequest request = parser.parse();
            if (request == null) {
                return false;
            }
            begin(request);
        }
        if (decoder != null && !body.read(decoder)) {
            return false;
        }
        answer();
        return true;
    }

    private void begin(HttpRequest request) throws BadRequestException {
        head = RequestHead.of(request);
        if (head.contentLength() < 0) {
            decoder = new ChunkDecoder(channel, input, CONSTRAINTS, metrics);
        } else if (head.contentLength() > 0) {
            decoder = new LengthDelimitedDecoder(channel, input, metrics, head.contentLength());
        }
        if (!head.expectsContinue() || decoder == null || input.hasData()) {
            return;
        }
        if (head.contentLength() > RequestBody.MOST_BYTES) {
            throw new BadRequestException(413, "the body is longer than " + RequestBody.MOST_BYTES + " bytes");
        }
        out.room(ResponseHead.CONTINUE.length).put(ResponseHead.CONTINUE);
    }

    private void answer() {
        boolean last = !head.keepAlive() || body.isTooLarge() || handler.loop().isStopping();
        ResponseHead.Persistence connection = ResponseHead.Persistence.STAYS;
        if (last) {
            connection = ResponseHead.Persistence.CLOSES;
        } else if (head.http10()) {
            connection = ResponseHead.Persistence.STAYS_HTTP10;
        }
        int mark = out.mark();
        boolean service = handler.write(head, body, connection, out);
        body.release();
        head = null;
        decoder = null;
        parser.reset();
        begun = input.hasData();
        long delayNanos = service ? handler.nextDelayNanos() : 0;
        if (delayNanos > 0) {
            byte[] held = out.takeBack(mark);
            state = State.DELAYED;
            handler.loop().timers().add(handler.loop().now() + delayNanos, () -> release(held, last));
        } else if (service && handler.loop().isHeld()) {
            byte[] held = out.takeBack(mark);
            state = State.DELAYED;
            handler.loop().whenReleased(() -> release(held, last));
        } else {
            if (service) {
                handler.given();
            }
            state = last ? State.CLOSING : State.OPEN;
        }
    }

    private void release(byte[] held, boolean last) {
        if (!key.isValid()) {
            return;
        }
        if (handler.loop().isHeld()) {
            handler.loop().whenReleased(() -> release(held, last));
            return;
        }
        handler.given();
        quietSinceNanos = handler.loop().now();
        state = last ? State.CLOSING : State.OPEN;
        handler.loop().guard(this, () -> {
            out.room(held.length).put(held);
            if (flush()) {
                key.interestOps(SelectionKey.OP_READ);
                process();
                receiveBuffered();
            }
        });
    }

    /** Sends the answers. Returns whether all of them are sent and the connection stays open. */
    private boolean flush() throws IOException {
        if (!out.flush(channel)) {
            idle = false;
            key.interestOps(SelectionKey.OP_WRITE);
            return false;
        }
        idle = !begun;
        if (state == State.CLOSING) {
            // The client ends its side next. Closing at once could destroy an answer that is still in flight.
            if (tls == null) {
                socket.shutdownOutput();
            } else {
                tls.shutdownOutput();
            }
            state = State.LINGERING;
            idle = false;
            key.interestOps(SelectionKey.OP_READ);
            return false;
        }
        return true;
    }

    private void linger() throws IOException {
        ByteBuffer dropped = handler.loop().buffers().acquire();
        int count = channel.read(dropped);
        handler.loop().buffers().release(dropped);
        if (count < 0) {
            close();
        }
    }
}
