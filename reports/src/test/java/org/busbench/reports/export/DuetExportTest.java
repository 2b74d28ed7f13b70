package org.busbench.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetRig;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;

class DuetExportTest {

    private final Analysis analysis =
            Analysis.of(new DuetRig(1, slowed(), 2, 8, 8).noise(0.03, 0.01, 0.5).measured(8));

    private static Map<String, Double> slowed() {
        Map<String, Double> costs = new LinkedHashMap<>();
        costs.put("reference-copy", 1.0);
        costs.put("reference-slow-20", 1.2);
        return costs;
    }

    @Test
    void resultsHoldTheDuetsAsTheirSchemaSays() throws IOException {
        String json = ResultsJson.of(analysis, RawData.none());

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Files.readString(Path.of("../docs/schema/results-2.schema.json")))
                        .validate(json, InputFormat.JSON))
                .isEmpty();
        assertThat(json)
                .containsPattern("\"verdict\" ?: ?\"slower\"")
                .containsPattern("\"word\" ?: ?\"dearer\"")
                .containsPattern("\"basis\" ?: ?\"same-product\"")
                .containsPattern("\"means\" ?: ?\\[\\s*\\{\\s*\"measure\" ?: ?\"cpu\"")
                .containsPattern("\"floors\" ?: ?\\[\\s*\\{\\s*\"measure\" ?: ?\"cpu\"");
    }

    @Test
    void aStretchIsARowWithTheRatiosOfAllFigures() {
        List<String> rows = Csv.duets(analysis.duets()).lines().toList();

        assertThat(rows).hasSize(1 + 2 * 2 * 8 * 4);
        assertThat(rows.get(0))
                .isEqualTo(
                        "first,second,scenario,payload,concurrency,unit,block,first_trial,stretch,second_dealt_first,"
                                + "cpu_ratio,goodput_ratio,latency_p50_ratio");
        assertThat(rows.get(1))
                .matches("reference,reference-copy,cbr,500,1,1/1,1,1,1,false,\\d\\.\\d+,\\d\\.\\d+,\\d\\.\\d+");
    }

    @Test
    void markdownHasATableOfItsOwnAndTheFloor() {
        assertThat(Markdown.results(analysis))
                .contains("## Duets")
                .containsPattern(
                        "\\| cbr 500 c=1 \\| reference-slow-20 over reference \\| CPU time \\| \\+\\d+(\\.\\d)? % \\|")
                .containsPattern(
                        "\\| mean of 2 cells \\| reference-slow-20 over reference \\| CPU time \\| \\+\\d+(\\.\\d)? % \\|")
                .containsPattern(
                        "Here and now a difference of \\d\\.\\d % of CPU time would be found nine times out of ten");
    }

    @Test
    void junitFailsWhatIsWorseAndSkipsWhatIsOpen() {
        String xml = JunitXml.cells(analysis);
        assertThat(xml)
                .contains(
                        "classname=\"busbench.reference-slow-20\" name=\"CPU time beside reference: cbr 500 c=1\"><failure"
                                + " message=\"dearer: +")
                .contains(
                        "classname=\"busbench.reference-copy\" name=\"CPU time beside reference: cbr 500 c=2\"><system-out>tie: ");

        assertThat(JunitXml.cells(Analysis.of(new DuetRig(1, slowed(), 1, 2, 2).measured(2))))
                .contains("<skipped message=\"open: ")
                .contains("nothing yet, there are too few forks");
    }
}
