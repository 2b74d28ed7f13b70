package org.busbench.mediation.traffic;

/**
 * Messages of one proxy in one lane, on one loop or on all of them.
 *
 * @param proxy its name
 * @param lane the lane's name
 * @param relayed that got a backend's answer
 * @param answered that the mediator answered because its configuration says so
 * @param failed that were answered with an error of the mediator's
 * @param cut whose answer had begun and could not be ended
 * @param abandoned whose client went away
 * @param latencies of all of them
 */
public record AccountReading(
        String proxy,
        String lane,
        long relayed,
        long answered,
        long failed,
        long cut,
        long abandoned,
        Latencies latencies) {

    /** {@return this and another together, under this one's names} */
    public AccountReading plus(AccountReading other) {
        return new AccountReading(
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
