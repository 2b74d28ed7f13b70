package org.busbench.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.busbench.record.RunProblem;
import org.busbench.reports.Export.Format;
import org.busbench.reports.statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The files of a checked-in run. */
class ExportTest {

    private static final Path RUN = SampleRuns.directory("run-quick");
    private static final Set<Format> TEXTS = EnumSet.of(Format.CSV, Format.JSON, Format.JUNIT, Format.MARKDOWN);

    @TempDir
    private Path folder;

    @Test
    void writesAFileForEachFormatIntoAFolderThatNeedNotBeThere() {
        List<Path> written = Export.write(RUN, TEXTS, folder.resolve("a/b"));

        assertThat(written)
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder(
                        "trials.csv", "seconds.csv", "latencies.csv", "results.json", "cells.xml", "results.md");
        assertThat(written).allMatch(Files::isRegularFile);
    }

    @Test
    void everyCellOfTheJsonIsTheMedianOfItsTrials() throws IOException {
        JsonNode results = json();
        List<JsonNode> trials = Files.readAllLines(RUN.resolve("trials.jsonl")).stream()
                .map(ExportTest::parsed)
                .toList();

        assertThat(results.get("schema").asText()).isEqualTo("busbench/results/2");
        assertThat(results.get("cells").size()).isGreaterThan(30);
        for (JsonNode cell : results.get("cells")) {
            double[] goodput = trials.stream()
                    .filter(trial -> List.of("adapter", "scenario", "payload", "concurrency").stream()
                            .allMatch(key -> trial.get(key).equals(cell.get(key))))
                    .filter(trial -> trial.get("outcome").asText().equals("measured"))
                    .mapToDouble(trial -> trial.get("goodputPerSecond").doubleValue())
                    .sorted()
                    .toArray();
            if (goodput.length == 0) {
                assertThat(cell.get("goodputPerSecond").isNull()).as("%s", cell).isTrue();
                assertThat(cell.get("reason").asText()).isNotEmpty();
            } else {
                int last = goodput.length - 1;
                assertThat(cell.get("goodputPerSecond").doubleValue())
                        .as("%s", cell)
                        .isCloseTo((goodput[last / 2] + goodput[last - last / 2]) / 2, within(1e-9));
            }
        }
    }

    @Test
    void aCellIsATestCaseThatFailsIsSkippedOrPassesAsDocumented() throws Exception {
        Export.write(RUN, EnumSet.of(Format.JUNIT), folder);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Element suite = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(folder.resolve("cells.xml"))))
                .getDocumentElement();
        NodeList cases = suite.getElementsByTagName("testcase");

        assertThat(cases.getLength()).isEqualTo(json().get("cells").size());
        int skipped = 0;
        for (JsonNode cell : json().get("cells")) {
            Element one = testCase(cases, cell);
            boolean spoilt = cell.get("flags").findValuesAsText("kind").stream()
                    .anyMatch(Set.of("unstable", "leaks", "parity", "not-reconciled", "different")::contains);
            boolean measured = cell.get("outcome").asText().equals("measured");
            assertThat(one.hasChildNodes()).as("%s", cell).isEqualTo(!measured || spoilt);
            assertThat(one.getElementsByTagName("failure").getLength() > 0)
                    .as("%s", cell)
                    .isEqualTo(spoilt || (!measured && cell.get("trials").asInt() > 0));
            skipped += one.getElementsByTagName("skipped").getLength();
        }
        assertThat(suite.getAttribute("skipped")).isEqualTo(Integer.toString(skipped));
    }

    private static Element testCase(NodeList cases, JsonNode cell) {
        String name = cell.get("scenario").asText() + " " + cell.get("payload").asText() + " c="
                + cell.get("concurrency").asText();
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            if (one.getAttribute("name").equals(name)
                    && one.getAttribute("classname")
                            .equals("busbench." + cell.get("adapter").asText())) {
                return one;
            }
        }
        throw new AssertionError("no test case for " + cell);
    }

    @Test
    void whatTheRunDoesNotHaveIsRefusedInOneLine() {
        assertThatThrownBy(() -> Export.write(folder, TEXTS, folder)).isInstanceOf(RunProblem.class);
        assertThatThrownBy(() -> Export.format("pdf"))
                .hasMessage("'pdf' is no format: choose of json, markdown, junit, csv, cpus");
    }

    @Test
    void theMarkdownHasATableForEachScenarioAndSizeWithTheSameFigures() throws IOException {
        Export.write(RUN, EnumSet.of(Format.MARKDOWN), folder);
        String text = Files.readString(folder.resolve("results.md"));
        JsonNode first = json().get("cells").get(0);

        assertThat(text.lines().filter(line -> line.startsWith("## "))).hasSize(6);
        assertThat(text)
                .contains("| " + first.get("adapter").asText() + " | c="
                        + first.get("concurrency").asText() + " | "
                        + Interval.threeDigits(first.get("goodputPerSecond").doubleValue()) + " | ");
    }

    private JsonNode json() throws IOException {
        Export.write(RUN, EnumSet.of(Format.JSON), folder);
        return parsed(Files.readString(folder.resolve("results.json")));
    }

    private static JsonNode parsed(String text) {
        try {
            return JsonMapper.builder().build().readTree(text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
