package org.busbench.mediation;

/** The same promises about the scenarios, kept by the Synapse engine alone. */
class EngineLaneScenariosIT extends ScenariosIT {

    @Override
    String lanes() {
        return "engine";
    }
}
