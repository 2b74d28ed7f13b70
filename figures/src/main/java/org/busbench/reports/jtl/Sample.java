package org.busbench.reports.jtl;

import org.busbench.common.ErrorClass;

/**
 * One row of a sample log.
 *
 * @param startMillis when the request was begun, milliseconds since the epoch; 0 when the log does not say
 * @param elapsedMillis of work; the pauses in a transaction are not in it
 * @param idleMillis of pauses in a transaction, which ended so much later
 * @param error why it does not count, by status and exception alone; null when it was verified
 * @param failure what the plan's assertions, else the status line, said of one that does not count; empty when verified
 * @param label name of the sampler; empty when the log does not say
 * @param host of JMeter's own distributed mode that sent it, as the names of its threads begin, such as {@code
 *     10.0.0.11:1099}; empty for a JMeter by itself
 * @param threads that were active on that host when it ended; 0 when the log does not say
 * @param firstByteMillis until the answer began; -1 when the log does not say
 * @param connectMillis until the connection stood, 0 on one that stood already; -1 when the log does not say
 */
public record Sample(
        long startMillis,
        long elapsedMillis,
        long idleMillis,
        ErrorClass error,
        String failure,
        String label,
        String host,
        int threads,
        long firstByteMillis,
        long connectMillis) {
    /** Ends the label of a sample of our plans that was refused as it must be. */
    private static final String REFUSED_LABEL = " (refused)";

    /** When the answer was complete, or the request had failed. */
    public long endMillis() {
        return startMillis + elapsedMillis + idleMillis;
    }

    boolean dated() {
        return startMillis > 0;
    }

    /** Whether it is of a message that is wrong on purpose and was refused: it counts apart. */
    public boolean refused() {
        return verified() && label.endsWith(REFUSED_LABEL);
    }

    public boolean verified() {
        return error == null;
    }

    /**
     * The class of its error, in which the words of our own plans' assertions tell a wrong route from a wrong content;
     * null when it was verified.
     */
    ErrorClass toldError() {
        return error == ErrorClass.CONTENT && failure.startsWith("route:") ? ErrorClass.ROUTE : error;
    }
}
