package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.record.Adapter;
import org.busbench.record.Adapter.ArtifactHash;
import org.busbench.record.Adapter.FileHash;
import org.busbench.record.Host;
import org.busbench.record.RunInfo;
import org.busbench.record.RunningProcess;
import org.busbench.record.RunningProcess.Program;
import org.busbench.record.Suite;

/** The differences between two runs, or two adapters, beside their figures: a reader looks here for the cause of a change. */
public final class SetupDifferences {

    private static final int NAMED = 3;

    private final List<String> sentences = new ArrayList<>();
    private final String before;
    private final String after;

    private SetupDifferences(String before, String after) {
        this.before = before;
        this.after = after;
    }

    /** One sentence each on what differs between two adapters of a run. */
    public static List<String> between(Adapter first, Adapter second) {
        SetupDifferences all = new SetupDifferences("in " + first.name(), "in " + second.name());
        all.adapter("", first, second);
        all.flags(
                "command line", first.process().commandLine(), second.process().commandLine());
        all.flags("declared deviations", first.deviations(), second.deviations());
        return List.copyOf(all.sentences);
    }

    /** One sentence each: the machine and suite first, then adapter by adapter. */
    static List<String> differences(RunInfo before, RunInfo after) {
        SetupDifferences all = new SetupDifferences("before", "after");
        all.machine(before.environment(), after.environment());
        all.differ("hosts", before, after, info -> words(info.hosts()));
        all.differ("busbench", before.busbench(), after.busbench(), RunInfo.Busbench::commit);
        all.differ("busbench", before.busbench(), after.busbench(), RunInfo.Busbench::version);
        all.suite(before.suite(), after.suite());
        Map<String, Adapter> earlier =
                before.adapters().stream().collect(Collectors.toMap(Adapter::name, Function.identity()));
        after.adapters()
                .forEach(adapter -> Optional.ofNullable(earlier.get(adapter.name()))
                        .ifPresent(other -> all.adapter(adapter.name() + "'s ", other, adapter)));
        all.rig(before.rig(), after.rig());
        all.alone(before, after);
        return List.copyOf(all.sentences);
    }

    private void machine(RunInfo.Environment before, RunInfo.Environment after) {
        differ("CPU", before, after, RunInfo.Environment::cpu);
        differ("number of CPUs", before, after, RunInfo.Environment::logicalCpus);
        differ("memory", before, after, machine -> machine.memoryBytes() + " bytes");
        differ("operating system", before, after, RunInfo.Environment::os);
        differ("kernel", before, after, RunInfo.Environment::kernel);
        differ(
                "CPU frequency policy",
                before,
                after,
                machine ->
                        machine.cpuPolicy() == null ? null : machine.cpuPolicy().words());
        differ("JMeter", before, after, RunInfo.Environment::jmeter);
        differ("harness's Java", before, after, RunInfo.Environment::harnessJava);
    }

    private static String words(List<Host> hosts) {
        return hosts.isEmpty()
                ? "one machine"
                : hosts.stream()
                        .map(host -> host.role().key() + " " + host.name() + " (" + host.logicalCpus() + " x "
                                + host.cpu() + ", kernel " + host.kernel() + ")")
                        .collect(Collectors.joining(", "));
    }

    private void rig(Map<String, RunningProcess> before, Map<String, RunningProcess> after) {
        for (String party : new TreeSet<>(before.keySet())) {
            RunningProcess first = before.get(party);
            RunningProcess second = after.get(party);
            if (second != null) {
                differ("the " + party + "'s program", first, second, process -> sha256(process.program()));
                differ("the " + party + "'s Java", first, second, RunningProcess::javaVersion);
                flags("the " + party + "'s JVM flags", first.jvmFlags(), second.jvmFlags());
            }
        }
    }

    private static String sha256(Program program) {
        return program == null ? null : program.sha256();
    }

    /** Only what one has and the other has not: there are dozens. */
    private void flags(String what, List<String> before, List<String> after) {
        List<String> first =
                before.stream().filter(flag -> !after.contains(flag)).toList();
        List<String> second =
                after.stream().filter(flag -> !before.contains(flag)).toList();
        if (!first.isEmpty() || !second.isEmpty()) {
            sentences.add(
                    what + ": " + text(first) + " only " + this.before + ", " + text(second) + " only " + this.after);
        }
    }

    private static String text(List<String> flags) {
        return flags.isEmpty() ? "none" : String.join(" ", flags);
    }

    private void suite(Suite before, Suite after) {
        differ("suite", before, after, Suite::name);
        differ("suite file's SHA-256", before, after, suite -> suite.source().sha256());
        differ("scenarios", before, after, suite -> String.join(", ", suite.scenarios()));
        differ("message sizes", before, after, suite -> String.join(", ", suite.payloads()));
        differ("numbers of clients", before, after, suite -> joined(suite.concurrency()));
        differ("rates per second", before, after, suite -> joined(suite.rates()));
        differ("forks", before, after, suite -> suite.repeats().forks());
        differ("seed", before, after, Suite::seed);
        differ("injector", before, after, Suite::injector);
        differ("warm-up seconds", before, after, suite -> suite.phases().warmupSeconds());
        differ("measured seconds", before, after, suite -> suite.phases().measureSeconds());
        differ("error bound", before, after, Suite::errorBound);
        differ("pinning", before, after, Suite::pin);
        differ("probe", before, after, suite -> suite.extraLoads().probeRatePerSecond());
    }

    private void adapter(String name, Adapter before, Adapter after) {
        differ(name + "version", before, after, Adapter::version);
        differ(
                name + "program",
                before,
                after,
                adapter -> sha256(adapter.process().program()));
        differ(name + "Java", before, after, adapter -> adapter.process().javaVersion());
        flags(name + "JVM flags", before.process().jvmFlags(), after.process().jvmFlags());
        differ(name + "image", before, after, adapter -> of(adapter, Adapter.Container::imageId));
        differ(name + "container engine", before, after, adapter -> of(adapter, Adapter.Container::engine));
        differ(name + "limit of CPUs", before, after, adapter -> limit(adapter, Adapter.Container::cpus));
        differ(name + "limit of memory", before, after, adapter -> limit(adapter, Adapter.Container::memoryBytes));
        hashes(name + "files", files(before), files(after));
        hashes(name + "artifacts", artifacts(before), artifacts(after));
    }

    /** Hashes by the place in the adapter's folder, so that two adapters' files can be set side by side. */
    private static Map<String, String> files(Adapter adapter) {
        String folder = ".*/" + Pattern.quote(adapter.name()) + "/";
        return adapter.files().stream()
                .collect(Collectors.toMap(
                        file -> file.path().replaceFirst(folder, ""), FileHash::sha256, (one, two) -> one));
    }

    private static Map<String, String> artifacts(Adapter adapter) {
        return adapter.artifacts().stream()
                .collect(Collectors.toMap(ArtifactHash::coordinates, ArtifactHash::sha256, (one, two) -> one));
    }

    private static <V> V of(Adapter adapter, Function<Adapter.Container, V> property) {
        return adapter.container() == null ? null : property.apply(adapter.container());
    }

    private static String limit(Adapter adapter, Function<Adapter.Container, ?> property) {
        return of(adapter, container -> Objects.toString(property.apply(container), "none"));
    }

    private static String joined(List<?> values) {
        return values.isEmpty() ? "none" : values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private <T, V> void differ(String what, T before, T after, Function<T, V> property) {
        V first = property.apply(before);
        V second = property.apply(after);
        if (!Objects.equals(first, second)) {
            sentences.add(what + ": " + text(first) + " " + this.before + ", " + text(second) + " " + this.after);
        }
    }

    private static String text(Object value) {
        return value == null ? "not recorded" : value.toString();
    }

    private void hashes(String what, Map<String, String> before, Map<String, String> after) {
        List<String> differing = Stream.concat(before.keySet().stream(), after.keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .filter(name -> !Objects.equals(before.get(name), after.get(name)))
                .toList();
        if (!differing.isEmpty()) {
            String more = differing.size() > NAMED ? " and " + (differing.size() - NAMED) + " more" : "";
            sentences.add(
                    what + " differ: " + differing.stream().limit(NAMED).collect(Collectors.joining(", ")) + more);
        }
    }

    private void alone(RunInfo before, RunInfo after) {
        List<String> first = before.adapters().stream().map(Adapter::name).toList();
        List<String> second = after.adapters().stream().map(Adapter::name).toList();
        first.stream()
                .filter(name -> !second.contains(name))
                .forEach(name -> sentences.add(name + " was measured in " + before.id() + " alone"));
        second.stream()
                .filter(name -> !first.contains(name))
                .forEach(name -> sentences.add(name + " was measured in " + after.id() + " alone"));
    }
}
