package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.util.Iterator;
import java.util.LinkedHashMap;
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
import org.busbench.record.SampleSource;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.record.Verification;
import org.busbench.reports.analysis.EnoughInjectors;
import org.busbench.reports.analysis.InjectorTrial;
import org.busbench.reports.results.Fields;

/** The tables of the setup: programs and machine, verification of the adapters, calibration of the injectors, and the files of a run made from sample logs. */
final class SetupTables {
    private static final double MICROS = 1e6;
    /** The step in which JMeter counts latency. */
    private static final int RESOLUTION_MICROS = 1000;

    /** The parts that the check of answers leaves out where Gatling, and not our sampler, takes HTTP apart. */
    private static final String NOT_CHECKED = "Not checked: bytes behind an answer, and heads that its client forgives";

    private final RecordedRun run;
    private final Suite suite;
    private final Palette palette;

    SetupTables(RecordedRun run, Palette palette) {
        this.run = run;
        this.suite = run.info().suite();
        this.palette = palette;
    }

    /** What ran on what; null for sample logs, which do not say it. */
    Map<String, Object> setup() {
        RunInfo info = run.info();
        return info.environment() == null
                ? null
                : Fields.of(
                        "facts", facts(info),
                        "hosts", each(info.hosts(), this::host),
                        "adapters", each(info.adapters(), this::adapter),
                        "unavailable", info.unavailable());
    }

    private Map<String, Object> facts(RunInfo info) {
        RunInfo.Environment machine = info.environment();
        String commit = info.busbench().commit() == null
                ? ""
                : ", commit " + info.busbench().commit();
        Suite.Phases phases = suite.phases();
        return Fields.of(
                "Processor", machine.cpu() + ", " + machine.logicalCpus() + " logical CPUs",
                "Memory", Format.gibibytes(machine.memoryBytes()),
                "System", machine.os() + ", kernel " + machine.kernel(),
                "CPU frequency",
                        machine.cpuPolicy() == null
                                ? "not readable on this machine"
                                : machine.cpuPolicy().words(),
                "busbench", info.busbench().version() + commit,
                "Injector", injector(suite, machine),
                "Java of the harness", Objects.toString(machine.harnessJava(), "unknown"),
                "Suite", suite.name() + " (" + suite.source().file() + ")" + overridden(suite),
                "Suite file, SHA-256", Objects.toString(suite.source().sha256(), "unknown"),
                "Each trial",
                        Format.number(phases.warmupSeconds()) + " s warm-up" + longer(suite) + ", then "
                                + Format.number(phases.measureSeconds()) + " s measured",
                "Blocks", suite.repeats().blocks() + ", order from seed " + suite.seed(),
                "Error bound", Format.percent(suite.errorBound()) + " of the responses");
    }

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

    /** A host with its clock when the run began, and by how much that differed at most before or after a trial. */
    private Map<String, Object> host(Host host) {
        Optional<Long> moved = run.trials().stream()
                .flatMap(trial -> trial.conditions().clocks().stream())
                .filter(clocks -> clocks.role() == host.role() && clocks.host().equals(host.name()))
                .flatMap(clocks -> Stream.of(clocks.before(), clocks.after()))
                .map(clock -> Math.abs(clock.aheadMicros() - host.clock().aheadMicros()))
                .max(Long::compare);
        return Fields.of(
                "role", host.role(),
                "name", host.name(),
                "processor", host.cpu() + ", " + host.logicalCpus() + " logical CPUs",
                "memory", Format.gibibytes(host.memoryBytes()),
                "system", host.os() + ", kernel " + host.kernel(),
                "java", Objects.toString(host.java(), "unknown"),
                "clock", words(host.clock()),
                "moved",
                        moved.map(micros -> String.format(Locale.ROOT, "%.1f ms", micros / 1e3))
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

    private Map<String, Object> adapter(Adapter adapter) {
        String version = adapter.version();
        String java = adapter.process().javaVersion();
        String about = Stream.of(
                        adapter.role().key(),
                        version == null || version.equals("none") ? "" : "version " + version,
                        java == null ? "" : "Java " + java)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
        Map<String, String> tells = new LinkedHashMap<>(Objects.requireNonNullElse(adapter.tells(), Map.of()));
        tells.values().removeIf(Objects::isNull);
        return Fields.of(
                "adapter", adapter,
                "look", palette.of(adapter.name()),
                "about", about,
                "container", container(adapter),
                "tells", Optional.of(tells).filter(told -> !told.isEmpty()));
    }

    private Map<String, Object> container(Adapter adapter) {
        Adapter.Container container = adapter.container();
        return container == null
                ? null
                : Fields.of(
                        "Image", container.image(),
                        "Digest of the image", container.imageId(),
                        "Engine", container.engine(),
                        "Network", container.network(),
                        "Limits", limits(container),
                        "Cost read from", costSource(adapter));
    }

    private static String limits(Adapter.Container container) {
        String cpus =
                container.cpus() == null ? "all" : container.cpus().toString().replaceFirst("\\.0$", "");
        return cpus + " CPUs, "
                + (container.memoryBytes() == null ? "all memory" : (container.memoryBytes() >> 20) + " MiB of memory");
    }

    private String costSource(Adapter adapter) {
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

    /** For each adapter what was found in each scenario before any load. */
    List<Map<String, Object>> verifications() {
        return each(
                run.info().adapters(),
                adapter -> Fields.of(
                        "adapter", adapter.name(),
                        "look", palette.of(adapter.name()),
                        "jobs", each(suite.scenarios(), scenario -> job(adapter.name(), scenario))));
    }

    private Map<String, Object> job(String adapter, String scenario) {
        List<Verification> found = run.verifications().stream()
                .filter(one -> one.adapter().equals(adapter) && one.scenario().equals(scenario))
                .toList();
        List<Verification> refused = found.stream().filter(one -> !one.served()).toList();
        if (found.isEmpty()) {
            return Fields.of("outcome", "not verified", "mark", "none", "detail", "");
        }
        if (refused.isEmpty()) {
            return Fields.of("outcome", "served", "mark", "good", "detail", sent(found.get(0)));
        }
        String payloads = refused.stream()
                .map(Verification::payload)
                .distinct()
                .map(Format::payload)
                .collect(Collectors.joining(", "));
        String reasons = refused.stream().map(Verification::reason).distinct().collect(Collectors.joining("; "));
        return Fields.of("outcome", "not served", "mark", "bad", "detail", payloads + ": " + reasons);
    }

    private static String sent(Verification verification) {
        String sends = verification.sends();
        return sends == null || sends.equals(verification.scenario()) ? "" : "with the messages of " + sends;
    }

    static String sentence(List<InjectorTrial> trials) {
        List<InjectorTrial> paced = trials.stream().filter(InjectorTrial::paced).toList();
        if (paced.size() < 2) {
            return "No load was made at which the backend alone sets the pace, so nothing shows whether the injectors"
                    + " agree.";
        }
        return paced.stream().allMatch(InjectorTrial::agrees)
                ? "Where the backend sets the pace, the injectors agree on goodput within 5 %."
                : "Where the backend sets the pace, the injectors do not agree on goodput within 5 %: one of them is"
                        + " the bottleneck.";
    }

    static Map<String, Object> injector(InjectorTrial trial) {
        Calibration.Subject subject = trial.calibration().subject();
        Calibration.Result result = trial.calibration().result();
        Optional<Double> cpu = Optional.ofNullable(result.cpuMicrosPerRequest());
        return Fields.of(
                "injector", subject.injector(),
                "backend",
                        trial.paced()
                                ? "holds each answer for " + Format.number(subject.backendDelayMillis()) + " ms"
                                : "answers at once",
                "load", Format.payload(subject.payload()) + ", " + Format.clients(subject.concurrency()),
                "goodput", Format.number(result.goodputPerSecond()),
                "exact", Double.toString(result.goodputPerSecond()),
                "share", Format.percent(trial.shareOfBest()),
                "cpu", cpu.map(Format::number).orElse("–"),
                "cores",
                        cpu.map(micros -> Format.number(micros * result.goodputPerSecond() / MICROS))
                                .orElse("–"),
                "errors", Format.count(result.errors()),
                "word", trial.paced() ? trial.agrees() ? "agrees" : "differs" : "",
                "mark", trial.agrees() ? "good" : "bad");
    }

    /** How many injectors it takes on one adapter. */
    static Map<String, Object> enough(EnoughInjectors found) {
        return Fields.of(
                "adapter", found.subject().adapter(),
                "sentence", found.sentence(),
                "levels", each(found.levels(), Level::of));
    }

    /** A number of injectors: TPS when it came from below and from above, and CPU-µs per request of all injectors together. */
    private record Level(int injectors, String up, String down, String cpu) {
        static Level of(EnoughInjectors.Level level) {
            List<Calibration.Result> loads = level.loads();
            String down = Format.number(loads.get(loads.size() - 1).goodputPerSecond());
            return new Level(
                    level.injectors(),
                    Format.number(loads.get(0).goodputPerSecond()),
                    loads.size() < 2 ? "–" : down,
                    loads.stream().allMatch(load -> load.cpuMicrosPerRequest() != null)
                            ? Format.number(loads.stream()
                                    .collect(Collectors.averagingDouble(Calibration.Result::cpuMicrosPerRequest)))
                            : "–");
        }
    }

    /** The sample logs from which a page was drawn; null for a run that was recorded. */
    Map<String, Object> samples() {
        return run.samples().map(this::samples).orElse(null);
    }

    private Map<String, Object> samples(SampleSource samples) {
        Iterator<Trial> trials = run.trials().iterator();
        return Fields.of(
                "drawn",
                        String.format(
                                Locale.ROOT,
                                "Drawn from %,d samples in %s that JMeter wrote by itself, not from a record of"
                                        + " busbench.",
                                samples.samples(),
                                samples.files() == 1 ? "one JTL file" : samples.files() + " JTL files"),
                "warmup",
                        samples.warmupSeconds() == 0
                                ? "No warm-up was left out"
                                : "The first " + samples.warmupSeconds()
                                        + " s of each stretch of steady load were left out as warm-up",
                "merged", samples.senders().isEmpty() ? null : merged(samples),
                "senders", each(samples.senders(), SetupTables::sender),
                "rows", each(samples.trials(), origin -> row(trials.next(), origin)));
    }

    private static String merged(SampleSource samples) {
        return (samples.merged()
                        ? "One test, merged from " + samples.files() + " files; percentiles from all samples."
                        : "A test of several hosts; percentiles from all samples.")
                + " Users are those of all together. Seconds follow the clocks of the hosts, which may differ.";
    }

    private static Map<String, Object> sender(SampleSource.Sender sender) {
        return Fields.of(
                "name", sender.host().isEmpty() ? sender.file() : sender.host() + " in " + sender.file(),
                "users", Format.count(sender.users()) + (sender.users() == 1 ? " user" : " users"),
                "samples", Format.count(sender.samples()) + (sender.samples() == 1 ? " sample" : " samples"));
    }

    /** A trial and the file that it comes from. */
    private Map<String, Object> row(Trial trial, SampleSource.Origin origin) {
        return Fields.of(
                "file", origin.file(),
                "look", palette.of(trial.adapter()),
                "adapter", trial.adapter(),
                "scenario", Format.scenario(suite, trial.scenario()),
                "payload", Format.payload(trial.payload()),
                "clients", Format.count(trial.concurrency()),
                "block", trial.block(),
                "began", Format.time(trial.conditions().startedAt()),
                "seconds", Format.number(trial.conditions().measuredSeconds()),
                "verified", Format.count(trial.result().verified()),
                "errors", Format.count(trial.result().errors().total()),
                "firstByte",
                        origin.firstByteP50Micros() == null
                                ? "–"
                                : Format.millis(origin.firstByteP50Micros(), RESOLUTION_MICROS) + " / "
                                        + Format.millis(origin.firstByteP99Micros(), RESOLUTION_MICROS),
                "connects", origin.connects() == null ? "–" : Format.count(origin.connects()));
    }
}
