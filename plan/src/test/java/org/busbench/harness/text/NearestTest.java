package org.busbench.harness.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> KNOWN = List.of("virtualization", "cbr", "xslt", "busbench", "synapse");

    @ParameterizedTest
    @CsvSource({
        "virtualisation,virtualization",
        "Virtualization,virtualization",
        "crb,cbr",
        "cb,cbr",
        "xlst,xslt",
        "synapsee,synapse",
        "busbnch,busbench",
    })
    void aSlipOfTheFingerIsUnderstood(String typed, String meant) {
        assertThat(Nearest.to(typed, KNOWN)).contains(meant);
    }

    @Test
    void somethingElseIsNotGuessedAt() {
        assertThat(Nearest.to("mule", KNOWN)).isEmpty();
        assertThat(Nearest.hint("mule", List.of("cbr", "xslt"))).isEqualTo("; known: cbr, xslt");
        assertThat(Nearest.hint("mule", List.of())).isEqualTo("; there are none");
    }
}
