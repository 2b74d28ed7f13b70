package org.busbench.record;

/** How requests came to be sent. */
public record Load(Model model, Double ratePerSecond, Double thinkMillis) {

    /** Whether answers hold requests back. */
    public enum Model implements Keyed {
        /** Each client waits for its answer before it sends again. */
        CLOSED,
        /** Requests are sent at intended instants, whatever the answers do. */
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
