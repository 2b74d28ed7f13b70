package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Calibration;
import org.busbench.record.Host;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.RunInfo.CpuPolicy;
import org.busbench.record.RunningProcess.Program;
import org.busbench.record.SampleSource;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.InjectorTrial;

/** The tables of the setup: programs and machine, verification of the adapters, calibration of the injectors, and the files of a run made from sample logs. */
final class SetupTables {

    private SetupTables() {}

    /**
     * What ran on what.
     *
     * @param hosts of a run over several; empty on one machine
     */
    record SetupView(
            List<Fact> facts, List<HostView> hosts, List<AdapterView> adapters, List<RunInfo.Unavailable> unavailable) {

        /**
         * A host as it was.
         *
         * @param clock when the run began
         * @param moved by how much its clock differed at most from that, before or after a trial
         */
        record HostView(
                String role,
                String name,
                String processor,
                String memory,
                String system,
                String java,
                String clock,
                String moved) {

            static HostView of(Host host, List<Trial> trials) {
                return new HostView(
                        host.role().name().toLowerCase(Locale.ROOT),
                        host.name(),
                        host.cpu() + ", " + host.logicalCpus() + " logical CPUs",
                        Format.gibibytes(host.memoryBytes()),
                        host.os() + ", kernel " + host.kernel(),
                        Objects.toString(host.java(), "unknown"),
                        words(host.clock()),
                        trials.stream()
                                .flatMap(trial -> trial.conditions().clocks().stream())
                                .filter(clocks -> clocks.role() == host.role()
                                        && clocks.host().equals(host.name()))
                                .flatMap(clocks -> Stream.of(clocks.before(), clocks.after()))
                                .map(clock -> Math.abs(
                                        clock.aheadMicros() - host.clock().aheadMicros()))
                                .max(Long::compare)
                                .map(micros -> String.format(Locale.ROOT, "%.1f ms", micros / 1e3))
                                .orElse("no trial"));
            }

            private static String words(Host.Clock clock) {
                return String.format(
                        Locale.ROOT,
                        "%.1f ms %s, known to %.1f ms",
                        Math.abs(clock.aheadMicros()) / 1e3,
                        clock.aheadMicros() < 0 ? "behind" : "ahead",
                        clock.boundMicros() / 1e3);
            }
        }

        record Fact(String name, String value) {}

        /**
         * An adapter as it ran.
         *
         * @param command one argument a line; empty when there is no process
         * @param program its executable; null when it is not known
         * @param flags of its JVM; empty when it is none
         * @param container in which it ran; empty when it ran in none
         * @param tells what its program says of itself; empty when it says nothing that its file asks for
         */
        record AdapterView(
                Adapter adapter,
                String look,
                String about,
                List<String> command,
                ProgramView program,
                List<String> flags,
                List<Fact> container,
                List<Fact> tells) {}

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

        static SetupView of(RecordedRun run, Palette palette) {
            RunInfo info = run.info();
            return new SetupView(
                    facts(info),
                    info.hosts().stream()
                            .map(host -> HostView.of(host, run.trials()))
                            .toList(),
                    info.adapters().stream().map(a -> adapter(a, run, palette)).toList(),
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
                    new Fact("Injector", injector(suite, machine)),
                    new Fact("Java of the harness", Objects.toString(machine.harnessJava(), "unknown")),
                    new Fact("Suite", suite.name() + " (" + suite.source().file() + ")" + overridden(suite)),
                    new Fact(
                            "Suite file, SHA-256",
                            Objects.toString(suite.source().sha256(), "unknown")),
                    new Fact(
                            "Each trial",
                            Format.number(suite.phases().warmupSeconds()) + " s warm-up" + longer(suite) + ", then "
                                    + Format.number(suite.phases().measureSeconds()) + " s measured"),
                    new Fact("Blocks", suite.repeats().blocks() + ", order from seed " + suite.seed()),
                    new Fact("Error bound", Format.percent(suite.errorBound()) + " of the responses"));
        }

        /** The parts that the check of answers leaves out where Gatling, and not our sampler, takes HTTP apart. */
        private static final String NOT_CHECKED =
                "Not checked: bytes behind an answer, and heads that its client forgives";

        private static String injector(Suite suite, RunInfo.Environment machine) {
            return "gatling".equals(suite.injector())
                    ? suite.injector() + ", Gatling " + machine.gatling() + ". " + NOT_CHECKED
                    : suite.injector() + ", JMeter " + machine.jmeter();
        }

        /** Where parts of the suite have a warm-up of their own. */
        private static String longer(Suite suite) {
            return suite.cells().parts().stream()
                    .filter(part -> part.warmupSeconds() != null)
                    .map(part -> " (" + Format.number(part.warmupSeconds()) + " s at "
                            + part.concurrency().stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + " clients in " + String.join(", ", part.scenarios()) + ")")
                    .distinct()
                    .collect(Collectors.joining());
        }

        private static String overridden(Suite suite) {
            List<String> overrides = suite.source().overrides();
            return overrides.isEmpty() ? "" : ", changed by " + String.join(" ", overrides);
        }

        private static String frequency(CpuPolicy policy) {
            if (policy == null) {
                return "not readable on this machine";
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

        private static List<Fact> container(Adapter adapter, RecordedRun run) {
            Adapter.Container container = adapter.container();
            return container == null
                    ? List.of()
                    : List.of(
                            new Fact("Image", container.image()),
                            new Fact("Digest of the image", container.imageId()),
                            new Fact("Engine", container.engine()),
                            new Fact("Network", container.network()),
                            new Fact(
                                    "Limits",
                                    (container.cpus() == null
                                                    ? "all"
                                                    : container
                                                            .cpus()
                                                            .toString()
                                                            .replaceFirst("\\.0$", ""))
                                            + " CPUs, "
                                            + (container.memoryBytes() == null
                                                    ? "all memory"
                                                    : (container.memoryBytes() >> 20) + " MiB of memory")),
                            new Fact("Cost read from", costSource(adapter, run)));
        }

        /** The sources of the cost, as the trials name them. */
        private static String costSource(Adapter adapter, RecordedRun run) {
            Map<String, Long> sources = run.trials().stream()
                    .filter(trial -> trial.adapter().equals(adapter.name()) && trial.measured())
                    .map(trial -> trial.use().processes())
                    .map(use -> use.notMeasured() != null
                            ? "not measured: " + use.notMeasured()
                            : use.mediator() == null
                                    ? "nowhere: it had ended"
                                    : use.mediator().group() == null ? "its processes" : "its control group")
                    .collect(Collectors.groupingBy(source -> source, TreeMap::new, Collectors.counting()));
            if (sources.isEmpty()) {
                return "nowhere: nothing was measured";
            }
            return sources.size() == 1
                    ? sources.keySet().iterator().next()
                    : sources.entrySet().stream()
                            .map(source -> source.getKey() + " (" + source.getValue() + " trials)")
                            .collect(Collectors.joining("; "));
        }

        private static AdapterView adapter(Adapter adapter, RecordedRun run, Palette palette) {
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
                    adapter.process().jvmFlags(),
                    container(adapter, run),
                    tells(adapter));
        }

        private static List<Fact> tells(Adapter adapter) {
            return adapter.tells() == null
                    ? List.of()
                    : adapter.tells().entrySet().stream()
                            .filter(told -> told.getValue() != null)
                            .map(told -> new Fact(told.getKey(), told.getValue()))
                            .toList();
        }
    }

    /** A row of the table of verifications. */
    record VerificationView(String adapter, String look, List<Job> jobs) {

        /**
         * What was found for one scenario.
         *
         * @param mark a class: {@code good}, {@code bad} or {@code none}
         */
        record Job(String outcome, String mark, String detail) {}

        static List<VerificationView> of(RecordedRun run, Palette palette) {
            return run.info().adapters().stream()
                    .map(adapter -> new VerificationView(
                            adapter.name(),
                            palette.of(adapter.name()),
                            run.info().suite().scenarios().stream()
                                    .map(scenario -> job(run.verifications().stream()
                                            .filter(v -> v.adapter().equals(adapter.name()))
                                            .filter(v -> v.scenario().equals(scenario))
                                            .toList()))
                                    .toList()))
                    .toList();
        }

        private static Job job(List<Verification> found) {
            if (found.isEmpty()) {
                return new Job("not verified", "none", "");
            }
            List<Verification> refused = found.stream()
                    .filter(v -> v.outcome() == Verification.Outcome.NOT_SERVED)
                    .toList();
            if (refused.isEmpty()) {
                return new Job("served", "good", sent(found.get(0)));
            }
            String reasons =
                    refused.stream().map(Verification::reason).distinct().collect(Collectors.joining("; "));
            return new Job("not served", "bad", payloads(refused) + ": " + reasons);
        }

        private static String payloads(List<Verification> found) {
            return found.stream()
                    .map(Verification::payload)
                    .distinct()
                    .map(Format::payload)
                    .collect(Collectors.joining(", "));
        }

        private static String sent(Verification verification) {
            String sends = verification.sends();
            return sends == null || sends.equals(verification.scenario()) ? "" : "with the messages of " + sends;
        }
    }

    /**
     * A row of the table of injectors.
     *
     * @param goodput responses per second
     * @param exact the same as in the record
     * @param cpu its CPU-µs per request
     * @param cores how many CPUs it kept busy
     * @param errors how many
     * @param word what is to be said of it; empty when nothing is
     */
    record InjectorView(
            String injector,
            String backend,
            String load,
            String goodput,
            String exact,
            String share,
            String cpu,
            String cores,
            String errors,
            String word,
            String mark) {

        private static final double MICROS = 1e6;

        static List<InjectorView> of(List<InjectorTrial> trials) {
            return trials.stream().map(InjectorView::of).toList();
        }

        /** One sentence on all of them. */
        static String sentence(List<InjectorTrial> trials) {
            List<InjectorTrial> paced =
                    trials.stream().filter(InjectorTrial::paced).toList();
            if (paced.size() < 2) {
                return "No load was made at which the backend alone sets the pace, so nothing shows whether the injectors agree.";
            }
            return paced.stream().allMatch(InjectorTrial::agrees)
                    ? "Where the backend sets the pace, the injectors agree on goodput within 5 %."
                    : "Where the backend sets the pace, the injectors do not agree on goodput within 5 %: one of them is the bottleneck.";
        }

        private static InjectorView of(InjectorTrial trial) {
            Calibration line = trial.calibration();
            Double cpu = line.result().cpuMicrosPerRequest();
            return new InjectorView(
                    line.subject().injector(),
                    trial.paced()
                            ? "holds each answer for "
                                    + Format.number(line.subject().backendDelayMillis()) + " ms"
                            : "answers at once",
                    Format.payload(line.subject().payload()) + ", "
                            + Format.clients(line.subject().concurrency()),
                    Format.number(line.result().goodputPerSecond()),
                    Double.toString(line.result().goodputPerSecond()),
                    Format.percent(trial.shareOfBest()),
                    cpu == null ? "–" : Format.number(cpu),
                    cpu == null ? "–" : Format.number(cpu * line.result().goodputPerSecond() / MICROS),
                    Format.count(line.result().errors()),
                    trial.paced() ? trial.agrees() ? "agrees" : "differs" : "",
                    trial.agrees() ? "good" : "bad");
        }
    }

    /** The sample logs from which a page was drawn. */
    record SampleView(String drawn, String warmup, String merged, List<Sender> senders, List<Row> rows) {

        private static final int RESOLUTION_MICROS = 1000;

        /**
         * A trial and the file that it comes from.
         *
         * @param clients how many
         * @param firstByte p50 and p99 of the time until an answer began, in ms
         */
        record Row(
                String file,
                String look,
                String adapter,
                String scenario,
                String payload,
                String clients,
                int block,
                String began,
                String seconds,
                String verified,
                String errors,
                String firstByte,
                String connects) {}

        /** An injector of a test that had several. */
        record Sender(String name, String users, String samples) {

            private static Sender of(SampleSource.Sender sender) {
                return new Sender(
                        sender.host().isEmpty() ? sender.file() : sender.host() + " in " + sender.file(),
                        Format.count(sender.users()) + (sender.users() == 1 ? " user" : " users"),
                        Format.count(sender.samples()) + (sender.samples() == 1 ? " sample" : " samples"));
            }
        }

        /** Null for a run that was recorded. */
        static SampleView of(RecordedRun run, Palette palette) {
            Optional<SampleSource> source = run.samples();
            if (source.isEmpty()) {
                return null;
            }
            SampleSource samples = source.get();
            List<Row> rows = new ArrayList<>();
            Iterator<Trial> trials = run.trials().iterator();
            for (SampleSource.Origin origin : samples.trials()) {
                rows.add(row(run.info().suite(), trials.next(), origin, palette));
            }
            return new SampleView(
                    String.format(
                            Locale.ROOT,
                            "Drawn from %,d samples in %s that JMeter wrote by itself, not from a record of busbench.",
                            samples.samples(),
                            samples.files() == 1 ? "one JTL file" : samples.files() + " JTL files"),
                    samples.warmupSeconds() == 0
                            ? "No warm-up was left out"
                            : "The first " + samples.warmupSeconds()
                                    + " s of each stretch of steady load were left out as" + " warm-up",
                    samples.senders().isEmpty() ? null : merged(samples),
                    samples.senders().stream().map(Sender::of).toList(),
                    rows);
        }

        private static String merged(SampleSource samples) {
            return (samples.merged()
                            ? "One test, merged from " + samples.files() + " files; percentiles from all samples."
                            : "A test of several hosts; percentiles from all samples.")
                    + " Users are those of all together. Seconds follow the clocks of the hosts, which may differ.";
        }

        private static Row row(Suite suite, Trial trial, SampleSource.Origin origin, Palette palette) {
            return new Row(
                    origin.file(),
                    palette.of(trial.adapter()),
                    trial.adapter(),
                    Format.scenario(suite, trial.scenario()),
                    Format.payload(trial.payload()),
                    Format.count(trial.concurrency()),
                    trial.block(),
                    Format.time(trial.conditions().startedAt()),
                    Format.number(trial.conditions().measuredSeconds()),
                    Format.count(trial.result().verified()),
                    Format.count(trial.result().errors().total()),
                    origin.firstByteP50Micros() == null
                            ? "–"
                            : Format.millis(origin.firstByteP50Micros(), RESOLUTION_MICROS) + " / "
                                    + Format.millis(origin.firstByteP99Micros(), RESOLUTION_MICROS),
                    origin.connects() == null ? "–" : Format.count(origin.connects()));
        }
    }
}
