package org.busbench.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.relay;
import static org.busbench.reports.SampleRuns.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.Finished;
import org.busbench.record.Machine;
import org.busbench.record.Outcome;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunReader;
import org.busbench.record.RunningProcess;
import org.busbench.record.RunningProcess.Program;
import org.busbench.record.SampleSource;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Sampled;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.export.Csv;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;

class PageTest {

    private final Adapter fast = mediator("fast");
    private final Adapter slow = mediator("slow");

    @Test
    void thePageIsOneFileBelowThreeMegabytesThatLoadsNothing() {
        String page = Page.of(Analysis.of(RunReader.read(SampleRuns.directory("run-quick"))));

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(3_000_000);
        assertThat(page).contains("default-src 'none'; script-src 'sha256-");
        assertThat(Pattern.compile("<(script|img|iframe)[^>]* src=|<link[^>]* href=\"(?!data:,)|@import|url\\(")
                        .matcher(page.replaceAll("(?s)<script>.*?</script>", ""))
                        .find())
                .isFalse();
    }

    @Test
    void theHeadlineNamesTheLeaderAndTheRatioAndThatItWasMeasuredOnce() {
        assertThat(page(900, 300))
                .contains("fast has the most goodput here.")
                .contains("3.0 × slow")
                .contains("Each cell was measured once: there is no interval, so take small differences as hints.");
    }

    @Test
    void oneMediatorBesideAControlHasNoRivalAndNoLegendOfDistances() {
        RecordedRun run = run(
                List.of(direct(), fast),
                List.of(8),
                1,
                List.of(measured(direct(), 1, 8, 900, 1), measured(fast, 1, 8, 300, 1)));

        assertThat(Page.of(Analysis.of(run)))
                .contains("fast is the only mediator with figures: none can be ahead.")
                .doesNotContain("<b>÷ 3.8</b>");
        assertThat(page(900, 300)).contains("<b>÷ 3.8</b>");
    }

    @Test
    void aRunWithoutAFigureWasNotMeasuredOnceAndNoCellOfItHasAFigure() {
        RecordedRun run =
                run(List.of(fast), List.of(8), 1, List.of(SampleRuns.without(fast, 1, 8, Outcome.FAILED, "gone")));
        Finished failed = new Finished("2026-11-21T09:41:12Z", "complete", 1, 1, null, null, null, null);

        assertThat(Page.of(Analysis.of(ended(run, failed))))
                .contains("No mediator has a figure.")
                .contains("No trial has a figure.")
                .contains("The run ended with exit code 1: no cell has a figure. Each is marked with the reason.")
                .doesNotContain("Each cell was measured once")
                .doesNotContain("Grey and dashed is a control");
    }

    @Test
    void theLegendNamesAControlAndTheCeilingWhereTheyAreDrawn() {
        assertThat(page(900, 300))
                .contains("Grey and dashed is a control. <code>direct</code>, with nothing in between");
        assertThat(Page.of(Analysis.of(run(
                        List.of(fast, relay()),
                        List.of(8),
                        1,
                        List.of(measured(fast, 1, 8, 900, 1), measured(relay(), 1, 8, 950, 1))))))
                .contains("Grey and dashed is a control.</p>");
    }

    @Test
    void aSizeThatNoPartOfTheSuiteMeasuresIsNotCountedAndSaysSo() {
        RecordedRun run = run(
                List.of(fast, slow),
                List.of(8),
                1,
                List.of(measured(fast, 1, 8, 900, 1), measured(slow, 1, 8, 300, 1)));
        Suite.Part small = new Suite.Part(List.of("cbr"), List.of("500"), List.of(8), List.of(), null);
        RecordedRun parts = SampleRuns.withParts(SampleRuns.withPayloads(run, List.of("500", "10K")), List.of(small));

        assertThat(Page.of(Analysis.of(parts)))
                .contains("fast has the most goodput here.")
                .contains("<span class=\"by\">not measured</span>")
                .contains("<p class=\"lead\">Not measured in this run");
    }

    @Test
    void oneMediatorMoreIsOneMore() {
        List<Adapter> nine =
                IntStream.rangeClosed(1, 9).mapToObj(i -> mediator("esb-" + i)).toList();
        List<Trial> trials =
                nine.stream().map(esb -> measured(esb, 1, 8, 100, 1)).toList();

        assertThat(Page.of(Analysis.of(run(nine, List.of(8), 1, trials)))).contains("<summary>1 more</summary>");
    }

    @Test
    void aTargetThatServedNothingWasCheckedInNoScenario() {
        Adapter target = new Adapter(
                "target",
                "target",
                fast.role(),
                "1",
                null,
                null,
                null,
                null,
                null,
                new Adapter.Target(List.of("esb:8280"), false),
                null);
        RecordedRun run = run(
                List.of(target),
                List.of(8),
                1,
                List.of(SampleRuns.without(target, 1, 8, Outcome.NOT_SERVED, "it answers 404")));

        assertThat(Page.of(Analysis.of(run))).contains("any scenario: it served none");
    }

    @Test
    void ofAJMetersOwnLogNothingIsCalledVerified() {
        RecordedRun run = run(List.of(fast), List.of(8), 1, List.of(measured(fast, 1, 8, 900, 1)));
        RecordedRun samples = new RecordedRun(
                run.info(),
                run.finished(),
                run.verifications(),
                run.trials(),
                run.resumes(),
                run.calibrations(),
                run.parities(),
                run.remarks(),
                Optional.of(new SampleSource(1, 2700, 5, false, List.of(), List.of())));

        assertThat(Page.of(Analysis.of(samples)))
                .contains("<p>Successful samples per second: higher is better.")
                .contains("Successful samples per second: each passed the assertions of its plan.")
                .doesNotContain("Verified responses per second");
        assertThat(page(900, 300))
                .contains("<p>Verified responses per second: higher is better.")
                .doesNotContain("Successful samples");
    }

    @Test
    void aSmallLeadIsNotClaimed() {
        assertThat(page(105, 100))
                .contains("No mediator is ahead; 1 too close to call.")
                .contains("too close to call: 1.05 × slow")
                .doesNotContain("has the most goodput");
    }

    @Test
    void twoMediatorsAtTheLimitOfTheRigAreNotRanked() {
        assertThat(page(9900, 9100))
                .contains("No mediator is ahead; 1 at the limit of the rig.")
                .contains("No ranking: fast and slow are at the rig&#39;s limit")
                .doesNotContain("has the most goodput");
    }

    @Test
    void thatOtherProgramsTookTheCpuIsSaidAtFirstSightAndNothingIsRanked() {
        Trial disturbed =
                SampleRuns.trial(fast, 1, 8).measured(900, 1).disturbed(0.6).build();
        RecordedRun run = run(List.of(fast, slow), List.of(8), 1, List.of(disturbed, measured(slow, 1, 8, 300, 1)));

        assertThat(Page.of(Analysis.of(run)))
                .contains(
                        "Other programs or machines took up to 60 % of the CPU in 1 of 2 trials: no verdict rests on these.")
                .contains("No mediator is ahead; 1 disturbed by other programs or machines.")
                .contains("No ranking: other programs or machines took a tenth of the CPU or more")
                .doesNotContain("has the most goodput");
        assertThat(Csv.trials(run.trials()).lines().findFirst().orElseThrow()).contains(",machine_foreign_share,");
    }

    @Test
    void oneBlockHasNoVerdictAndSeveralHave() {
        assertThat(contrasts(List.of(measured(fast, 1, 8, 105, 1), measured(slow, 1, 8, 100, 1)), 1))
                .allSatisfy(
                        contrast -> assertThat(contrast.get("word").isNull()).isTrue())
                .allSatisfy(contrast ->
                        assertThat(contrast.get("interval").isNull()).isTrue());

        List<Trial> trials = new ArrayList<>();
        double[] noise = {1, 1.01, 0.99, 1.02, 0.98};
        for (int block = 1; block <= 5; block++) {
            trials.add(measured(fast, block, 8, 1000, 10));
            trials.add(measured(slow, block, 8, 500 * noise[block - 1], 10 * noise[block - 1]));
        }
        assertThat(contrasts(trials, 5))
                .extracting(
                        contrast -> contrast.get("measure").asText(),
                        contrast -> contrast.get("word").asText())
                .containsExactly(tuple("goodput", "slower"), tuple("cpu", "tie"));
        JsonNode goodput = contrasts(trials, 5).get(0);
        assertThat(goodput.get("ratio").asDouble()).isCloseTo(0.5, within(0.001));
        assertThat(goodput.at("/interval/low").asDouble()).isBetween(0.485, 0.5);
        assertThat(goodput.at("/interval/high").asDouble()).isBetween(0.5, 0.515);
        assertThat(Page.of(Analysis.of(run(List.of(fast, slow), List.of(8), 5, trials))))
                .containsPattern("2.0 × slow <span class=\"range\">95 %: 1.9\\d–2.0\\d</span>");
    }

    @Test
    void aFlagStandsWithItsReasonAndTheBottleneckWithTheCell() {
        Trial trial = SampleRuns.trial(fast, 1, 8)
                .series(100, 100, 100, 3, 100, 100)
                .machine(new Machine(1, 0, 0.0, null, null, null, null))
                .sampled(new Sampled(300, 0, null))
                .build();

        JsonNode cell = data(run(List.of(fast), List.of(8), 1, List.of(trial))).at("/results/cells/0");
        assertThat(cell.get("flags")).anySatisfy(flag -> {
            assertThat(flag.get("word").asText()).isEqualTo("unstable");
            assertThat(flag.get("explanation").asText())
                    .startsWith("trial 1008 stalled in second 4: 3 responses, usually 100");
        });
        assertThat(cell.get("bottleneck").asText()).isEqualTo("machine");
        assertThat(cell.get("smallestVisibleRate").asDouble()).isCloseTo(0.01, within(0.001));
    }

    @Test
    void textOfTheRecordIsNeverMarkup() {
        Adapter evil = new Adapter(
                "evil",
                "</script><script>alert(1)</script>\"'<!--",
                fast.role(),
                "<b>1</b>",
                new RunningProcess(
                        List.of("<i>java</i>"), new Program("<u>path</u>", null, "<s>says</s>", null), null, null),
                null,
                null,
                List.of("</style>"),
                null,
                null,
                Collections.singletonMap("way", "<em>uring</em>"));
        String page = Page.of(Analysis.of(run(List.of(evil), List.of(8), 1, List.of(measured(evil, 1, 8, 5, 1)))));

        assertThat(page)
                .doesNotContain("<script>alert")
                .doesNotContain("<b>1</b>")
                .doesNotContain("<em>uring")
                .doesNotContain("<i>java");
        assertThat(page.split("</script>", -1)).as("three scripts of our own").hasSize(4);
    }

    @Test
    void whatAProgramSaysOfItselfIsShownAndNothingOfWhatItDoesNotSay() {
        Map<String, String> tells = new LinkedHashMap<>();
        tells.put("transport", "nio (--transport auto)");
        tells.put("weather", null);

        assertThat(setUp(tells))
                .containsPattern("What the program says of itself</h4>\\s*<dl class=\"facts\">\\s*"
                        + "<div><dt>transport</dt><dd>nio \\(--transport auto\\)</dd></div>\\s*</dl>")
                .doesNotContain("weather");
        assertThat(setUp(Collections.singletonMap("weather", null))).doesNotContain("What the program says of itself");
        assertThat(setUp(null)).doesNotContain("What the program says of itself");
    }

    private String setUp(Map<String, String> tells) {
        Adapter telling =
                new Adapter("telling", "telling", fast.role(), "1", null, null, null, null, null, null, tells);
        return Page.of(Analysis.of(run(List.of(telling), List.of(8), 1, List.of(measured(telling, 1, 8, 5, 1)))));
    }

    private static RecordedRun ended(RecordedRun run, Finished end) {
        return new RecordedRun(
                run.info(),
                Optional.of(end),
                run.verifications(),
                run.trials(),
                run.resumes(),
                run.calibrations(),
                run.parities(),
                run.remarks(),
                Optional.empty());
    }

    private static JsonNode data(RecordedRun run) {
        return new ObjectMapper()
                .valueToTree(PageData.of(
                        Analysis.of(run), RawData.none(), new Palette(run.info().adapters())));
    }

    private JsonNode contrasts(List<Trial> trials, int blocks) {
        return data(run(List.of(fast, slow), List.of(8), blocks, trials)).at("/results/contrasts");
    }

    private String page(double first, double second) {
        return Page.of(Analysis.of(run(
                List.of(fast, slow, direct()),
                List.of(8),
                1,
                List.of(
                        measured(fast, 1, 8, first, 1),
                        measured(slow, 1, 8, second, 1),
                        measured(direct(), 1, 8, 10_000, 1)))));
    }
}
