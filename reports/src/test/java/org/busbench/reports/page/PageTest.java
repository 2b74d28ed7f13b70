package org.busbench.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.direct;
import static org.busbench.reports.SampleRuns.measured;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.Machine;
import org.busbench.reports.run.Program;
import org.busbench.reports.run.RunReader;
import org.busbench.reports.run.Sampled;
import org.busbench.reports.run.Trial;
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
    void aSmallLeadIsNotClaimed() {
        assertThat(page(105, 100))
                .contains("1 too close to call.")
                .contains("too close to call: 5.0 % over slow")
                .doesNotContain("has the most goodput");
    }

    @Test
    void twoMediatorsAtTheLimitOfTheRigAreNotRanked() {
        assertThat(page(9900, 9100))
                .contains("1 at the limit of the rig.")
                .contains("No ranking: fast and slow are at the rig&#39;s limit")
                .doesNotContain("has the most goodput");
    }

    @Test
    void oneBlockHasNoVerdictAndSeveralHave() {
        assertThat(page(105, 100))
                .contains("nothing is concluded from them")
                .contains("measured once: no verdict")
                .contains(">105, measured once<");

        List<Trial> trials = new ArrayList<>();
        double[] noise = {1, 1.01, 0.99, 1.02, 0.98};
        for (int block = 1; block <= 5; block++) {
            trials.add(measured(fast, block, 8, 1000, 10));
            trials.add(measured(slow, block, 8, 500 * noise[block - 1], 10 * noise[block - 1]));
        }
        assertThat(Page.of(Analysis.of(run(List.of(fast, slow), List.of(8), 5, trials))))
                .contains("Verdicts against fast")
                .contains("<span class=\"tag bad\">slower</span> -50.0 % (-51.0 % to -49.0 %)")
                .contains("<span class=\"tag none\">tie</span>")
                .contains("would have been seen")
                .contains("500 (490–510, 94 %)");
    }

    @Test
    void aFlagStandsWithItsReasonAndTheBottleneckWithTheCell() {
        Trial trial = SampleRuns.trial(fast, 1, 8)
                .series(100, 100, 100, 3, 100, 100)
                .machine(new Machine(1, 0, 0.0, null, null))
                .sampled(new Sampled(300, 0, null))
                .build();

        assertThat(Page.of(Analysis.of(run(List.of(fast), List.of(8), 1, List.of(trial)))))
                .contains(
                        "<span class=\"tag warn\">unstable</span> trial 1008 stalled in second 4: 3 responses, usually 100.")
                .contains("data-key=\"bottleneck\" data-value=\"machine\"")
                .contains("1 in 100");
    }

    @Test
    void textOfTheRecordIsNeverMarkup() {
        Adapter evil = new Adapter(
                "evil",
                "</script><script>alert(1)</script>\"'<!--",
                fast.role(),
                "<b>1</b>",
                List.of("<i>java</i>"),
                new Program("<u>path</u>", null, "<s>says</s>"),
                null,
                null,
                null,
                null,
                List.of("</style>"));
        String page = Page.of(Analysis.of(run(List.of(evil), List.of(8), 1, List.of(measured(evil, 1, 8, 5, 1)))));

        assertThat(page)
                .doesNotContain("<script>alert")
                .doesNotContain("<b>1</b>")
                .doesNotContain("<i>java")
                .contains("\\u003c/script\\u003e\\u003cscript\\u003ealert(1)");
        assertThat(page.split("</script>", -1)).as("three scripts of our own").hasSize(4);
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
