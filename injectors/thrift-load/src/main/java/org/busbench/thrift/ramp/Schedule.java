package org.busbench.thrift.ramp;

/**
 * A rate that rises linearly, and the instants at which requests are due.
 *
 * @param from requests a second at the beginning
 * @param to requests a second at the end
 * @param seconds how long it rises
 */
public record Schedule(double from, double to, double seconds) {

    /** Refuses a ramp that falls, or has no length. */
    public Schedule {
        if (!(from > 0 && to > from && seconds > 0)) {
            throw new IllegalArgumentException("a ramp must rise from more than 0 within more than 0 s");
        }
    }

    /** How many requests are due in all. */
    public long total() {
        return (long) ((from + to) / 2 * seconds);
    }

    /** How many requests are due so many seconds after the beginning. */
    public long dueAt(double second) {
        double at = Math.max(0, Math.min(seconds, second));
        return Math.min(total(), (long) (from * at + rise() * at * at));
    }

    /** The second at which a request is due, counted from 1. */
    public double dueSecond(long number) {
        return (-from + Math.sqrt(from * from + 4 * rise() * number)) / (2 * rise());
    }

    private double rise() {
        return (to - from) / (2 * seconds);
    }
}
