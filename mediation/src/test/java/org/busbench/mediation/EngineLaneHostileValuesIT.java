package org.busbench.mediation;

/** The same promises about what is in a message, kept by the Synapse engine alone. */
class EngineLaneHostileValuesIT extends HostileValuesIT {

    @Override
    String lanes() {
        return "engine";
    }
}
