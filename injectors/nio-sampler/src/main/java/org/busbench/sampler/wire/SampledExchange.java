package org.busbench.sampler.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.busbench.common.DataRows;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.common.http.MalformedMessageException;
import org.busbench.common.http.MessageParser;
import org.busbench.sampler.message.Fields;
import org.busbench.sampler.message.Needles;
import org.busbench.sampler.message.RequestTemplate;
import org.busbench.sampler.message.ResponseCheck;
import org.busbench.sampler.record.Contents;

/**
 * A request and what has come back for it. One per connection, reused: what it says is valid during the call of
 * {@link ExchangeListener} that it is handed to. Times are those of {@link System#nanoTime}.
 */
public final class SampledExchange {
    final Fields fields;
    final MessageParser parser = MessageParser.ofResponses();
    final ResponseCheck check;

    private final RequestTemplate.Buffers requests;
    private final ResponseMemory memory;
    private long startNanos;
    private long connectedNanos;
    private long firstByteNanos;
    private long endNanos;
    private int requestBytes;
    private long answerBytes;
    private boolean whole;
    private byte[] held;
    private int heldLength;
    private byte[] current;
    private int currentLength;

    /** Memory for answers that come in several reads, reused and bounded: when all is lent, answers are judged but not kept. */
    static final class ResponseMemory {
        static final int SIZE = 128 * 1024;
        private static final int MOST = 512;

        private final ArrayDeque<byte[]> free = new ArrayDeque<>();
        private int lent;

        /** A chunk of {@link #SIZE} bytes; null when too many are lent. */
        byte[] lend() {
            if (lent == MOST) {
                return null;
            }
            lent++;
            byte[] chunk = free.poll();
            return chunk == null ? new byte[SIZE] : chunk;
        }

        void giveBack(byte[] chunk) {
            lent--;
            free.push(chunk);
        }
    }

    SampledExchange(
            DataRows rows,
            boolean numbered,
            RequestTemplate.Buffers requests,
            Needles needles,
            Contents contents,
            ResponseMemory memory) {
        this.requests = requests;
        this.fields = new Fields(rows, numbered);
        this.check = new ResponseCheck(needles, fields, contents);
        this.memory = memory;
    }

    void begin(long start, long number) {
        fields.take(number);
        check.reset();
        startNanos = start;
        connectedNanos = 0;
        firstByteNanos = 0;
        endNanos = 0;
        requestBytes = 0;
        answerBytes = 0;
        whole = true;
    }

    void connected(long now) {
        connectedNanos = now;
    }

    void sending(int bytes) {
        requestBytes = bytes;
    }

    /** The bytes of the read that is being looked at. */
    void received(byte[] bytes, int length, long now) {
        if (firstByteNanos == 0) {
            firstByteNanos = now;
        }
        answerBytes += length;
        current = bytes;
        currentLength = length;
    }

    /** The answer goes on: what was read is kept until its end, as far as there is room. */
    void hold() {
        if (held == null && whole) {
            held = memory.lend();
        }
        if (held == null || heldLength + currentLength > held.length) {
            whole = false;
        } else if (whole) {
            System.arraycopy(current, 0, held, heldLength, currentLength);
            heldLength += currentLength;
        }
        current = null;
        currentLength = 0;
    }

    /**
     * What is wrong with the complete answer.
     *
     * @param surplus bytes that came with its end and are not of it
     * @return null when nothing is
     */
    Fault fault(int surplus) {
        Fault fault = check.fault(parser.status(), this::body);
        return fault != null || surplus == 0
                ? fault
                : new Fault(ErrorClass.CONTENT, surplus + " bytes follow the end of the answer at once");
    }

    void end(long now) {
        endNanos = now;
    }

    void release() {
        if (held != null) {
            memory.giveBack(held);
        }
        held = null;
        heldLength = 0;
        current = null;
        currentLength = 0;
    }

    /** The values of the request's row. */
    public Fields fields() {
        return fields;
    }

    /**
     * Counts a verified answer with the first one of its kind when both say the same to the byte. To be called once.
     *
     * @return false when they do not, or nothing is known of its kind
     */
    public boolean countedAsKnown() {
        return check.countedAsKnown();
    }

    /** Whether the answer, in which nothing is wrong, is a refusal. */
    public boolean isRefusal() {
        return check.isRefusal();
    }

    /** The status of the answer, 200 to 999; 0 when none came. */
    public int status() {
        return parser.status();
    }

    /**
     * When the request began: in an open loop when it should have, in a closed one when it did, its connecting included.
     */
    public long startNanos() {
        return startNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    /**
     * From the start to the connection that was made for this request.
     *
     * @return nanoseconds; 0 when it went over an older one, or none came about
     */
    public long connectNanos() {
        return connectedNanos == 0 ? 0 : connectedNanos - startNanos;
    }

    /** Nanoseconds from the start to the first byte of the answer; 0 when none came. */
    public long firstByteNanos() {
        return firstByteNanos == 0 ? 0 : firstByteNanos - startNanos;
    }

    /**
     * The length of the request.
     *
     * @return bytes; 0 when there was no connection to send it over
     */
    public int requestBytes() {
        return requestBytes;
    }

    public long answerBytes() {
        return answerBytes;
    }

    /** The request that was sent, or would have been. */
    public byte[] request() {
        ByteBuffer request = requests.request(fields);
        byte[] bytes = new byte[request.remaining()];
        request.get(bytes);
        return bytes;
    }

    /**
     * Whether {@link #answer} has all that came back. Only 128 KB of an answer are kept, and 64 MB in a loop.
     *
     * @return false when some of it is missing
     */
    public boolean isWhole() {
        return whole;
    }

    /** What came back, head and body as they came. */
    public byte[] answer() {
        byte[] all = new byte[heldLength + currentLength];
        if (held != null) {
            System.arraycopy(held, 0, all, 0, heldLength);
        }
        if (current != null) {
            System.arraycopy(current, 0, all, heldLength, currentLength);
        }
        return all;
    }

    /** The body of what came back without framing, as far as there is one. */
    public byte[] body() {
        byte[] answer = answer();
        ByteArrayOutputStream body = new ByteArrayOutputStream(answer.length);
        MessageParser again = MessageParser.ofResponses();
        again.reset();
        try {
            again.feed(answer, 0, answer.length, body::write);
        } catch (MalformedMessageException fault) {
            // It was told when the answer came; what stands before the fault is the body.
            return body.toByteArray();
        }
        return body.toByteArray();
    }
}
