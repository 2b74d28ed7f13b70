package org.busbench.backend.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
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
 * One client's connection. Requests are read whole, answered in order, and no further one is looked at while an answer
 * waits for its delay or for a slow reader: that is the back-pressure. For the loop's thread only.
 */
final class Connection {
    private static final int BUFFER_BYTES = 4096;
    private static final int LINE_BYTES = 1024;
    private static final MessageConstraints CONSTRAINTS = MessageConstraints.custom()
            .setMaxLineLength(8192)
            .setMaxHeaderCount(100)
            .build();

    private final SocketChannel channel;
    private final Site site;
    private final SelectionKey key;
    private final SessionInputBufferImpl input =
            new SessionInputBufferImpl(BUFFER_BYTES, LINE_BYTES, CONSTRAINTS, StandardCharsets.ISO_8859_1);
    private final DefaultHttpRequestParser parser = new DefaultHttpRequestParser(input, CONSTRAINTS);
    private final HttpTransportMetricsImpl metrics = new HttpTransportMetricsImpl();
    private final RequestBody body;
    private final Outgoing out;

    private RequestHead head;
    private ContentDecoder decoder;
    /** Bytes of a request have come that is not answered yet. */
    private boolean begun;
    /** Nothing has begun and nothing is left to send. */
    private boolean idle = true;
    /** An answer waits for its delay. */
    private boolean waiting;
    /** After the answers made so far the connection ends. */
    private boolean closing;
    /** Our side has ended; what still comes is dropped until the client's side ends too. */
    private boolean lingering;

    private long quietSinceNanos;

    Connection(SocketChannel channel, SelectionKey key, Site site) {
        this.channel = channel;
        this.key = key;
        this.site = site;
        this.body = new RequestBody(site.loop().buffers());
        this.out = new Outgoing(site.loop().scratch());
        this.quietSinceNanos = site.loop().now();
    }

    /** Takes what the socket has for us or from us. */
    void ready() throws IOException {
        quietSinceNanos = site.loop().now();
        if (key.isWritable() && flush()) {
            key.interestOps(SelectionKey.OP_READ);
            process();
        }
        if (key.isValid() && key.isReadable()) {
            receive();
        }
    }

    /** Tells whether a request or an answer has begun, and nothing has moved since then. */
    boolean isStalledSince(long nanos) {
        return !idle && !waiting && quietSinceNanos - nanos < 0;
    }

    boolean isIdle() {
        return idle && !waiting;
    }

    void close() throws IOException {
        body.release();
        key.cancel();
        channel.close();
    }

    private void receive() throws IOException {
        if (lingering) {
            linger();
        } else if (waiting) {
            // More requests, or the client's end: looked at after the answer that is due.
            key.interestOps(0);
        } else if (head != null) {
            process();
        } else {
            int count = parser.fillBuffer(channel);
            if (count < 0) {
                // Whole requests have been answered by now: what may be left is a piece of one.
                close();
            } else {
                begun |= count > 0;
                idle = !begun;
                process();
            }
        }
    }

    /** Answers every request that has arrived whole, and sends the answers with as few writes as can be. */
    private void process() throws IOException {
        boolean more = true;
        while (more && !waiting && !closing) {
            more = answerUntilFull();
            if (!flush()) {
                return;
            }
        }
    }

    /** Returns false when the next request has not arrived whole. */
    private boolean answerUntilFull() throws IOException {
        boolean more = true;
        while (more && !waiting && !closing && !out.isFull()) {
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
        site.answers().refuse(why, out);
        closing = true;
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
        boolean last = !head.keepAlive() || body.isTooLarge() || site.loop().isStopping();
        ResponseHead.Connection connection = ResponseHead.Connection.STAYS;
        if (last) {
            connection = ResponseHead.Connection.CLOSES;
        } else if (head.http10()) {
            connection = ResponseHead.Connection.STAYS_HTTP10;
        }
        long delayNanos = site.nextDelayNanos();
        int mark = out.mark();
        boolean service = site.answers().write(head, body, connection, out);
        body.release();
        head = null;
        decoder = null;
        parser.reset();
        begun = input.hasData();
        if (service && delayNanos > 0) {
            byte[] held = out.takeBack(mark);
            waiting = true;
            site.loop().timers().add(site.loop().now() + delayNanos, () -> release(held, last));
        } else if (service && site.loop().isHeld()) {
            byte[] held = out.takeBack(mark);
            waiting = true;
            site.loop().whenReleased(() -> release(held, last));
        } else {
            if (service) {
                site.answers().given();
            }
            closing |= last;
        }
    }

    private void release(byte[] held, boolean last) {
        if (!key.isValid()) {
            return;
        }
        if (site.loop().isHeld()) {
            site.loop().whenReleased(() -> release(held, last));
            return;
        }
        site.answers().given();
        quietSinceNanos = site.loop().now();
        waiting = false;
        closing |= last;
        site.loop().guard(this, () -> {
            out.room(held.length).put(held);
            if (flush()) {
                key.interestOps(SelectionKey.OP_READ);
                process();
            }
        });
    }

    /** Sends what there is; returns whether all of it is gone and the connection goes on. */
    private boolean flush() throws IOException {
        if (!out.flush(channel)) {
            idle = false;
            key.interestOps(SelectionKey.OP_WRITE);
            return false;
        }
        idle = !begun;
        if (closing && !waiting) {
            // The client ends its side after ours: closing at once could destroy an answer that is still on its way.
            channel.shutdownOutput();
            lingering = true;
            idle = false;
            key.interestOps(SelectionKey.OP_READ);
            return false;
        }
        return true;
    }

    private void linger() throws IOException {
        ByteBuffer dropped = site.loop().buffers().acquire();
        int count = channel.read(dropped);
        site.loop().buffers().release(dropped);
        if (count < 0) {
            close();
        }
    }
}
