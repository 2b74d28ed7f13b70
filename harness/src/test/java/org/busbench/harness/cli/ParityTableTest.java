package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.busbench.record.Parity;
import org.junit.jupiter.api.Test;

class ParityTableTest {

    @Test
    void scenariosThatAnAdapterDoesNotNameShareALine() {
        Parity parity = new Parity(
                Parity.SCHEMA,
                "a",
                "2026-11-27T12:00:00Z",
                List.of(),
                List.of(),
                null,
                null,
                "it ran already",
                List.of(
                        unserved("cbr", "it looks at no body"),
                        unserved("split", "split is not in its adapter.yaml"),
                        unserved("tls", "tls is not in its adapter.yaml")),
                null);

        assertThat(Audit.ParityTable.lines(List.of(parity)))
                .contains(
                        "a, cbr: not audited: it looks at no body",
                        "a: not audited, since not in its adapter.yaml: split, tls")
                .noneMatch(line -> line.contains("is not in its adapter.yaml"));
    }

    private static Parity.Scenario unserved(String name, String reason) {
        return new Parity.Scenario(name, null, reason, null, null, null, null, null, List.of());
    }
}
