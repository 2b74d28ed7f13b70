package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.reports.run.Adapter;
import org.busbench.reports.run.Adapter.ArtifactHash;
import org.busbench.reports.run.Adapter.FileHash;
import org.busbench.reports.run.RunInfo;
import org.busbench.reports.run.Suite;

/** What differs between two runs beside their figures: the reader looks here for the cause of a change. */
final class Circumstances {

    private static final int NAMED = 3;

    private final List<String> sentences = new ArrayList<>();

    private Circumstances() {}

    /** One sentence each: the machine and suite first, then adapter by adapter. */
    static List<String> differences(RunInfo before, RunInfo after) {
        Circumstances all = new Circumstances();
        all.machine(before.environment(), after.environment());
        all.differ("busbench", before.busbench(), after.busbench(), RunInfo.Busbench::commit);
        all.differ("busbench", before.busbench(), after.busbench(), RunInfo.Busbench::version);
        all.suite(before.suite(), after.suite());
        Map<String, Adapter> earlier =
                before.adapters().stream().collect(Collectors.toMap(Adapter::name, Function.identity()));
        after.adapters()
                .forEach(adapter -> Optional.ofNullable(earlier.get(adapter.name()))
                        .ifPresent(other -> all.adapter(other, adapter)));
        all.alone(before, after);
        return List.copyOf(all.sentences);
    }

    private void machine(RunInfo.Environment before, RunInfo.Environment after) {
        differ("CPU", before, after, RunInfo.Environment::cpu);
        differ("number of CPUs", before, after, RunInfo.Environment::logicalCpus);
        differ("memory", before, after, RunInfo.Environment::memoryBytes);
        differ("operating system", before, after, RunInfo.Environment::os);
        differ("kernel", before, after, RunInfo.Environment::kernel);
        differ("CPU frequency policy", before, after, RunInfo.Environment::cpuPolicy);
        differ("JMeter", before, after, RunInfo.Environment::jmeter);
        differ("harness's Java", before, after, RunInfo.Environment::harnessJava);
    }

    private void suite(Suite before, Suite after) {
        differ("injector", before, after, Suite::injector);
        differ("warm-up seconds", before, after, Suite::warmupSeconds);
        differ("measured seconds", before, after, Suite::measureSeconds);
        differ("error bound", before, after, Suite::errorBound);
        differ("pinning", before, after, Suite::pin);
        differ("probe", before, after, Suite::probeRatePerSecond);
    }

    private void adapter(Adapter before, Adapter after) {
        String name = after.name();
        differ(name + "'s version", before, after, Adapter::version);
        differ(
                name + "'s program",
                before,
                after,
                adapter -> adapter.program() == null ? null : adapter.program().sha256());
        differ(name + "'s Java", before, after, Adapter::javaVersion);
        differ(name + "'s JVM flags", before, after, Adapter::jvmFlags);
        hashes(
                name + "'s files",
                before.files().stream().collect(Collectors.toMap(FileHash::path, FileHash::sha256, (one, two) -> one)),
                after.files().stream().collect(Collectors.toMap(FileHash::path, FileHash::sha256, (one, two) -> one)));
        hashes(
                name + "'s artifacts",
                before.artifacts().stream()
                        .collect(Collectors.toMap(ArtifactHash::coordinates, ArtifactHash::sha256, (one, two) -> one)),
                after.artifacts().stream()
                        .collect(Collectors.toMap(ArtifactHash::coordinates, ArtifactHash::sha256, (one, two) -> one)));
    }

    private <T, V> void differ(String what, T before, T after, Function<T, V> property) {
        V first = property.apply(before);
        V second = property.apply(after);
        if (!Objects.equals(first, second)) {
            sentences.add(what + ": " + text(first) + " before, " + text(second) + " after");
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
