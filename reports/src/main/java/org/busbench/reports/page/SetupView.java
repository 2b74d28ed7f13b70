package org.busbench.reports.page;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.RunInfo;
import org.busbench.record.RunInfo.CpuPolicy;
import org.busbench.record.RunningProcess.Program;
import org.busbench.record.Suite;

/** What ran on what. */
record SetupView(List<Fact> facts, List<AdapterView> adapters, List<RunInfo.Unavailable> unavailable) {

    record Fact(String name, String value) {}

    /**
     * An adapter as it ran.
     *
     * @param command one argument a line; empty when there is no process
     * @param program its executable; null when it is not known
     * @param flags of its JVM; empty when it is none
     */
    record AdapterView(
            Adapter adapter,
            String look,
            String about,
            List<String> command,
            ProgramView program,
            List<String> flags) {}

    /**
     * An executable.
     *
     * @param sha256 of its bytes
     * @param versionOutput what it says of itself; empty when it was not asked
     */
    record ProgramView(String path, String sha256, String versionOutput) {

        static ProgramView of(Program program) {
            return program == null
                    ? null
                    : new ProgramView(
                            program.path(),
                            Objects.requireNonNullElse(program.sha256(), "unknown"),
                            Objects.requireNonNullElse(program.versionOutput(), ""));
        }
    }

    static SetupView of(RunInfo info, Palette palette) {
        return new SetupView(
                facts(info),
                info.adapters().stream().map(a -> adapter(a, palette)).toList(),
                info.unavailable().stream()
                        .map(u -> new RunInfo.Unavailable(
                                u.adapter(),
                                Objects.requireNonNullElse(u.reason(), ""),
                                Objects.requireNonNullElse(u.install(), "")))
                        .toList());
    }

    private static List<Fact> facts(RunInfo info) {
        Suite suite = info.suite();
        RunInfo.Environment machine = info.environment();
        String commit = info.busbench().commit() == null
                ? ""
                : ", commit " + info.busbench().commit();
        return List.of(
                new Fact("Processor", machine.cpu() + ", " + machine.logicalCpus() + " logical CPUs"),
                new Fact("Memory", Format.gibibytes(machine.memoryBytes())),
                new Fact("System", machine.os() + ", kernel " + machine.kernel()),
                new Fact("CPU frequency", frequency(machine.cpuPolicy())),
                new Fact("busbench", info.busbench().version() + commit),
                new Fact("Injector", suite.injector() + ", JMeter " + machine.jmeter()),
                new Fact("Java of the harness", Objects.toString(machine.harnessJava(), "unknown")),
                new Fact("Suite", suite.name() + " (" + suite.source().file() + ")"),
                new Fact("Suite file, SHA-256", Objects.toString(suite.source().sha256(), "unknown")),
                new Fact(
                        "Each trial",
                        Format.number(suite.phases().warmupSeconds()) + " s warm-up, then "
                                + Format.number(suite.phases().measureSeconds()) + " s measured"),
                new Fact("Blocks", suite.repeats().blocks() + ", order from seed " + suite.seed()),
                new Fact("Error bound", Format.percent(suite.errorBound()) + " of the responses"));
    }

    private static String frequency(CpuPolicy policy) {
        if (policy == null) {
            return "the machine does not tell";
        }
        return Stream.of(
                        policy.governor() == null ? "" : "governor " + policy.governor(),
                        policy.driver() == null ? "" : "driver " + policy.driver(),
                        policy.lowestKilohertz() == null || policy.highestKilohertz() == null
                                ? ""
                                : Format.count(policy.lowestKilohertz() / 1000) + " to "
                                        + Format.count(policy.highestKilohertz() / 1000) + " MHz",
                        policy.boost() == null ? "" : policy.boost() ? "boost on" : "boost off")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static AdapterView adapter(Adapter adapter, Palette palette) {
        String about = Stream.of(
                        adapter.role().name().toLowerCase(Locale.ROOT),
                        adapter.version() == null || adapter.version().equals("none")
                                ? ""
                                : "version " + adapter.version(),
                        adapter.process().javaVersion() == null
                                ? ""
                                : "Java " + adapter.process().javaVersion())
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
        return new AdapterView(
                adapter,
                palette.of(adapter.name()),
                about,
                adapter.process().commandLine(),
                ProgramView.of(adapter.process().program()),
                adapter.process().jvmFlags());
    }
}
