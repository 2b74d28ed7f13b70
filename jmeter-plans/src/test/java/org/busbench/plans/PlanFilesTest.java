package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans are one text: prepare.js fills in what the scenario asks for. */
class PlanFilesTest {
    private static final List<String> CLASSIC = List.of("virtualization", "cbr", "xslt");

    @Test
    void aPlanUsesOnlyWhatAStockJMeterHas() throws IOException {
        List<String> classes = Files.readString(Path.of("scenario.jmx"))
                .lines()
                .filter(line -> line.contains(" testclass=\""))
                .map(line -> line.replaceAll(".* testclass=\"([^\"]*)\".*", "$1"))
                .distinct()
                .toList();

        assertThat(classes)
                .containsExactlyInAnyOrder(
                        "TestPlan",
                        "Arguments",
                        "ThreadGroup",
                        "LoopController",
                        "CSVDataSet",
                        "HTTPSamplerProxy",
                        "HeaderManager");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nio/"})
    void thePlansDifferOnlyInTheirScenario(String folder) throws IOException {
        String any = text(folder, "scenario")
                .replace(" -Jscenario=configs/scenarios/rest-json", "")
                .replace("/scenario.jmx", "/NAME.jmx")
                .replace("${__P(scenario,)}", "${__P(scenario,../configs/scenarios/NAME)}")
                .replace("testname=\"busbench scenario", "testname=\"busbench NAME")
                .replace("testname=\"scenario\"", "testname=\"NAME\"");
        for (String plan : CLASSIC) {
            assertThat(text(folder, plan)
                            .replace("/" + plan + ".jmx", "/NAME.jmx")
                            .replace("/scenarios/" + plan + ")}", "/scenarios/NAME)}")
                            .replace("testname=\"busbench " + plan, "testname=\"busbench NAME")
                            .replace("testname=\"" + plan + "\"", "testname=\"NAME\""))
                    .isEqualTo(any);
        }
    }

    /** The plans of the interop test have the names that it gave them, and end with their data: no id comes twice. */
    @ParameterizedTest
    @CsvSource({
        "interop-Ledger-GetAccount-Standalone, ledger-account",
        "interop-Ledger-PrepareTransfer-Standalone, ledger-prepare",
        "interop-Ledger-FulfillTransfer-Standalone, ledger-fulfill"
    })
    void thePlansOfTheInteropTestDifferFromAllOthersInTheirNameAndTheirEnd(String plan, String scenario)
            throws IOException {
        assertThat(text("", plan))
                .isEqualTo(text("", "cbr")
                        .replace("/cbr.jmx", "/" + plan + ".jmx")
                        .replace("/scenarios/cbr)}", "/scenarios/" + scenario + ")}")
                        .replace("testname=\"busbench cbr", "testname=\"busbench " + scenario)
                        .replace("testname=\"cbr\"", "testname=\"" + scenario + "\"")
                        .replace("\"recycle\">true", "\"recycle\">false")
                        .replace("\"stopThread\">false", "\"stopThread\">true"));
    }

    /** Without the first line of the description, which says what the scenario is. */
    private static String text(String folder, String plan) throws IOException {
        return Files.readString(Path.of(folder, plan + ".jmx"))
                .replaceFirst("<stringProp name=\"TestPlan.comments\">.*\n", "");
    }
}
