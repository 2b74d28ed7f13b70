package org.busbench.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.Adapter;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.RunningProcess;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.DuetFloor;
import org.busbench.reports.analysis.DuetRig;
import org.busbench.reports.analysis.Measure;
import org.junit.jupiter.api.Test;

class DuetViewTest {

    private static final Map<String, Double> COPY_AND_SLOWED = new LinkedHashMap<>();

    static {
        COPY_AND_SLOWED.put("reference-copy", 1.0);
        COPY_AND_SLOWED.put("reference-slow-20", 1.2);
    }

    private final Analysis analysis = Analysis.of(
            new DuetRig(1, COPY_AND_SLOWED, 2, 8, 8).noise(0.03, 0.01, 0.5).measured(8));

    @Test
    void theFirstScreenSaysWhoIsDearerAndWhatCanBeToldHereAndNow() {
        String page = Page.of(analysis);

        assertThat(page)
                .containsPattern(
                        "<h1 id=\"answer-title\">reference-slow-20 beside reference: \\+\\d+.* CPU time, dearer over"
                                + " all 2 cells together \\(dearer in 2 of 2\\).</h1>")
                .containsPattern(
                        "<p class=\"floor\">Here and now a difference of \\d\\.\\d % of CPU time would be found nine"
                                + " times out of ten")
                .contains("the run gives ratios, and no TPS of any of them");
        assertThat(analysis.floors()).hasSize(6).allMatch(DuetFloor::smallEnough);
    }

    @Test
    void besideSoloTrialsTheFirstScreenSaysWhatTheDuetsSay() {
        assertThat(Page.of(Analysis.of(besideSoloTrials(analysis.run()))))
                .containsPattern(
                        "by <a href=\"#duets\">duets</a>: reference-slow-20 beside reference: .*\\(dearer in 2 of 2\\).</p>")
                .doesNotContain("the run gives ratios, and no TPS of any of them");
    }

    private static RecordedRun besideSoloTrials(RecordedRun duets) {
        List<Trial> trials = new ArrayList<>(duets.trials());
        for (int block = 1; block <= 3; block++) {
            for (String adapter : List.of("reference", "reference-slow-20")) {
                trials.add(SampleRuns.trial(
                                SampleRuns.mediator(adapter),
                                block,
                                duets.trials().get(0).concurrency())
                        .number(trials.size() + 1)
                        .measured(1000, 50)
                        .build());
            }
        }
        return new RecordedRun(
                duets.info(),
                duets.finished(),
                duets.verifications(),
                trials,
                duets.resumes(),
                duets.calibrations(),
                duets.parities(),
                duets.remarks(),
                Optional.empty());
    }

    @Test
    void everyPairHasItsFiguresInATableAndItsStretchesAsDots() {
        String page = Page.of(analysis);

        assertThat(page.split("data-key=\"duet-cpu\"", -1)).hasSize(1 + 2 * (2 + 1));
        assertThat(page.split("<circle ", -1)).hasSize(1 + 2 * 2 * 4 * 4 + 2 * 4 * 2);
        assertThat(page.split("<path d=\"M", -1)).hasSizeGreaterThanOrEqualTo(1 + 2 * 2 * 4 * 4);
        assertThat(page)
                .contains("<td class=\"bad\">dearer</td>")
                .contains("one product: the duet decides")
                .contains("<h4>All 2 cells together</h4>", "true of these cells together, of no single one")
                .contains("round where reference was dealt the first client");
    }

    @Test
    void aPairWithoutCpuTimeStandsInTheFirstSentenceByItsGoodput() {
        Map<String, Double> costs = new LinkedHashMap<>();
        costs.put("reference-slow-10", 1.1);
        costs.put("reference-slow-20", 1.2);
        Analysis all = Analysis.of(new DuetRig(1, costs, 1, 4, 4).measured(4));
        Analysis partly = new Analysis(
                all.run(),
                all.cells(),
                all.rankings(),
                all.baseline(),
                all.contrasts(),
                all.duets().stream()
                        .filter(duet -> !(duet.measure() == Measure.CPU
                                && duet.pair().second().equals("reference-slow-10")))
                        .toList(),
                all.floors(),
                all.scalings(),
                all.fixedRate(),
                all.frontiers(),
                all.injectors(),
                all.repetition());

        assertThat(DuetView.of(partly, new Palette(partly.run().info().adapters()))
                        .get("sentence")
                        .toString())
                .contains("reference-slow-10 beside reference: ")
                .contains("reference-slow-20 beside reference: ");
    }

    @Test
    void aRestlessSittingSaysWhatWouldHelp() {
        Analysis restless = Analysis.of(new DuetRig(1, Map.of("reference-copy", 1.0), 2, 4, 4)
                .noise(0.4, 0.02, 0.5)
                .measured(4));

        assertThat(restless.floors()).isNotEmpty().noneMatch(DuetFloor::smallEnough);
        assertThat(restless.floors().get(0).remedies())
                .noneMatch(text -> text.contains("counts instructions"))
                .anyMatch(text -> text.matches("more forks, or longer duets: about \\d+ instead of 4"));
        assertThat(Page.of(restless)).contains("<p class=\"floor warn\">").contains("It would help: ");
    }

    @Test
    void countersWouldHelpWhereSoloTrialsCountedNothing() {
        RecordedRun restless =
                new DuetRig(1, COPY_AND_SLOWED, 2, 4, 4).noise(0.4, 0.02, 0.5).measured(4);

        assertThat(Analysis.of(besideSoloTrials(restless)).floors().get(0).remedies())
                .anyMatch(text -> text.startsWith("a machine whose CPU counts instructions"));
    }

    @Test
    void whatDiffersBetweenTheTwoIsListed() {
        RecordedRun run = new DuetRig(1, Map.of("reference-b", 1.0), 1, 4, 4).measured(4);
        RunInfo info = run.info();
        Adapter first = adapter("reference", "1.0", "-Xmx256m", "aaaaaaaaaaaa");
        Adapter second = adapter("reference-b", "1.1", "-Xmx512m", "bbbbbbbbbbbb");
        RunInfo told = new RunInfo(
                info.schema(),
                info.id(),
                info.startedAt(),
                info.busbench(),
                info.suite(),
                List.of(first, second),
                info.unavailable(),
                info.environment(),
                info.rig(),
                info.hosts(),
                info.publication());
        Map<String, Object> view = DuetView.of(
                Analysis.of(new RecordedRun(
                        told,
                        run.finished(),
                        run.verifications(),
                        run.trials(),
                        run.resumes(),
                        run.calibrations(),
                        run.parities(),
                        run.remarks(),
                        Optional.empty())),
                new Palette(told.adapters()));

        JsonNode pair = new ObjectMapper().valueToTree(view).at("/pairs/0");
        assertThat(pair.get("differs"))
                .extracting(JsonNode::asText)
                .containsExactly(
                        "version: 1.0 in reference, 1.1 in reference-b",
                        "files differ: adapter.yaml",
                        "command line: -Xmx256m only in reference, -Xmx512m only in reference-b");
    }

    private static Adapter adapter(String name, String version, String heap, String sha256) {
        Adapter plain = SampleRuns.mediator(name);
        return new Adapter(
                name,
                plain.title(),
                plain.role(),
                version,
                new RunningProcess(List.of("java", heap), null, "17.0.1", null),
                List.of(new Adapter.FileHash("configs/adapters/" + name + "/adapter.yaml", sha256)),
                null,
                null,
                null,
                null,
                null);
    }
}
