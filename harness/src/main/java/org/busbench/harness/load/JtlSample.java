package org.busbench.harness.load;

/**
 * One row of JMeter's sample log.
 *
 * @param startMillis when the request was begun, milliseconds since the epoch
 * @param elapsedMillis how long until the answer was complete
 * @param error why it does not count; null when it was verified
 * @param row the row as text; empty when it was verified, so that a long log costs little
 */
record JtlSample(long startMillis, long elapsedMillis, ErrorKind error, String row) {

    long endMillis() {
        return startMillis + elapsedMillis;
    }

    boolean verified() {
        return error == null;
    }
}
