package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a trial was made. Only trials of one purpose are set against each other. */
public enum Purpose {
    /** A trial of a block, in which adapters are compared. A record does not name it. */
    COMPARISON,
    /** A trial at the one rate that all adapters of its scenario and size got, for its CPU time. */
    @JsonProperty("fixed-rate")
    FIXED_RATE,
    /** A trial in the search for the highest rate under a bound of latency. */
    @JsonProperty("frontier")
    FRONTIER,
    /** One side of a duet: two mediators under load at the same time, of which only the ratio counts. */
    @JsonProperty("duet")
    DUET;

    /** Whether it is one of a block's trials, and not one behind them. */
    public boolean ofBlock() {
        return this == COMPARISON || this == DUET;
    }

    /** Tells Jackson which value is left out of a line. */
    static final class LeftOut {
        @Override
        public boolean equals(Object value) {
            return value == null || value == COMPARISON;
        }

        @Override
        public int hashCode() {
            return COMPARISON.hashCode();
        }
    }
}
