package org.busbench.sampler.wire;

/** Users who wait for their answer, think, and ask again. */
final class ClosedPace implements Pace {
    /** More at once would overflow the backlog of a listening socket, and wait a second for it. */
    private static final int MOST_CONNECTING = 128;
    /** A user whose connection was refused does not ask again in the same instant. */
    private static final long PAUSE_NANOS = 10_000_000;

    private final Loop loop;
    private final Share share;
    private final User[] users;
    private final Deadlines thinking;
    private final Deadlines pausing = new Deadlines(PAUSE_NANOS);
    private final long startNanos = System.nanoTime();
    private final long rampStep;
    private int arrived;
    private int gone;
    private long begun;
    private boolean stopped;

    ClosedPace(Loop loop, Share share) {
        this.loop = loop;
        this.share = share;
        this.thinking = new Deadlines(share.think().toNanos());
        this.rampStep = share.rampUp().toNanos() / share.users();
        this.users = new User[share.ownUsers()];
        for (int i = 0; i < users.length; i++) {
            users[i] = new User(loop.newConnection());
        }
    }

    /** Pauses between requests; the connection keeps the time limits of its own. */
    private final class User extends Timed {
        private final Connection connection;
        private long left = share.requestsPerUser();

        private User(Connection connection) {
            this.connection = connection;
            connection.owner = this;
        }

        @Override
        void expired(long now) {
            ask(this, now);
        }
    }

    @Override
    public long begin(long now) {
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
        user.connection.begin(now, now, share.place(begun++));
    }

    @Override
    public void free(Connection connection, long now, boolean connected) {
        User user = (User) connection.owner;
        if (!connected && user.left != 0) {
            pausing.add(user, now);
        } else if (!share.think().isZero() && user.left != 0) {
            thinking.add(user, now);
        } else {
            ask(user, now);
        }
    }

    @Override
    public void stop(long now) {
        stopped = true;
    }

    @Override
    public boolean isOver() {
        return stopped || gone == users.length;
    }
}
