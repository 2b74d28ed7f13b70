package org.busbench.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.harness.cli.VerifyCommand.AdapterCheckTable;
import org.busbench.harness.run.AdapterCheck;
import org.busbench.record.Verification;
import org.junit.jupiter.api.Test;

class AdapterCheckTableTest {

    private static final List<AdapterCheck> VISITS = List.of(
            new AdapterCheck(
                    "a",
                    List.of(
                            record("virtualization", "500", "served", null),
                            record("virtualization", "10K", "served", null),
                            record("cbr", "500", "served", null),
                            record("cbr", "10K", "not-served", "cuts the body"),
                            record("xslt", "500", "not-served", "knows no XSLT"),
                            record("xslt", "10K", "not-served", "knows no XSLT")),
                    List.of("port 8280 is still taken after its end"),
                    null,
                    null),
            AdapterCheck.none("b", "there is no program b"));

    @Test
    void allAdaptersStandInOneTableWithEachReasonOnce() {
        assertThat(AdapterCheckTable.byAdapter(VISITS))
                .containsExactly(
                        "adapter  virtualization  cbr              xslt           leaves no trace",
                        "a        served          not served: 10K  not served     NO",
                        "b        not available   not available    not available  -",
                        "",
                        "a, cbr 10K: cuts the body",
                        "a, xslt: knows no XSLT",
                        "a: port 8280 is still taken after its end",
                        "b: not available here: there is no program b");
    }

    @Test
    void oneAdapterIsShownByScenariosThatItNamesWithAllOthersInALine() {
        assertThat(AdapterCheckTable.byScenario(VISITS.subList(0, 1), Map.of("a", Set.of("virtualization", "cbr"))))
                .containsExactly(
                        "adapter  scenario        payload  outcome     reason",
                        "a        virtualization  500 10K  served",
                        "a        cbr                 500  served",
                        "a        cbr                 10K  not-served  cuts the body",
                        "a        1 other                  not-served  not in its adapter.yaml: xslt",
                        "",
                        "a: port 8280 is still taken after its end");
    }

    private static Verification record(String scenario, String payload, String outcome, String reason) {
        return new Verification(
                "a",
                scenario,
                scenario,
                payload,
                outcome.equals("served") ? Verification.Outcome.SERVED : Verification.Outcome.NOT_SERVED,
                reason,
                null);
    }
}
