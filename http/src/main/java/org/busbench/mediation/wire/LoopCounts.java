package org.busbench.mediation.wire;

/**
 * What one loop has counted. Only the loop's thread counts, in plain fields, so that counting costs nothing; who wants to know asks on that
 * thread with {@link EventLoop#execute}.
 *
 * @param acceptedOpen how many of them are open
 * @param dialledOpen how many of them are open or being made
 * @param receivedBytes bytes taken from the network since the start
 * @param sentBytes bytes that the network has taken since the start
 * @param buffersInUse pooled buffers that hold bytes with an owner
 * @param bufferBytes the size of each
 */
public record LoopCounts(
        long accepted,
        long acceptedOpen,
        long dialled,
        long dialledOpen,
        long receivedBytes,
        long sentBytes,
        int buffersInUse,
        int buffersPooled,
        int bufferBytes) {}
