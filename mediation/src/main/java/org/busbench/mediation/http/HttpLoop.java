package org.busbench.mediation.http;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.wire.EventLoop;

/** What the HTTP side of one loop shares among its connections. For the loop's thread. */
final class HttpLoop {
    private static final int MOST_SPARE_HEADS = 256;

    private final EventLoop loop;
    private final HttpLimits limits;
    private final Supplier<Decider> decider;
    private final Tally tally = new Tally();
    private final Arena arena;
    private final HeadWriter writer;
    private final DataRanges ranges = new DataRanges();
    private final ConnectionPools backends;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final ArrayDeque<RequestHead> requestHeads = new ArrayDeque<>();
    private final ArrayDeque<ResponseHead> responseHeads = new ArrayDeque<>();

    HttpLoop(EventLoop loop, HttpLimits limits, Supplier<Decider> decider) {
        this.loop = loop;
        this.limits = limits;
        this.decider = decider;
        this.arena = new Arena(loop.buffers());
        this.writer = new HeadWriter(arena);
        this.backends = new ConnectionPools(this);
    }

    EventLoop loop() {
        return loop;
    }

    HttpLimits limits() {
        return limits;
    }

    /** Returns who decides about a request that begins now. */
    Decider decider() {
        return decider.get();
    }

    Tally tally() {
        return tally;
    }

    HttpCounts reading() {
        return tally.reading(backends.idleConnections());
    }

    Arena arena() {
        return arena;
    }

    HeadWriter writer() {
        return writer;
    }

    DataRanges ranges() {
        return ranges;
    }

    ConnectionPools pools() {
        return backends;
    }

    Entry entry(RequestHead request, AnswerSide answer) {
        Entry entry = entries.pollLast();
        if (entry == null) {
            entry = new Entry(loop, tally);
        }
        entry.open(request, answer);
        return entry;
    }

    void recycle(Entry entry) {
        if (entries.size() < MOST_SPARE_HEADS) {
            entries.addLast(entry);
        }
    }

    RequestHead requestHead() {
        RequestHead head = requestHeads.pollLast();
        return head == null ? new RequestHead() : head;
    }

    ResponseHead responseHead() {
        ResponseHead head = responseHeads.pollLast();
        return head == null ? new ResponseHead() : head;
    }

    void recycle(RequestHead head) {
        if (requestHeads.size() < MOST_SPARE_HEADS) {
            head.rest();
            requestHeads.addLast(head);
        }
    }

    void recycle(ResponseHead head) {
        if (responseHeads.size() < MOST_SPARE_HEADS) {
            head.rest();
            responseHeads.addLast(head);
        }
    }
}
