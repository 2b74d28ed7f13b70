package org.busbench.mediation.traffic;

/**
 * Messages of one proxy in one lane by their outcome, on one event loop or on all of them.
 *
 * @param answered answered by the mediator, as the configuration says
 * @param cut the answer had begun and could not be completed
 * @param abandoned the client closed its connection before the answer
 */
public record MessageCounts(
        String proxy,
        String lane,
        long relayed,
        long answered,
        long failed,
        long cut,
        long abandoned,
        LatencyHistogram latencies) {

    /** Returns the sum of both, with the names of this one. */
    public MessageCounts plus(MessageCounts other) {
        return new MessageCounts(
                proxy,
                lane,
                relayed + other.relayed,
                answered + other.answered,
                failed + other.failed,
                cut + other.cut,
                abandoned + other.abandoned,
                latencies.plus(other.latencies));
    }
}
