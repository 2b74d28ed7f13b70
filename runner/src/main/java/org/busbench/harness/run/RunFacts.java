package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.Sha256;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Version;
import org.busbench.harness.adapter.Reach;
import org.busbench.harness.load.GatlingHome;
import org.busbench.harness.load.JmeterHome;
import org.busbench.harness.measure.CpuFrequencies;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.measure.RunningProcess;
import org.busbench.harness.measure.RunningProgram;
import org.busbench.harness.process.Commands;
import org.busbench.harness.process.Container;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.ProgramOutput;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.LoadShape.Duets;
import org.busbench.harness.suite.LoadShape.FixedRate;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.record.Adapter.ArtifactHash;
import org.busbench.record.Adapter.FileHash;
import org.busbench.record.ProgramFiles;
import org.busbench.record.RunInfo;
import org.busbench.record.RunInfo.CpuPolicy;
import org.busbench.record.RunInfo.Environment;
import org.busbench.record.RunningProcess.Program;
import org.busbench.record.Suite.Cells;
import org.busbench.record.Suite.ExtraLoads;
import org.busbench.record.Suite.Phases;
import org.busbench.record.Suite.ScenarioText;
import org.busbench.record.Suite.Source;

/** Collects what {@code run.json} says, from files and from the processes as they run. */
public final class RunFacts {

    private final Project project;
    private final Checkout checkout;
    private final FolderNames folders;

    /** Collects the facts of this host; {@code project} has its files. */
    public RunFacts(Project project) {
        this.project = project;
        this.checkout = new Checkout(project.root());
        this.folders = FolderNames.of(project.root(), Path.of(System.getProperty("user.home")));
    }

    RunInfo read(
            RunSettings settings, Rig.Place place, List<org.busbench.record.Adapter> adapters, String id, Instant start)
            throws IOException, InterruptedException {
        return new RunInfo(
                RunInfo.SCHEMA,
                id,
                start.toString(),
                checkout.build(),
                suite(settings.suite(), settings.baseline()),
                adapters,
                settings.unavailable(),
                place.environment(),
                place.processes(),
                place.hosts(),
                settings.suite()
                        .publication()
                        .map(publication -> publication.shownAs(checkout.shown(Path.of(publication.file()))))
                        .orElse(null));
    }

    org.busbench.record.RunningProcess process(long pid) throws IOException, InterruptedException {
        Optional<RunningProcess> process = RunningProcess.of(pid);
        return new org.busbench.record.RunningProcess(
                folders.in(Commands.lineOf(pid).orElse(null)),
                program(pid, List.of(), List.of()),
                process.isPresent() ? process.get().javaVersion().orElse(null) : null,
                process.isPresent() ? folders.in(process.get().jvmFlags().orElse(null)) : null);
    }

    /** {@code line} is the command line as a record has it. */
    private Program program(long pid, List<String> versionArguments, List<String> line)
            throws IOException, InterruptedException {
        String jars = ProgramFiles.sha256(line, checkout.root()).orElse(null);
        return RunningProgram.of(pid, versionArguments)
                .map(running -> new Program(
                        folders.in(running.path()), running.sha256(), folders.in(running.versionOutput()), jars))
                .orElse(null);
    }

    /** The arguments with which the adapter asks for a program's version; a JVM has told its version already. */
    private static List<String> versionArguments(Adapter adapter) {
        return adapter.version() instanceof Version.Printed printed
                ? printed.command().subList(1, printed.command().size())
                : List.of();
    }

    /**
     * A system that is up on this host, as run.json describes it.
     *
     * @throws IOException when its program cannot be read
     */
    public org.busbench.record.Adapter adapter(SystemUnderTest system) throws IOException, InterruptedException {
        String javaVersion = null;
        Program program = null;
        List<String> jvmFlags = null;
        List<String> line =
                folders.in(system.process().map(ManagedProcess::commandLine).orElse(null));
        Optional<Container> container =
                system.process().flatMap(managed -> managed.spec().container());
        Optional<Long> pid = container.isPresent()
                ? container.get().init()
                : system.process().map(managed -> managed.id().pid());
        Optional<RunningProcess> process = pid.flatMap(RunningProcess::of);
        if (process.isPresent()) {
            javaVersion = process.get().javaVersion().orElse(null);
            jvmFlags = folders.in(process.get().jvmFlags().orElse(null));
            boolean asked = javaVersion == null && container.isEmpty();
            program = program(pid.orElseThrow(), asked ? versionArguments(system.adapter()) : List.of(), line);
        }
        return new org.busbench.record.Adapter(
                system.adapter().name(),
                system.adapter().title(),
                system.adapter().role(),
                system.version(),
                new org.busbench.record.RunningProcess(line, program, javaVersion, jvmFlags),
                checkout.hashes(system.adapter().folder()),
                system.artifacts().entrySet().stream()
                        .map(artifact -> new ArtifactHash(artifact.getKey(), artifact.getValue()))
                        .toList(),
                system.adapter().deviations(),
                container.flatMap(RunFacts::container).orElse(null),
                target(system),
                tells(system));
    }

    /** Null where its file asks for nothing, or it is not up. */
    private Map<String, String> tells(SystemUnderTest system) throws IOException, InterruptedException {
        if (system.adapter().tells().isEmpty() || system.process().isEmpty()) {
            return null;
        }
        Map<String, String> found = ProgramOutput.found(
                system.process().get().spec(), system.adapter().tells());
        found.replaceAll((name, text) -> folders.in(text));
        return found;
    }

    /** Null for one that is started here. */
    private static org.busbench.record.Adapter.Target target(SystemUnderTest system) {
        Reach reach = system.adapter().reach();
        return reach.running()
                ? new org.busbench.record.Adapter.Target(
                        system.hosts(), reach.access().tls().insecure())
                : null;
    }

    /** The container as the engine describes it while it runs: its real limits, not those that the adapter asks for. */
    private static Optional<org.busbench.record.Adapter.Container> container(Container running) {
        return running.inspect("{{.Image}} {{.HostConfig.NetworkMode}} {{.HostConfig.Memory}} {{.HostConfig.NanoCpus}}"
                        + " {{.Config.Image}}")
                .map(text -> text.split(" ", 5))
                .map(facts -> new org.busbench.record.Adapter.Container(
                        running.engine().key() + " " + running.engine().version(),
                        facts[4],
                        facts[0],
                        facts[1],
                        facts[2].equals("0") ? null : Long.valueOf(facts[2]),
                        facts[3].equals("0") ? null : (Double) (Long.parseLong(facts[3]) / 1e9)));
    }

    private org.busbench.record.Suite suite(Suite suite, String baseline) throws IOException {
        Repeats repeats = suite.repeats();
        LoadShape load = suite.load();
        return new org.busbench.record.Suite(
                new Source(
                        suite.name(),
                        suite.about(),
                        checkout.shown(suite.file()),
                        Sha256.of(suite.file()),
                        folders.in(suite.overrides())),
                new Cells(
                        suite.scenarioNames(),
                        suite.payloads(),
                        suite.concurrency(),
                        load.rates(),
                        texts(suite.scenarios()),
                        load.duets().map(Duets::pairs).orElse(List.of()),
                        suite.parts().stream()
                                .map(part -> new org.busbench.record.Suite.Part(
                                        part.scenarios(),
                                        part.payloads(),
                                        part.concurrency(),
                                        part.without().isEmpty()
                                                ? List.of()
                                                : suite.adapters().stream()
                                                        .filter(adapter ->
                                                                !part.without().contains(adapter))
                                                        .toList(),
                                        part.warmup().map(RunFacts::seconds).orElse(null)))
                                .toList()),
                new org.busbench.record.Suite.Repeats(
                        repeats.blocks(),
                        repeats.adaptive() ? repeats.maxBlocks() : null,
                        repeats.forks(),
                        repeats.budget().map(RunFacts::seconds).orElse(null)),
                new Phases(
                        seconds(suite.phases().warmup()),
                        seconds(suite.phases().measure()),
                        load.duets().map(duets -> seconds(duets.window())).orElse(null)),
                suite.seed(),
                suite.errorBound(),
                load.injector().key(),
                new ExtraLoads(
                        load.probeRatePerSecond().orElse(null),
                        load.frontier().stream()
                                .map(bound -> (double) bound.toMillis())
                                .toList(),
                        load.fixedRate().map(RunFacts::fixedRate).orElse(null)),
                suite.pinning().key(),
                baseline);
    }

    private List<ScenarioText> texts(List<Scenario> scenarios) throws IOException {
        List<ScenarioText> texts = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            List<FileHash> files = new ArrayList<>();
            for (Path file : scenario.files()) {
                files.add(new FileHash(checkout.shown(file), Sha256.of(file)));
            }
            texts.add(new ScenarioText(
                    scenario.name(),
                    scenario.title(),
                    scenario.about(),
                    scenario.backend().isOurs() ? null : false,
                    files,
                    scenario.step()
                            .map(step -> new org.busbench.record.Suite.Step(
                                    step.after().orElse(null), step.adds()))
                            .orElse(null)));
        }
        return texts;
    }

    private static org.busbench.record.Suite.FixedRate fixedRate(FixedRate rate) {
        return rate.ratePerSecond()
                .map(fixed -> new org.busbench.record.Suite.FixedRate(fixed, null))
                .orElseGet(() -> new org.busbench.record.Suite.FixedRate(null, FixedRate.SHARE_OF_SLOWEST));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    /** This machine and this rig. */
    Environment environment() throws IOException {
        return environment(MachineFacts.read(), CpuFrequencies.read().orElse(null));
    }

    /** A machine, and this rig; the policy is null when it is not known. */
    public Environment environment(MachineFacts machine, CpuPolicy policy) throws IOException {
        return new Environment(
                machine.os(),
                machine.kernel(),
                machine.cpu(),
                machine.logicalCpus(),
                machine.memoryBytes(),
                System.getProperty("java.version"),
                new JmeterHome(project.jmeterHome()).version(),
                GatlingHome.version(project.gatlingLock()).orElse(null),
                policy);
    }

    /**
     * The words of a record for the folders of the machine that made it: {@code ${project}} for the checkout, {@code ~} for the home.
     * So a record tells nothing private, and reads the same wherever it was made.
     */
    record FolderNames(Map<Pattern, String> names) {

        static FolderNames of(Path project, Path home) {
            Map<Path, String> folders = new HashMap<>();
            for (Map.Entry<Path, String> name : List.of(Map.entry(home, "~"), Map.entry(project, "${project}"))) {
                folders.put(name.getKey(), name.getValue());
                folders.put(real(name.getKey()), name.getValue());
            }
            // The root would stand for everything.
            folders.keySet().removeIf(folder -> folder.getNameCount() == 0);
            Map<Pattern, String> names = new LinkedHashMap<>();
            folders.entrySet().stream()
                    .sorted(Comparator.comparing(folder -> -folder.getKey().getNameCount()))
                    .forEach(folder -> names.put(whole(folder.getKey()), folder.getValue()));
            return new FolderNames(names);
        }

        /** The folder, and not another whose path begins or ends like its own. */
        private static Pattern whole(Path folder) {
            return Pattern.compile("(?<![\\w.-])" + Pattern.quote(folder.toString()) + "(?![\\w.-])");
        }

        private static Path real(Path folder) {
            try {
                return folder.toRealPath();
            } catch (IOException gone) {
                return folder;
            }
        }

        /** A text with the names in it; null for null. */
        String in(String text) {
            String named = text;
            for (Map.Entry<Pattern, String> name : names.entrySet()) {
                named = named == null
                        ? null
                        : name.getKey().matcher(named).replaceAll(Matcher.quoteReplacement(name.getValue()));
            }
            return named;
        }

        /** Each text with the names in it; null for null. */
        List<String> in(List<String> texts) {
            return texts == null ? null : texts.stream().map(this::in).toList();
        }
    }
}
