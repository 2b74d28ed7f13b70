package org.busbench.record;

/** The measured stretch of a trial. */
public record Window(long startMillis, long endMillis) {

    private static final long SHORTEST_OWN_SECOND_MILLIS = 250;

    public Window {
        if (endMillis <= startMillis) {
            throw new IllegalArgumentException("'window' must have a length: " + startMillis + " to " + endMillis);
        }
    }

    /** The length in seconds. */
    public double seconds() {
        return (endMillis - startMillis) / 1000.0;
    }

    public boolean contains(double instantMillis) {
        return instantMillis >= startMillis && instantMillis < endMillis;
    }

    /** How many entries the series has: a rest of less than 250 ms belongs to the last whole second. */
    public int secondCount() {
        long length = endMillis - startMillis;
        long whole = length / 1000;
        return (int) Math.max(1, length % 1000 < SHORTEST_OWN_SECOND_MILLIS ? whole : whole + 1);
    }

    /** The entry of the series, 0 to {@link #secondCount()} - 1, to which an instant inside the window belongs. */
    public int secondOf(double instantMillis) {
        return (int) Math.min(secondCount() - 1.0, Math.floor((instantMillis - startMillis) / 1000));
    }
}
