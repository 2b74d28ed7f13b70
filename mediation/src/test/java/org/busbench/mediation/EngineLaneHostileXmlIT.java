package org.busbench.mediation;

/** The same promises about hostile XML, kept by the Synapse engine alone. */
class EngineLaneHostileXmlIT extends HostileXmlIT {

    @Override
    String lanes() {
        return "engine";
    }
}
