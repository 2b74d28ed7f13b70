package org.busbench.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanFilesTest {
    @ParameterizedTest
    @ValueSource(strings = {"virtualization", "cbr", "xslt"})
    void aPlanUsesOnlyWhatAStockJMeterHas(String plan) throws IOException {
        List<String> classes = Files.readString(Path.of(plan + ".jmx"))
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
                        "HeaderManager",
                        "ResponseAssertion");
    }

    @Test
    void thePlansDifferOnlyInWhatTheScenarioAsksFor() throws IOException {
        List<String> virtualization =
                scenarioTakenOut("virtualization", "VirtualizationProxy", "getQuote", "backend-A");
        List<String> cbr = scenarioTakenOut("cbr", "CbrProxy", "getQuote", "${route}");
        List<String> xslt = scenarioTakenOut("xslt", "XsltProxy", "checkPrice", "backend-A");

        assertThat(cbr).isEqualTo(virtualization);
        assertThat(xslt).containsSubsequence(virtualization).hasSize(virtualization.size() + 10);
    }

    /** The plan's lines without its description, and without the hash codes that JMeter writes beside strings. */
    private static List<String> scenarioTakenOut(String plan, String proxy, String message, String route)
            throws IOException {
        return Files.readString(Path.of(plan + ".jmx"))
                .replaceFirst("(?s)<stringProp name=\"TestPlan.comments\">.*?</stringProp>", "")
                .replaceAll("<stringProp name=\"-?\\d+\">", "<stringProp name=\"hash\">")
                .replace("/services/" + proxy, "/services/PROXY")
                .replace(message, "MESSAGE")
                .replace("${__P(route," + route + ")}", "ROUTE")
                .replace(plan, "PLAN")
                .lines()
                .toList();
    }
}
