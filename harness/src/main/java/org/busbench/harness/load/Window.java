package org.busbench.harness.load;

/**
 * The measured stretch of a trial. Only what ended inside it counts.
 *
 * @param startMillis first instant, milliseconds since the epoch
 * @param endMillis first instant after it
 */
public record Window(long startMillis, long endMillis) {

    private static final long SHORTEST_OWN_SECOND_MILLIS = 250;

    /** Refuses a window without length. */
    public Window {
        if (endMillis <= startMillis) {
            throw new IllegalArgumentException("a window must have a length: " + startMillis + " to " + endMillis);
        }
    }

    /**
     * Whether an instant lies inside.
     *
     * @param instantMillis milliseconds since the epoch
     * @return true when inside
     */
    public boolean contains(long instantMillis) {
        return instantMillis >= startMillis && instantMillis < endMillis;
    }

    /** The length. */
    public double seconds() {
        return (endMillis - startMillis) / 1000.0;
    }

    /**
     * How many entries a series of seconds has. The milliseconds that a window is longer than intended belong to the
     * last whole second; a rest of a quarter of a second or more is an entry of its own.
     *
     * @return at least 1
     */
    public int secondCount() {
        long length = endMillis - startMillis;
        long whole = length / 1000;
        return (int) Math.max(1, length % 1000 < SHORTEST_OWN_SECOND_MILLIS ? whole : whole + 1);
    }

    /**
     * The series entry to which an instant belongs.
     *
     * @return 0 to {@link #secondCount()} - 1
     */
    public int secondOf(long instantMillis) {
        return (int) Math.min(secondCount() - 1L, (instantMillis - startMillis) / 1000);
    }
}
