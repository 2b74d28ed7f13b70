package org.busbench.mediation;

/** The same promises about hostile XML, kept by the Synapse engine alone. */
class EngineLaneHostileXmlTest extends HostileXmlTest {

    @Override
    String lanes() {
        return "engine";
    }
}
