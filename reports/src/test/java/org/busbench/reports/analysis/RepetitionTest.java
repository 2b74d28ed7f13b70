package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.mediator;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.busbench.record.Adapter;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Outcome;
import org.busbench.record.Publication;
import org.busbench.record.Publication.Claim;
import org.busbench.record.Publication.Condition;
import org.busbench.record.Publication.Entry;
import org.busbench.record.Publication.Figure;
import org.busbench.record.Publication.Place;
import org.busbench.record.Publication.Relation;
import org.busbench.record.Publication.Table;
import org.busbench.record.Publication.TestedSystem;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;
import org.busbench.reports.analysis.Repetition.Answer;
import org.busbench.reports.analysis.Repetition.Answered;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.export.ResultsJson;
import org.busbench.reports.page.Page;
import org.busbench.reports.raw.RawData;
import org.junit.jupiter.api.Test;

class RepetitionTest {

    private static final int CLIENTS = 20;
    private static final double[] NOISE = {1.01, 0.985, 1.02, 0.99, 1.005, 0.995};

    private final Adapter fast = mediator("fast");
    private final Adapter slow = mediator("slow");
    private final Adapter twin = mediator("twin");

    private static ErrorCounts timeouts(long count) {
        return new ErrorCounts(0, count, 0, 0, 0, 0, 0, 0);
    }

    /** The fast one has three times the goodput of the slow one, a twin, and no error; the slow one fails some requests. */
    private RecordedRun run(int forks, long slowErrors, Claim... claims) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= forks; block++) {
            double noise = NOISE[(block - 1) % NOISE.length];
            trials.add(SampleRuns.trial(fast, block, CLIENTS)
                    .fork(block)
                    .measured(3000 * noise, 10)
                    .build());
            trials.add(SampleRuns.trial(slow, block, CLIENTS)
                    .fork(block)
                    .measured(1000 * NOISE[block % NOISE.length], 40)
                    .errors(timeouts(slowErrors))
                    .build());
            trials.add(SampleRuns.trial(twin, block, CLIENTS)
                    .fork(block)
                    .measured(3000 * noise * (1 + 0.001 * (block % 2)), 10)
                    .build());
        }
        RecordedRun plain = SampleRuns.run(List.of(fast, slow, twin), List.of(CLIENTS), forks, trials);
        RunInfo info = plain.info();
        return new RecordedRun(
                new RunInfo(
                        info.schema(),
                        info.id(),
                        info.startedAt(),
                        info.busbench(),
                        info.suite(),
                        info.adapters(),
                        info.unavailable(),
                        info.environment(),
                        info.rig(),
                        info.hosts(),
                        publication(claims)),
                Optional.empty(),
                List.of(),
                trials,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static Publication publication(Claim... claims) {
        Place place = new Place("cbr", "500", CLIENTS);
        return new Publication(
                "sample",
                "A <sample>",
                "somebody",
                "2007",
                "They measured.",
                "sample.yaml",
                "0".repeat(64),
                List.of(
                        new TestedSystem("quick", "the quick one", "fast", null),
                        new TestedSystem("lame", "the lame one", "slow", null),
                        new TestedSystem("copy", "the copy", "twin", null),
                        new TestedSystem("gone", "the lost one", null, "nobody sells it"),
                        new TestedSystem("other", "another one", "elsewhere", null)),
                List.of(
                        new Table("chart", "A chart", "it is a picture", List.of()),
                        new Table(
                                "figures",
                                "Figures",
                                null,
                                List.of(
                                        entry("lame", place, Figure.GOODPUT, 500, 142L, 2075L),
                                        entry("lame", place, Figure.ERROR_SHARE, 0.1, null, null),
                                        entry("lame", place, Figure.MEAN, 5933, null, null),
                                        entry("other", place, Figure.GOODPUT, 500, null, null),
                                        entry("gone", place, Figure.GOODPUT, 500, null, null),
                                        new Entry("lame", place, null, "mood", 7, "points", null, null)))),
                List.of(claims));
    }

    private static Entry entry(String system, Place place, Figure figure, double value, Long failed, Long requests) {
        return new Entry(system, place, figure, figure.key(), value, figure.unit(), failed, requests);
    }

    private static Claim claim(String id, Condition... conditions) {
        return new Claim(id, "It says " + id, List.of(conditions), null, null);
    }

    private static Condition goodput(String of, String against, Relation is, Double value) {
        return condition(Figure.GOODPUT, of, against, is, value);
    }

    private static Condition condition(Figure figure, String of, String against, Relation is, Double value) {
        return new Condition(figure, of, against, is, value, "cbr", "500", List.of(CLIENTS));
    }

    private static List<Answer> answers(RecordedRun run) {
        return Analysis.of(run).repetition().orElseThrow().claims().stream()
                .map(Answered::answer)
                .toList();
    }

    @Test
    void aRunWithoutAPublicationHasNone() {
        RecordedRun run = SampleRuns.run(List.of(fast), List.of(CLIENTS), 1, List.of());

        assertThat(Analysis.of(run).repetition()).isEmpty();
        assertThat(Page.of(Analysis.of(run))).doesNotContain("claim-table");
    }

    @Test
    void differencesAndBoundsAreDecidedInBothDirections() {
        assertThat(answers(run(
                        6,
                        0,
                        claim("above", goodput("quick", "lame", Relation.ABOVE, null)),
                        claim("not below", goodput("quick", "lame", Relation.BELOW, null)),
                        claim("not the same", goodput("quick", "lame", Relation.SAME, null)),
                        claim("the same", goodput("quick", "copy", Relation.SAME, null)),
                        claim("a tie is not above", goodput("quick", "copy", Relation.ABOVE, null)),
                        claim("twice", goodput("quick", "lame", Relation.AT_LEAST, 2.0)),
                        claim("not four times", goodput("quick", "lame", Relation.AT_LEAST, 4.0)),
                        claim("three times, which noise hides", goodput("quick", "lame", Relation.AT_LEAST, 3.0)),
                        claim("2,000", goodput("quick", null, Relation.AT_LEAST, 2000.0)),
                        claim("not 2,000", goodput("quick", null, Relation.AT_MOST, 2000.0)),
                        claim("cheaper", condition(Figure.CPU, "quick", "lame", Relation.AT_MOST, 0.5)),
                        claim(
                                "two to four",
                                goodput("quick", "lame", Relation.AT_LEAST, 2.0),
                                goodput("quick", "lame", Relation.AT_MOST, 4.0)),
                        claim(
                                "one of two does not hold",
                                goodput("quick", "lame", Relation.ABOVE, null),
                                goodput("quick", "lame", Relation.AT_MOST, 2.0)))))
                .containsExactly(
                        Answer.CONFIRMED,
                        Answer.REFUTED,
                        Answer.REFUTED,
                        Answer.CONFIRMED,
                        Answer.REFUTED,
                        Answer.CONFIRMED,
                        Answer.REFUTED,
                        Answer.OPEN,
                        Answer.CONFIRMED,
                        Answer.REFUTED,
                        Answer.CONFIRMED,
                        Answer.CONFIRMED,
                        Answer.REFUTED);
    }

    @Test
    void sharesOfErrorsNeedForksAndEnoughRequests() {
        Claim some = claim("some fail", condition(Figure.ERROR_SHARE, "lame", null, Relation.AT_LEAST, 0.01));
        Claim none = claim("none fails", condition(Figure.ERROR_SHARE, "quick", null, Relation.AT_MOST, 0.001));
        Claim fewer = claim("too few to tell", condition(Figure.ERROR_SHARE, "quick", null, Relation.AT_MOST, 1e-6));

        assertThat(answers(run(6, 300, some, none, fewer)))
                .containsExactly(Answer.CONFIRMED, Answer.CONFIRMED, Answer.OPEN);
        assertThat(answers(run(6, 0, some))).containsExactly(Answer.REFUTED);
        assertThat(answers(run(2, 300, some, none))).containsOnly(Answer.OPEN);
    }

    @Test
    void fewForksDecideNothingHoweverLargeTheDifference() {
        Answered open = Analysis.of(run(2, 0, claim("above", goodput("quick", "lame", Relation.ABOVE, null))))
                .repetition()
                .orElseThrow()
                .claims()
                .get(0);

        assertThat(open.answer()).isEqualTo(Answer.OPEN);
        assertThat(open.reason()).isEqualTo("there are 2 blocks of 2 forks, too few for a verdict");
        assertThat(open.findings().get(0).value()).isBetween(2.8, 3.2);
        assertThat(open.findings().get(0).interval()).isNull();
    }

    @Test
    void anIntervalThatLeavesOutTheBoundIsNotEnoughBesideManyConditions() {
        Condition condition = goodput("quick", "lame", Relation.AT_LEAST, 2.7);
        Claim[] four = IntStream.range(0, 4)
                .mapToObj(i -> claim("one of many " + i, condition))
                .toArray(Claim[]::new);

        assertThat(answers(run(3, 0, four[0]))).containsExactly(Answer.CONFIRMED);
        List<Answered> many =
                Analysis.of(run(3, 0, four)).repetition().orElseThrow().claims();
        assertThat(many).extracting(Answered::answer).containsOnly(Answer.OPEN);
        assertThat(many)
                .extracting(Answered::reason)
                .containsOnly("the interval leaves out the bound, but not by enough beside so many conditions"
                        + " (Holm's correction)");
        assertThat(many.get(0).findings().get(0).interval().low()).isGreaterThan(2.7);
    }

    @Test
    void whatTheRunLacksIsSaid() {
        List<Answered> claims = Analysis.of(run(
                        3,
                        0,
                        claim("gone", goodput("quick", "gone", Relation.ABOVE, null)),
                        claim("elsewhere", goodput("other", "quick", Relation.ABOVE, null)),
                        new Claim("never", "It crashes.", List.of(), "nobody tries", null),
                        claim(
                                "level",
                                new Condition(
                                        Figure.P99, "quick", "lame", Relation.BELOW, null, "cbr", "500", List.of(7)))))
                .repetition()
                .orElseThrow()
                .claims();

        assertThat(claims).extracting(Answered::answer).containsOnly(Answer.CANNOT_BE_TOLD);
        assertThat(claims)
                .extracting(Answered::reason)
                .containsExactly(
                        "nothing stands for the lost one: nobody sells it",
                        "this run has no elsewhere",
                        "nobody tries",
                        "this run has no cell cbr 500 c=7 of fast");
    }

    @Test
    void aSystemThatFailedEverywhereHasNoFigureButAShareOfErrors() {
        RecordedRun run = run(
                1,
                0,
                claim("figure", goodput("lame", null, Relation.AT_LEAST, 1.0)),
                claim("errors", condition(Figure.ERROR_SHARE, "lame", null, Relation.AT_LEAST, 0.5)));
        List<Trial> failed = IntStream.rangeClosed(1, 3)
                .mapToObj(block -> SampleRuns.trial(slow, block, CLIENTS)
                        .fork(block)
                        .without(Outcome.NOT_SERVED, "every answer was late")
                        .errors(timeouts(5000))
                        .build())
                .toList();

        List<Answered> claims = Analysis.of(new RecordedRun(
                        run.info(),
                        Optional.empty(),
                        List.of(),
                        failed,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Optional.empty()))
                .repetition()
                .orElseThrow()
                .claims();

        assertThat(claims).extracting(Answered::answer).containsExactly(Answer.CANNOT_BE_TOLD, Answer.CONFIRMED);
        assertThat(claims.get(0).reason()).endsWith("every answer was late");
    }

    @Test
    void tablesStandBesideOursErrorsIncluded() {
        List<Repetition.RepeatedTable> tables = Analysis.of(
                        run(3, 300, claim("x", goodput("quick", "lame", Relation.ABOVE, null))))
                .repetition()
                .orElseThrow()
                .tables();

        assertThat(tables.get(0).rows()).isEmpty();
        List<Repetition.Row> rows = tables.get(1).rows();
        assertThat(rows.get(0).value()).isBetween(950.0, 1050.0);
        assertThat(rows.get(0).failed()).isEqualTo(900);
        assertThat(rows.get(0).requests()).isGreaterThan(9000);
        assertThat(rows.get(1).value()).isBetween(0.08, 0.1);
        assertThat(rows.get(1).interval().contains(rows.get(1).value())).isTrue();
        assertThat(rows.get(2).value()).isEqualTo(0.001);
        assertThat(rows)
                .extracting(Repetition.Row::reason)
                .containsExactly(
                        "",
                        "",
                        "",
                        "this run has no elsewhere",
                        "nothing stands for the lost one: nobody sells it",
                        "busbench does not measure it");
    }

    @Test
    void pageAndExportsHaveClaimsAndTables() throws IOException {
        Analysis analysis = Analysis.of(run(6, 300, claim("above", goodput("quick", "lame", Relation.ABOVE, null))));
        String json = ResultsJson.of(analysis, RawData.none());

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(Files.readString(Path.of("../docs/schema/results-2.schema.json")))
                        .validate(json, InputFormat.JSON))
                .isEmpty();
        assertThat(json).containsPattern("\"answer\" ?: ?\"confirmed\"").containsPattern("\"publishedFailed\" ?: ?142");
        assertThat(Page.of(analysis))
                .contains("A &lt;sample&gt;", "1 confirmed, 0 refuted, 0 open, 0 cannot be told here")
                .contains("142 of 2075", "Not readable: it is a picture.")
                .containsPattern("data-key=\"claim-above\" data-value=\"[23]\\.\\d+\">\\d\\.\\d+ \\(.*×</b>");
        assertThat(Markdown.results(analysis))
                .contains(
                        "## Repeats: A &lt;sample>", "| It says above | confirmed |", "Not readable: it is a picture.")
                .contains("goodput of quick above that of lame, cbr 500 c=20");
        assertThat(condition(Figure.ERROR_SHARE, "lame", null, Relation.AT_LEAST, 1e-4))
                .extracting(
                        few -> new Repetition.Finding(few, few.places().get(0), Answer.OPEN, "", null, null, 0, null)
                                .claimed())
                .isEqualTo("error-share of lame at least 0.0001 of all requests, cbr 500 c=20");
    }
}
