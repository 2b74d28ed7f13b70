package org.busbench.harness.cli;

import org.busbench.harness.suite.SuiteOverrides;
import org.busbench.harness.suite.SuiteOverrides.Option;

/** Options that stand in place of keys of a suite file, for commands that run one. */
final class OverrideOptions {

    @picocli.CommandLine.Option(
            names = "--clients",
            paramLabel = "N,N,...",
            description = "Clients at the same time, instead of the suite's concurrency.")
    private String clients;

    @picocli.CommandLine.Option(
            names = "--payload",
            paramLabel = "SIZE,...",
            description = "Sizes of the messages, instead of the suite's payloads.")
    private String payload;

    @picocli.CommandLine.Option(
            names = "--primer",
            paramLabel = "TIME",
            description = "Load on a mediator that was just started, in each scenario, instead of the suite's.")
    private String primer;

    @picocli.CommandLine.Option(
            names = "--warmup",
            paramLabel = "TIME",
            description = "Load before each window, such as 500ms, instead of the suite's.")
    private String warmup;

    @picocli.CommandLine.Option(
            names = "--measure",
            paramLabel = "TIME",
            description = "Length of each measured window, such as 10s, instead of the suite's.")
    private String measure;

    @picocli.CommandLine.Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Exactly so many blocks, also where comparisons are open then.")
    private String blocks;

    SuiteOverrides given() {
        return SuiteOverrides.NONE
                .with(Option.CLIENTS, clients)
                .with(Option.PAYLOAD, payload)
                .with(Option.PRIMER, primer)
                .with(Option.WARMUP, warmup)
                .with(Option.MEASURE, measure)
                .with(Option.BLOCKS, blocks);
    }
}
