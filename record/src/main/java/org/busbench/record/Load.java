package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How requests came to be sent.
 *
 * @param model whether answers hold requests back
 * @param ratePerSecond intended requests per second of an open model; null for a closed one
 * @param thinkMillis pause of each client of a closed model between answer and next request; null when there is none
 */
public record Load(Model model, Double ratePerSecond, Double thinkMillis) {

    /** Whether answers hold requests back. */
    public enum Model {
        /** Each client waits for its answer before it sends again. */
        @JsonProperty("closed")
        CLOSED,
        /** Requests are sent at intended instants, whatever the answers do. */
        @JsonProperty("open")
        OPEN
    }

    /** As many requests as clients and answers allow, without a pause. */
    public static final Load CLOSED = new Load(Model.CLOSED, null, null);

    /** Refuses an open model without a rate. */
    public Load {
        Required.present(model, "load.model");
        if (model == Model.OPEN) {
            Required.notNegative(Required.present(ratePerSecond, "load.ratePerSecond"), "load.ratePerSecond");
        }
        if (thinkMillis != null) {
            Required.notNegative(thinkMillis, "load.thinkMillis");
        }
    }
}
