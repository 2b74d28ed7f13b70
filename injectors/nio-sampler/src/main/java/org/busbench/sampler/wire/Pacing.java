package org.busbench.sampler.wire;

/**
 * Decides when which connection begins a request: in a closed loop users wait for their response, think, and ask again; in
 * an open loop requests are due at an even rate. Called on the loop's thread; times are those of {@link System#nanoTime}.
 */
abstract class Pacing {
    /** More at once would overflow the backlog of a listening socket, and wait a second for it. */
    private static final int MOST_CONNECTING = 128;

    static Pacing of(Loop loop, LoadShare share) {
        return share.isOpen() ? new OpenLoop(loop, share) : new ClosedLoop(loop, share);
    }

    /**
     * Begins the requests that are due.
     *
     * @return nanoseconds until the next one is due; {@link Long#MAX_VALUE} when that depends on a response
     */
    abstract long begin(long now);

    /** A connection's request is over; {@code connected} is false when it got no connection. */
    abstract void free(SamplerConnection connection, long now, boolean connected);

    /** Begins no more requests. */
    abstract void stop(long now);

    /** Whether no more requests will be begun. */
    abstract boolean isOver();

    /** A user of a closed loop, who pauses between requests; the connection keeps its own time limits. */
    static final class User extends Deadlines.Timed {
        private final ClosedLoop loop;
        private final SamplerConnection connection;
        private long left;

        private User(ClosedLoop loop, SamplerConnection connection, long requests) {
            this.loop = loop;
            this.connection = connection;
            this.left = requests;
            connection.user = this;
        }

        @Override
        void expired(long now) {
            loop.ask(this, now);
        }
    }

    /** Users who wait for their response, think, and ask again. */
    private static final class ClosedLoop extends Pacing {
        /** A user whose connection was refused does not ask again in the same instant. */
        private static final long PAUSE_NANOS = 10_000_000;

        private final Loop loop;
        private final LoadShare share;
        private final User[] users;
        private final Deadlines thinking;
        private final Deadlines pausing = new Deadlines(PAUSE_NANOS);
        private final long startNanos = System.nanoTime();
        private final long rampStep;
        private int arrived;
        private int gone;
        private boolean stopped;

        private ClosedLoop(Loop loop, LoadShare share) {
            this.loop = loop;
            this.share = share;
            this.thinking = new Deadlines(share.think().toNanos());
            this.rampStep = share.rampUp().toNanos() / share.users();
            this.users = new User[share.ownUsers()];
            for (int i = 0; i < users.length; i++) {
                users[i] = new User(this, loop.newConnection(), share.requestsPerUser());
            }
        }

        @Override
        long begin(long now) {
            if (stopped) {
                return Long.MAX_VALUE;
            }
            long next = Math.min(thinking.expire(now), pausing.expire(now));
            while (arrived < users.length && loop.connecting().size() < MOST_CONNECTING) {
                long wait = startNanos + rampStep * share.place(arrived) - now;
                if (wait > 0) {
                    return Math.min(next, wait);
                }
                ask(users[arrived++], now);
            }
            return next;
        }

        private void ask(User user, long now) {
            if (stopped) {
                return;
            }
            if (user.left == 0) {
                gone++;
                return;
            }
            user.left -= user.left > 0 ? 1 : 0;
            long own = user.connection.destination().nextRequest();
            user.connection.begin(now, now, share.place(own));
        }

        @Override
        void free(SamplerConnection connection, long now, boolean connected) {
            User user = connection.user;
            if (!connected && user.left != 0) {
                pausing.add(user, now);
            } else if (!share.think().isZero() && user.left != 0) {
                thinking.add(user, now);
            } else {
                ask(user, now);
            }
        }

        @Override
        void stop(long now) {
            stopped = true;
        }

        @Override
        boolean isOver() {
            return stopped || gone == users.length;
        }
    }

    /**
     * Requests that are due at an even rate, whatever became of those before. One that finds no connection free waits, and
     * its latency counts from when it was due; what is overdue beyond the backlog is counted as unsent.
     */
    private static final class OpenLoop extends Pacing {
        private static final double NANOS = 1e9;

        private final Loop loop;
        private final LoadShare share;
        private final SamplerConnection[] free;
        private final double step;
        private final long startNanos = System.nanoTime();
        private final long backlog;
        private int freeCount;
        private long taken;
        private boolean stopped;

        private OpenLoop(Loop loop, LoadShare share) {
            this.loop = loop;
            this.share = share;
            this.step = NANOS / share.ratePerSecond();
            this.backlog = Math.max(1, share.backlog() / share.loops());
            this.free = new SamplerConnection[share.ownUsers()];
            for (int i = 0; i < free.length; i++) {
                free[freeCount++] = loop.newConnection();
            }
        }

        private long due(long own) {
            return startNanos + (long) (share.place(own) * step);
        }

        @Override
        long begin(long now) {
            if (stopped) {
                return Long.MAX_VALUE;
            }
            while (canBegin() && due(taken) - now <= 0) {
                SamplerConnection connection = free[--freeCount];
                long own = taken++;
                connection.begin(due(own), now, share.place(own));
            }
            long overdue = overdue(now);
            if (overdue > backlog) {
                giveUp(overdue - backlog);
            }
            return canBegin() ? Math.max(0, due(taken) - now) : Long.MAX_VALUE;
        }

        private boolean canBegin() {
            boolean connects = freeCount > 0 && !free[freeCount - 1].isOpen();
            return freeCount > 0
                    && taken < share.ownRequests()
                    && (!connects || loop.connecting().size() < MOST_CONNECTING);
        }

        private long overdue(long now) {
            long dueByNow = (long) ((now - startNanos) / (step * share.loops())) + 1;
            while (dueByNow > taken && due(dueByNow - 1) - now > 0) {
                dueByNow--;
            }
            return Math.max(0, Math.min(dueByNow, share.ownRequests()) - taken);
        }

        private void giveUp(long requests) {
            loop.unsent(requests);
            taken += requests;
        }

        @Override
        void free(SamplerConnection connection, long now, boolean connected) {
            free[freeCount++] = connection;
        }

        @Override
        void stop(long now) {
            if (!stopped) {
                giveUp(overdue(now));
                stopped = true;
            }
        }

        @Override
        boolean isOver() {
            return stopped || taken >= share.ownRequests();
        }
    }
}
