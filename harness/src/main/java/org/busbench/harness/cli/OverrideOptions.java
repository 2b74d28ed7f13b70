package org.busbench.harness.cli;

import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.suite.SuiteOverrides.Option;

/** Options that stand in place of keys of a suite file, for commands that run one. */
final class OverrideOptions {

    private SuiteOverrides given = SuiteOverrides.NONE;

    @picocli.CommandLine.Option(
            names = "--clients",
            paramLabel = "N,N,...",
            description = "Clients at the same time, instead of the suite's concurrency.")
    void clients(String value) {
        given = given.with(Option.CLIENTS, value);
    }

    @picocli.CommandLine.Option(
            names = "--payload",
            paramLabel = "SIZE,...",
            description = "Sizes of the messages, instead of the suite's payloads.")
    void payload(String value) {
        given = given.with(Option.PAYLOAD, value);
    }

    @picocli.CommandLine.Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Load before each window, such as 500ms, instead of the suite's.")
    void warmup(String value) {
        given = given.with(Option.WARMUP, value);
    }

    @picocli.CommandLine.Option(
            names = "--measure",
            paramLabel = "TIME",
            description = "Length of each measured window, such as 10s, instead of the suite's.")
    void measure(String value) {
        given = given.with(Option.MEASURE, value);
    }

    @picocli.CommandLine.Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Exactly so many blocks, also where comparisons are open then.")
    void blocks(String value) {
        given = given.with(Option.BLOCKS, value);
    }

    @picocli.CommandLine.Option(
            names = "--forks",
            paramLabel = "N",
            description = "Start each mediator anew so often, instead of the suite's forks.")
    void forks(String value) {
        given = given.with(Option.FORKS, value);
    }

    SuiteOverrides given() {
        return given;
    }
}
