package org.busbench.harness.load;

import java.util.List;

/**
 * One row of JMeter's sample log.
 *
 * @param startMillis when the request was begun, milliseconds since the epoch
 * @param elapsedMillis how long until the answer was complete
 * @param error why it does not count; null when it was verified
 * @param fields the whole row; empty when it was verified
 */
record JtlSample(long startMillis, long elapsedMillis, ErrorKind error, List<String> fields) {

    long endMillis() {
        return startMillis + elapsedMillis;
    }

    boolean verified() {
        return error == null;
    }
}
