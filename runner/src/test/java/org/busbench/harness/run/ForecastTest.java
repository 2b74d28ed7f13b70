package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.AdapterFolder;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.run.Forecast.Kind;
import org.busbench.harness.suite.SuiteFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three programs, of which one does no XSLT, and a control without a process. */
class ForecastTest {
    private static final long OF_ONE = 128L << 20;

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

    private Forecast forecast(String more, int fitting) throws IOException {
        return forecast(more, fitting, 0);
    }

    private Forecast forecast(String more, int fitting, int done) throws IOException {
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
        return Forecast.of(plan, adapters, fitting * OF_ONE, true, new Forecast.Done(done, 0));
    }

    private static Forecast.Part part(Forecast forecast, Kind kind) {
        return forecast.parts().stream()
                .filter(part -> part.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static int steps(Forecast forecast, Kind kind) {
        return part(forecast, kind).fewest();
    }

    @Test
    void everyStepIsCountedAndWhatIsNotServedTakesNoTime() throws IOException {
        Forecast forecast = forecast("blocks: 2\nforks: 1\n", 3);

        assertThat(steps(forecast, Kind.AUDIT)).isEqualTo(3);
        assertThat(steps(forecast, Kind.START)).isEqualTo(3);
        assertThat(steps(forecast, Kind.VERIFICATION)).isEqualTo(4);
        // The control gets the same messages in both scenarios.
        assertThat(steps(forecast, Kind.PRIMER)).isEqualTo(2 + 1 + 2 + 1);
        assertThat(steps(forecast, Kind.TRIAL)).isEqualTo(2 * 16);
        TimeRange trials = part(forecast, Kind.TRIAL).span();
        assertThat(trials.from()).isGreaterThan(Duration.ofSeconds(4 * 28));
        assertThat(trials.to()).isLessThan(Duration.ofSeconds(5 * 28));
        // A primer comes to six times the suite's at most.
        assertThat(part(forecast, Kind.PRIMER).span().to()).isEqualTo(Duration.ofSeconds(6 * 6 * 4));
        assertThat(forecast.total()).isEqualTo(sumOfParts(forecast));
    }

    private static TimeRange sumOfParts(Forecast forecast) {
        return forecast.parts().stream().map(Forecast.Part::span).reduce(TimeRange.ZERO, TimeRange::plus);
    }

    @Test
    void mediatorsThatTakeTurnsAreStartedAndPrimedAgain() throws IOException {
        String suite = "blocks: 2\nforks: 1\n";
        Forecast together = forecast(suite, 3);
        Forecast inTurn = forecast(suite, 1);

        assertThat(steps(inTurn, Kind.START)).isGreaterThan(2 * steps(together, Kind.START));
        assertThat(steps(inTurn, Kind.PRIMER)).isGreaterThan(2 * steps(together, Kind.PRIMER));
        assertThat(steps(inTurn, Kind.TRIAL)).isEqualTo(steps(together, Kind.TRIAL));
    }

    @Test
    void eachForkStartsAndPrimesEveryMediator() throws IOException {
        Forecast forecast = forecast("blocks: 3\nforks: 3\n", 3);

        assertThat(steps(forecast, Kind.START)).isEqualTo(3 * 3);
        assertThat(steps(forecast, Kind.PRIMER)).isEqualTo(3 * (2 + 1 + 2) + 1);
    }

    @Test
    void aBudgetBoundsTheBlocksButNeverThoseThatRunInAnyCase() throws IOException {
        Forecast open = forecast("blocks: 1\nmaxBlocks: 100\n", 3);
        Forecast bound = forecast("blocks: 1\nmaxBlocks: 100\nbudget: 30m\n", 3);
        Forecast least = forecast("blocks: 1\n", 3);
        Forecast none = forecast("blocks: 1\nmaxBlocks: 100\nbudget: 1s\n", 3);

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
        Forecast forecast = forecast("blocks: 2\nforks: 1\nfixedRate: 100\nfrontier: [5ms]\n", 3);

        // Of what an adapter does not serve the first trial is the last.
        int served = 4 + 3;
        int notServed = 2 + 1;
        assertThat(part(forecast, Kind.RATE_TRIAL).fewest())
                .isEqualTo(served * (2 + FrontierSearch.FEWEST_TRIALS) + notServed);
        assertThat(part(forecast, Kind.RATE_TRIAL).most())
                .isEqualTo(served * (2 + FrontierSearch.mostTrials(1)) + notServed);
    }

    @Test
    void aRunThatGoesOnHasOnlyTheRestBeforeIt() throws IOException {
        Forecast all = forecast("blocks: 2\nforks: 1\n", 3);
        Forecast rest = forecast("blocks: 2\nforks: 1\n", 3, 16);

        assertThat(steps(rest, Kind.TRIAL)).isEqualTo(steps(all, Kind.TRIAL) / 2);
    }

    @Test
    void aGuessIsShownWithNoMoreDigitsThanItHas() {
        assertThat(TimeRange.seconds(0.24, 2.36).show()).isEqualTo("200ms to 2.4s");
        assertThat(TimeRange.seconds(12.34, 75.6).show()).isEqualTo("12s to 1m 16s");
        assertThat(TimeRange.seconds(640, 4000).show()).isEqualTo("11m to 1h 7m");
    }
}
