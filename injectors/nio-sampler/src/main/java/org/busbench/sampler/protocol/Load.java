package org.busbench.sampler.protocol;

import java.io.IOException;
import java.time.Duration;
import org.busbench.sampler.record.LimitedKey;
import org.busbench.sampler.record.Totals;

/**
 * A load that a command began. {@link #execute} is called once, on a thread that is used for nothing else; all other methods
 * may be called from any thread, at any time.
 */
public interface Load {
    /**
     * Makes the load, from its plan to the complete log.
     *
     * @return the number of samples in the log
     * @throws LoadException when the load could not run as its plan says
     * @throws IOException when plan or log cannot be read or written
     */
    long execute() throws LoadException, IOException;

    /** The id of the command that began the load; may be null. */
    Long id();

    /** The counts of the requests by fate. Final after the load. */
    Counts counts();

    /** Ends the current interval of the record, if there is one; the instant, in ms since the epoch. */
    long mark();

    /** Ends the load early: users get this long to finish the request that they are in. */
    void stop(Duration grace);

    /**
     * What became of the requests.
     *
     * @param own null when they are not counted
     * @param rival those to the other side of a duet; null in any other load
     * @param limited null where no key is limited
     */
    record Counts(Totals own, Totals rival, LimitedKey.Counts limited) {
        /** Both sides together. */
        public long sent() {
            return own.sent() + (rival == null ? 0 : rival.sent());
        }
    }
}
