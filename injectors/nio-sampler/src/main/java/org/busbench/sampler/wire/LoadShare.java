package org.busbench.sampler.wire;

import java.time.Duration;

/**
 * What one of several loops contributes to a load: every {@code loops}-th user and every {@code loops}-th row.
 *
 * @param loop this loop, from 0
 * @param loops how many there are
 * @param users of the whole load: in a closed loop each waits for its answer; in an open one, the most connections
 * @param requestsPerUser -1 for no limit
 * @param think a user's pause between answer and next request; closed loop only
 * @param ratePerSecond requests per second of the whole load; 0 for a closed loop
 * @param backlog overdue requests of the whole load that wait for a free connection; those beyond are counted as unsent
 */
public record LoadShare(
        int loop,
        int loops,
        int users,
        Duration rampUp,
        long requestsPerUser,
        Duration think,
        double ratePerSecond,
        long backlog) {
    public LoadShare {
        if (loops < 1 || loop < 0 || loop >= loops || users < 1 || requestsPerUser < -1 || requestsPerUser == 0) {
            throw new IllegalArgumentException("loop " + loop + " of " + loops + ", " + users + " users, "
                    + requestsPerUser + " requests per user: out of range");
        }
        if (rampUp.isNegative() || think.isNegative() || !(ratePerSecond >= 0) || backlog < 0) {
            throw new IllegalArgumentException("ramp-up " + rampUp + ", think time " + think + ", rate " + ratePerSecond
                    + ", backlog " + backlog + ": none may be negative");
        }
    }

    boolean isOpen() {
        return ratePerSecond > 0;
    }

    int ownUsers() {
        return users / loops + (loop < users % loops ? 1 : 0);
    }

    /** The place in the whole load of this loop's n-th request or user. */
    long place(long own) {
        return own * loops + loop;
    }

    /** All requests of this loop; {@link Long#MAX_VALUE} for no limit. */
    long ownRequests() {
        return requestsPerUser < 0 ? Long.MAX_VALUE : requestsPerUser * ownUsers();
    }
}
