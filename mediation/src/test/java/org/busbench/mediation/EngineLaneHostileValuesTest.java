package org.busbench.mediation;

/** The same promises about what is in a message, kept by the Synapse engine alone. */
class EngineLaneHostileValuesTest extends HostileValuesTest {

    @Override
    String lanes() {
        return "engine";
    }
}
