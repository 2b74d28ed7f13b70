package org.busbench.mediation;

/** The same promises about the scenarios, kept by the Synapse engine alone. */
class EngineLaneScenariosTest extends ScenariosTest {

    @Override
    String lanes() {
        return "engine";
    }
}
