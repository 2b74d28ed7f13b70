package org.busbench.harness.measure;

import java.util.Locale;

/** The parts of the rig whose cost is measured apart. */
public enum ProcessRole {
    /** The system under test. */
    MEDIATOR,
    /** All backend instances; they are one process. */
    BACKEND,
    /** What makes the load. */
    INJECTOR;

    /** The name as it stands in a record. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
