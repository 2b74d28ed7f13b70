package org.busbench.harness.measure;

import org.busbench.record.Keyed;

/** The parts of the rig whose cost is measured apart. */
public enum ProcessRole implements Keyed {
    /** The system under test. */
    MEDIATOR,
    /** The system under test on the other side of a duet. */
    RIVAL,
    /** All backend instances; they are one process. */
    BACKEND,
    INJECTOR;

    boolean isMediator() {
        return this == MEDIATOR || this == RIVAL;
    }

    /** The role as the other side of a duet sees it. */
    public ProcessRole ofRival() {
        return switch (this) {
            case MEDIATOR -> RIVAL;
            case RIVAL -> MEDIATOR;
            case BACKEND, INJECTOR -> this;
        };
    }
}
