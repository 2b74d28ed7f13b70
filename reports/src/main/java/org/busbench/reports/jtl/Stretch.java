package org.busbench.reports.jtl;

/**
 * A part of a log in which the number of active threads stood still, in whole seconds, warm-up left out.
 *
 * @param threads as the log says; 0 when it does not
 * @param startMillis first instant, milliseconds since the epoch
 * @param endMillis first instant after it
 */
record Stretch(int threads, long startMillis, long endMillis) {

    boolean contains(long instantMillis) {
        return instantMillis >= startMillis && instantMillis < endMillis;
    }
}
