package org.busbench.mediation;

/** The same promises about HTTP, kept by the Synapse engine alone. */
class EngineLaneHttpIT extends HttpIT {

    @Override
    String lanes() {
        return "engine";
    }

    /** The client may have its answer, and send its next message, a moment before the pool has the connection back. */
    @Override
    int mayOpen() {
        return 3;
    }
}
