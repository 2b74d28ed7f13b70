package org.busbench.backend.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;
import org.busbench.backend.files.FileService;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.quote.Reply;
import org.busbench.backend.quote.Responder;

/** Collects one body, up to a bound; what is beyond it is read and dropped, so that the request is always read whole. */
final class RequestBody {
    static final int MOST_BYTES = 16 << 20;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BufferPool pool;
    private ByteBuffer buffer;
    private boolean tooLarge;

    RequestBody(BufferPool pool) {
        this.pool = pool;
    }

    /** Reads as much as has arrived; returns whether the body is complete. */
    boolean read(ContentDecoder decoder) throws IOException {
        if (buffer == null) {
            buffer = pool.acquire();
        }
        while (!decoder.isCompleted()) {
            if (!buffer.hasRemaining()) {
                makeRoom();
            }
            int count = decoder.read(buffer);
            if (count < 0) {
                break;
            }
            if (count == 0 && !decoder.isCompleted()) {
                return false;
            }
        }
        return true;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    /** Has the body answered, without a copy of it. */
    void answer(Responder responder, String charset, Reply reply) {
        ByteBuffer message = buffer == null ? NOTHING : buffer;
        responder.answer(message.array(), message.arrayOffset(), message.position(), charset, reply);
    }

    /** Has the body answered by a service that is made of files; returns whether it was accepted. */
    boolean answer(FileService service, RequestHead head, Reply reply) {
        ByteBuffer message = buffer == null ? NOTHING : buffer;
        return service.answer(
                head.target(), message.array(), message.arrayOffset(), message.position(), head.charset(), reply);
    }

    /** How long the answer to this request is held back. */
    Delay delay(Delay of) {
        return buffer == null ? of : of.of(buffer.array(), buffer.arrayOffset(), buffer.position());
    }

    void release() {
        if (buffer != null) {
            pool.release(buffer);
            buffer = null;
        }
        tooLarge = false;
    }

    private void makeRoom() {
        if (tooLarge || buffer.capacity() >= MOST_BYTES) {
            tooLarge = true;
            buffer.clear();
            return;
        }
        ByteBuffer larger = ByteBuffer.allocate((int) Math.min(MOST_BYTES, buffer.capacity() * 2L));
        larger.put(buffer.flip());
        pool.release(buffer);
        buffer = larger;
    }
}
