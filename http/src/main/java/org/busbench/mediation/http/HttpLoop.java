package org.busbench.mediation.http;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.busbench.mediation.buffer.Arena;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.http.body.ChunkWriter;
import org.busbench.mediation.http.body.DataRanges;
import org.busbench.mediation.http.head.HeadWriter;
import org.busbench.mediation.http.head.HttpLimits;
import org.busbench.mediation.http.head.RequestHead;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.PaddedCounts;

/** The objects that the HTTP connections of one loop share: writers, pools, spare heads and counters. For the loop's thread. */
final class HttpLoop {
    private static final int MOST_SPARE_HEADS = 256;

    private final EventLoop loop;
    private final HttpLimits limits;
    private final BodyBudget budget;
    private final HeadWriter writer;
    private final ChunkWriter chunks;
    private final DataRanges ranges = new DataRanges();
    private final ConnectionPools pools = new ConnectionPools(this);
    private final ArrayDeque<RequestHead> requestHeads = new ArrayDeque<>();
    private final ArrayDeque<ResponseHead> responseHeads = new ArrayDeque<>();
    private final Map<Failure.Kind, Long> failures = new EnumMap<>(Failure.Kind.class);
    private final PaddedCounts underWay = new PaddedCounts(1);
    private long refused;

    HttpLoop(EventLoop loop, HttpLimits limits, BodyBudget budget) {
        this.loop = loop;
        this.limits = limits;
        this.budget = budget;
        Arena arena = new Arena(loop.buffers());
        this.writer = new HeadWriter(arena);
        this.chunks = new ChunkWriter(arena);
    }

    EventLoop loop() {
        return loop;
    }

    HttpLimits limits() {
        return limits;
    }

    /** Returns the budget that all loops share. */
    BodyBudget budget() {
        return budget;
    }

    /** Prepares for a wait: a long body, or one among many, does not keep the buffers that others need to be read. */
    void settle(SliceQueue body) {
        if (body.bytes() > BodyBudget.UNCOUNTED || loop.buffers().isScarce()) {
            body.leavePool();
        } else {
            body.settle();
        }
    }

    HeadWriter writer() {
        return writer;
    }

    ChunkWriter chunks() {
        return chunks;
    }

    /** Returns the ranges that the read of a body fills; valid until the next read on this loop. */
    DataRanges ranges() {
        return ranges;
    }

    ConnectionPools pools() {
        return pools;
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

    void countBegun() {
        underWay.add(0, 1);
    }

    void countOver() {
        underWay.add(0, -1);
    }

    void countRefused() {
        refused++;
    }

    void count(Failure failure) {
        failures.merge(failure.kind(), 1L, Long::sum);
    }

    HttpCounts counts() {
        return new HttpCounts(underWay.get(0), pools.idleConnections(), refused, Map.copyOf(failures));
    }
}
