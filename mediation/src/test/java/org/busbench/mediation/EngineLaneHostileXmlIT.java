package org.busbench.mediation;

import java.io.IOException;
import org.busbench.mediation.rig.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same promises about hostile XML, kept by the Synapse engine alone; and those about what the fast lane reads without a tree. */
class EngineLaneHostileXmlIT extends HostileXmlIT {

    @Override
    String lanes() {
        return "engine";
    }

    @ParameterizedTest
    @EnumSource(
            value = Scenario.class,
            names = {"CBR", "XSLT"})
    void refusesNamesThatShareAHashAndAnElementWhoseNameIsLongerThanATagMayBe(Scenario scenario) throws IOException {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 1 << 13; i++) {
            String bits = Integer.toBinaryString(1 << 13 | i).substring(1);
            names.append('<').append(bits.replace("0", "Aa").replace("1", "BB")).append("/>");
        }
        refusedInBody(scenario, names.toString());
        refusedInBody(scenario, "<" + "a".repeat(1 << 17) + "/>");
    }
}
