package org.busbench.mediation.xpath;

import java.util.Objects;

/**
 * What is asked of a message.
 *
 * @param on the expression
 * @param kind what is asked of it
 */
public record Question(Expression on, Kind kind) {

    /** Both are needed. */
    public Question {
        Objects.requireNonNull(on, "on");
        Objects.requireNonNull(kind, "kind");
    }

    /** {@return whether it is answered without the message's content} */
    public boolean needsNoContent() {
        return on.needsNoContent(kind);
    }

    /** {@return whether it is answered while the message streams by} */
    public boolean isStreamed() {
        return on.lane(kind) == Lane.STREAM;
    }
}
