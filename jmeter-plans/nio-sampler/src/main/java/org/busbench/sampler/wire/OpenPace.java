package org.busbench.sampler.wire;

/**
 * Requests that are due at an even rate, whatever became of those before. One that finds no connection free waits, and
 * its latency counts from when it was due; what is overdue beyond the backlog is counted as unsent.
 */
final class OpenPace implements Pace {
    private static final double NANOS = 1e9;
    private static final int MOST_CONNECTING = 128;

    private final Loop loop;
    private final Share share;
    private final Connection[] free;
    private final double step;
    private final long startNanos = System.nanoTime();
    private final long backlog;
    private int freeCount;
    private long taken;
    private boolean stopped;

    OpenPace(Loop loop, Share share) {
        this.loop = loop;
        this.share = share;
        this.step = NANOS / share.ratePerSecond();
        this.backlog = Math.max(1, share.backlog() / share.loops());
        this.free = new Connection[share.ownUsers()];
        for (int i = 0; i < free.length; i++) {
            free[freeCount++] = loop.newConnection();
        }
    }

    private long due(long own) {
        return startNanos + (long) (share.place(own) * step);
    }

    @Override
    public long begin(long now) {
        if (stopped) {
            return Long.MAX_VALUE;
        }
        while (canBegin() && due(taken) - now <= 0) {
            Connection connection = free[--freeCount];
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
    public void free(Connection connection, long now, boolean connected) {
        free[freeCount++] = connection;
    }

    @Override
    public void stop(long now) {
        if (!stopped) {
            giveUp(overdue(now));
            stopped = true;
        }
    }

    @Override
    public boolean isOver() {
        return stopped || taken >= share.ownRequests();
    }
}
