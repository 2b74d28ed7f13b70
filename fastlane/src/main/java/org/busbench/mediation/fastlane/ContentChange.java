package org.busbench.mediation.fastlane;

import java.util.List;
import org.busbench.mediation.xpath.TypedExpression;

/** How to make another message of the bytes of one, as a mediator of Synapse would of its tree. Immutable. */
public interface ContentChange {

    /** What it reads of the message. */
    default BodyNeed need() {
        return BodyNeed.WHOLE;
    }

    /** The expressions that it evaluates. */
    default List<TypedExpression> expressions() {
        return List.of();
    }

    /** Whether it takes long even for a short message, and is not for the thread of a loop. */
    default boolean computesLong() {
        return false;
    }
}
