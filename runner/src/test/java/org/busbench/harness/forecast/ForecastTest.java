package org.busbench.harness.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedStep;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.plan.StepKind;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.suite.SuiteFile;
import org.busbench.record.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three programs, of which one does no XSLT, and a control without a process. */
class ForecastTest {
    private static final long OF_ONE = 128L << 20;
    private static final EarlierRuns NONE = new EarlierRuns(List.of(), 0, List.of());

    @TempDir
    private Path folder;

    private final List<Adapter> adapters = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        for (String name : List.of("one", "two", "three")) {
            String xslt = name.equals("two") ? "{not-served: no}" : "{url: \"http://127.0.0.1:1/\"}";
            adapters.add(adapter(name, """
                    role: mediator
                    command: [program]
                    ready: {url: "http://127.0.0.1:1/", within: 10s}
                    scenarios: {virtualization: {not-served: no}, cbr: {url: "http://127.0.0.1:1/"}, xslt: %s}
                    """.formatted(xslt)));
        }
        adapters.add(adapter("direct", """
                role: control
                scenarios:
                  virtualization: {not-served: no}
                  cbr: {url: "http://127.0.0.1:1/", sends: virtualization}
                  xslt: {url: "http://127.0.0.1:1/", sends: virtualization}
                """));
    }

    private Adapter adapter(String name, String rest) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name)).resolve(Adapter.FILE_NAME);
        Files.writeString(file, """
                schema: busbench/adapter/1
                name: %s
                title: %s
                version: 1
                about: a stand-in
                """.formatted(name, name) + rest);
        return AdapterFolder.read(folder.resolve(name), folder);
    }

    private Forecast forecast(String more, int fitting, Forecast.Done done, EarlierRuns earlier) throws IOException {
        Path file = folder.resolve("suite.yaml");
        Files.writeString(file, """
                schema: busbench/suite/1
                name: suite
                about: a test
                adapters: [one, two, three, direct]
                scenarios: [cbr, xslt]
                payloads: [500]
                concurrency: [1, 2]
                primer: 4s
                warmup: 1s
                measure: 3s
                seed: 1
                """ + more);
        Plan plan = new Plan(
                SuiteFile.read(file, ProjectFiles.SCENARIOS),
                adapters.stream().map(Adapter::name).toList());
        return Forecast.of(new Forecast.Subject(plan, adapters, fitting * OF_ONE, true, done), earlier);
    }

    private static int steps(Forecast forecast, StepKind kind) {
        return forecast.parts().get(kind).fewest();
    }

    @Test
    void everyStepIsCountedAndWhatIsNotServedTakesNoTime() throws IOException {
        Forecast forecast = forecast("blocks: 2\nforks: 1\n", 3, Forecast.Done.NOTHING, NONE);

        assertThat(steps(forecast, StepKind.AUDIT)).isEqualTo(3);
        assertThat(steps(forecast, StepKind.START)).isEqualTo(3);
        assertThat(steps(forecast, StepKind.VERIFICATION)).isEqualTo(4);
        // The control gets the same messages in both scenarios.
        assertThat(steps(forecast, StepKind.PRIMER)).isEqualTo(2 + 1 + 2 + 1);
        assertThat(steps(forecast, StepKind.TRIAL)).isEqualTo(2 * 16);
        TimeRange trials = forecast.parts().get(StepKind.TRIAL).span();
        assertThat(trials.from()).isGreaterThan(Duration.ofSeconds(4 * 28));
        assertThat(trials.to()).isLessThan(Duration.ofSeconds(5 * 28));
        // A primer comes to six times the suite's at most.
        assertThat(forecast.parts().get(StepKind.PRIMER).span().to()).isEqualTo(Duration.ofSeconds(6 * 6 * 4));
        assertThat(forecast.total()).isEqualTo(sumOfParts(forecast));
    }

    private static TimeRange sumOfParts(Forecast forecast) {
        return forecast.parts().values().stream().map(Forecast.Part::span).reduce(TimeRange.ZERO, TimeRange::plus);
    }

    @Test
    void mediatorsThatTakeTurnsAreStartedAndPrimedAgain() throws IOException {
        String suite = "blocks: 2\nforks: 1\n";
        Forecast together = forecast(suite, 3, Forecast.Done.NOTHING, NONE);
        Forecast inTurn = forecast(suite, 1, Forecast.Done.NOTHING, NONE);

        assertThat(steps(inTurn, StepKind.START)).isGreaterThan(2 * steps(together, StepKind.START));
        assertThat(steps(inTurn, StepKind.PRIMER)).isGreaterThan(2 * steps(together, StepKind.PRIMER));
        assertThat(steps(inTurn, StepKind.TRIAL)).isEqualTo(steps(together, StepKind.TRIAL));
    }

    @Test
    void eachForkStartsAndPrimesEveryMediator() throws IOException {
        Forecast forecast = forecast("blocks: 3\nforks: 3\n", 3, Forecast.Done.NOTHING, NONE);

        assertThat(steps(forecast, StepKind.START)).isEqualTo(3 * 3);
        assertThat(steps(forecast, StepKind.PRIMER)).isEqualTo(3 * (2 + 1 + 2) + 1);
    }

    @Test
    void aBudgetBoundsTheBlocksButNeverThoseThatRunInAnyCase() throws IOException {
        Forecast open = forecast("blocks: 1\nmaxBlocks: 100\n", 3, Forecast.Done.NOTHING, NONE);
        Forecast bound = forecast("blocks: 1\nmaxBlocks: 100\nbudget: 30m\n", 3, Forecast.Done.NOTHING, NONE);
        Forecast least = forecast("blocks: 1\n", 3, Forecast.Done.NOTHING, NONE);
        Forecast none = forecast("blocks: 1\nmaxBlocks: 100\nbudget: 1s\n", 3, Forecast.Done.NOTHING, NONE);

        assertThat(bound.total().from()).isEqualTo(least.total().from());
        assertThat(bound.total().to())
                .isLessThan(open.total().to())
                .isGreaterThan(Duration.ofMinutes(30))
                .isLessThan(Duration.ofMinutes(32));
        assertThat(bound.endedByBudget()).isTrue();
        assertThat(open.endedByBudget()).isFalse();
        assertThat(none.total()).isEqualTo(least.total());
    }

    @Test
    void aSearchCountsFromItsFewestTrialsToItsMost() throws IOException {
        Forecast forecast =
                forecast("blocks: 2\nforks: 1\nfixedRate: 100\nfrontier: [5ms]\n", 3, Forecast.Done.NOTHING, NONE);

        // Of what an adapter does not serve the first trial is the last.
        int served = 4 + 3;
        int notServed = 2 + 1;
        assertThat(forecast.parts().get(StepKind.RATE_TRIAL).fewest())
                .isEqualTo(served * (2 + FrontierSearch.FEWEST_TRIALS) + notServed);
        assertThat(forecast.parts().get(StepKind.RATE_TRIAL).most())
                .isEqualTo(served * (2 + FrontierSearch.mostTrials(1)) + notServed);
    }

    @Test
    void aRunThatGoesOnHasOnlyTheRestBeforeIt() throws IOException {
        Forecast all = forecast("blocks: 2\nforks: 1\n", 3, Forecast.Done.NOTHING, NONE);
        Forecast rest = forecast("blocks: 2\nforks: 1\n", 3, new Forecast.Done(16, 0), NONE);

        assertThat(steps(rest, StepKind.TRIAL)).isEqualTo(steps(all, StepKind.TRIAL) / 2);
    }

    @Test
    void whatAnAdapterTookBeforeIsExpectedOfItAgainAndABrokenRecordTeachesNothing() throws IOException {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        StepLog log = StepLog.in(Files.createDirectories(runs.resolve("a")));
        log.append(new Step("start", "one", 1, 20));
        log.append(new Step("start", "one", 1, 40));
        log.append(new Step("trial", "one", 10, 11));
        log.append(new Step("trial", "one", 0, 0.01));
        Path broken = Files.createDirectories(runs.resolve("b")).resolve(StepLog.NAME);
        Files.writeString(broken, "{\"step\":\n");
        EarlierRuns earlier = EarlierRuns.in(runs);

        assertThat(earlier.runs()).isEqualTo(1);
        assertThat(earlier.unreadable())
                .singleElement()
                .asString()
                .startsWith("nothing learned from " + broken + ": " + broken + ":1: not a step");
        StepCosts pace = new StepCosts(earlier.steps());
        Adapter one = adapters.get(0);
        assertThat(pace.of(new PlannedStep(StepKind.START, "one", 1, PlannedStep.Stage.BEFORE), one))
                .isEqualTo(TimeRange.seconds(24, 37.5));
        assertThat(pace.of(new PlannedStep(StepKind.START, "two", 1, PlannedStep.Stage.BEFORE), one))
                .as("another's start says nothing")
                .isEqualTo(TimeRange.seconds(0.1, 1));
        assertThat(pace.of(new PlannedStep(StepKind.TRIAL, "one", 4, PlannedStep.Stage.BLOCKS), one))
                .isEqualTo(TimeRange.seconds(4.8, 5.25));
        assertThat(pace.of(new PlannedStep(StepKind.TRIAL, "two", 4, PlannedStep.Stage.BLOCKS), one))
                .as("another's trial says something")
                .isEqualTo(TimeRange.seconds(4.6, 5.6));
        assertThat(forecast("blocks: 1\n", 3, Forecast.Done.NOTHING, earlier).runs())
                .isEqualTo(1);
    }

    @Test
    void aPrimerTakesWhatItTookUntilWarmAndNeverLessThanIsAskedForNorMoreThanItMay() {
        StepCosts pace = new StepCosts(List.of(new Step("primer", "one", 1, 8), new Step("primer", "one", 4, 12)));
        Adapter one = adapters.get(0);

        assertThat(pace.of(primer(4), one)).isEqualTo(TimeRange.seconds(8, 12.5));
        assertThat(pace.of(primer(1), one)).isEqualTo(TimeRange.seconds(7.2, 7.2));
        assertThat(pace.of(primer(30), one)).isEqualTo(TimeRange.seconds(30, 45));
    }

    private static PlannedStep primer(double seconds) {
        return new PlannedStep(StepKind.PRIMER, "one", seconds, PlannedStep.Stage.BLOCKS);
    }

    @Test
    void aHalfWrittenLineOfAKilledRunGoesBeforeTheNextOne() throws IOException {
        StepLog log = StepLog.in(folder);
        Step first = new Step("start", "one", 1, 2);
        log.append(first);
        Files.writeString(log.file(), "{\"step\":\"tri", StandardOpenOption.APPEND);
        Step second = new Step("rig", null, 1, 3);
        log.append(second);

        assertThat(log.steps()).containsExactly(first, second);
    }

    @Test
    void whatIsLeftFollowsFromWhatTheStepsTookSoFar() throws IOException {
        Forecast forecast = forecast("blocks: 2\nforks: 1\n", 3, Forecast.Done.NOTHING, NONE);
        Remaining remaining = new Remaining(forecast);
        assertThat(remaining.left()).isEqualTo(forecast.total());

        // Until half of the trials are over, each of which took twice as long as was thought.
        int trials = 0;
        for (Forecast.Timed timed : forecast.due()) {
            boolean trial = timed.step().kind() == StepKind.TRIAL;
            double seconds = timed.span().middleSeconds() * (trial ? 2 : 1);
            remaining.took(new Step(
                    timed.step().kind().label(),
                    timed.step().adapter(),
                    timed.step().asked(),
                    seconds));
            trials += trial ? 1 : 0;
            if (trials == 16) {
                break;
            }
        }

        double thought = 14 * 4.5;
        assertThat(remaining.left().middleSeconds()).isBetween(1.9 * thought, 2.2 * thought + 6 * 24);
        TimeRange before = remaining.left();
        Block third = forecast.plan().block(3, 17, forecast.plan().comparisons());
        TimeRange more = remaining.further(List.of(third));
        // All are up and primed: half as many trials as in two blocks, each of which takes twice as long as was
        // thought.
        assertThat(more.middleSeconds()).isBetween(1.9 * thought, 2.2 * thought);
        remaining.extend(third);
        assertThat(remaining.left()).isEqualTo(before.plus(more));
    }

    @Test
    void aTrialOfWhatIsNotServedTakesNoOtherOnesPlace() throws IOException {
        Forecast forecast = forecast("blocks: 2\nforks: 1\n", 3, Forecast.Done.NOTHING, NONE);
        Plan plan = forecast.plan();
        Remaining remaining = new Remaining(forecast);

        for (PlannedTrial trial : plan.block(1, 1, plan.comparisons()).trials()) {
            boolean served = !trial.cell().adapter().equals("two")
                    || !trial.cell().comparison().scenario().equals("xslt");
            remaining.took(new Step("trial", trial.cell().adapter(), served ? 4 : 0, served ? 4.5 : 0.001));
        }

        assertThat(remaining.left().middleSeconds()).isCloseTo(14 * 4.5, withinPercentage(5));
    }

    @Test
    void furtherBlocksOfANewForkStartAndPrimeTheMediatorsAgainAndHoldOnlyWhatIsOpen() throws IOException {
        Forecast forecast = forecast("blocks: 4\nforks: 2\nmaxBlocks: 8\n", 3, Forecast.Done.NOTHING, NONE);
        Plan plan = forecast.plan();
        List<Comparison> open = plan.comparisons().stream()
                .filter(comparison -> comparison.scenario().equals("cbr") && comparison.concurrency() == 2)
                .toList();
        Remaining remaining = new Remaining(forecast);

        List<PlannedStep> newFork = steps(forecast, plan.block(5, 33, open), plan.block(6, 37, open));
        List<PlannedStep> sameFork = steps(forecast, plan.block(6, 37, open));

        assertThat(newFork)
                .extracting(PlannedStep::kind)
                .filteredOn(StepKind.START::equals)
                .hasSize(3);
        // The control has no process, so it was primed once and for all.
        assertThat(newFork)
                .extracting(PlannedStep::kind)
                .filteredOn(StepKind.PRIMER::equals)
                .hasSize(3);
        assertThat(newFork)
                .extracting(PlannedStep::kind)
                .filteredOn(StepKind.TRIAL::equals)
                .hasSize(8);
        assertThat(sameFork)
                .extracting(PlannedStep::kind)
                .containsOnly(StepKind.TRIAL)
                .hasSize(4);
        assertThat(remaining.further(List.of(plan.block(5, 33, open))).from())
                .isGreaterThan(
                        remaining.further(List.of(plan.block(6, 37, open))).from());
    }

    private static List<PlannedStep> steps(Forecast forecast, Block... blocks) {
        return forecast.further(List.of(blocks)).stream()
                .map(Forecast.Timed::step)
                .toList();
    }

    @Test
    void aGuessIsShownWithNoMoreDigitsThanItHas() {
        assertThat(TimeRange.seconds(0.24, 2.36).show()).isEqualTo("200ms to 2.4s");
        assertThat(TimeRange.seconds(12.34, 75.6).show()).isEqualTo("12s to 1m 16s");
        assertThat(TimeRange.seconds(640, 4000).show()).isEqualTo("11m to 1h 7m");
    }
}
