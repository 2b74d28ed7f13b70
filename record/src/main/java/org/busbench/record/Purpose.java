package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a trial was made. Only trials of one purpose are set against each other. */
public enum Purpose {
    /** It is one of a block's, in which adapters are compared. A record does not name it. */
    COMPARISON,
    /** It costs CPU time at the one rate that all adapters of its scenario and size got. */
    @JsonProperty("fixed-rate")
    FIXED_RATE,
    /** It tried a rate in the search for the highest one under a bound of latency. */
    @JsonProperty("frontier")
    FRONTIER,
    /** It is one side of a duet: two mediators under load at the same time, of which only the ratio counts. */
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
