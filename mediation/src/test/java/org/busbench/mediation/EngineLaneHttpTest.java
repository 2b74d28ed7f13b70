package org.busbench.mediation;

/** The same promises about HTTP, kept by the Synapse engine alone. */
class EngineLaneHttpTest extends HttpTest {

    @Override
    String lanes() {
        return "engine";
    }
}
