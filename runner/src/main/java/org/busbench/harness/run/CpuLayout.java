package org.busbench.harness.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.ProcessSpec;
import org.busbench.harness.suite.Suite.Pinning;
import org.busbench.harness.text.Problem;

/**
 * Which CPUs each party of a trial gets. With {@link Pinning#AUTO} and four or more CPUs the mediator gets the first half,
 * the backend the next quarter, the injector the rest, so that none takes time from another and all mediators meet the
 * same share of the machine. With fewer, halves would be too small to compare anything but the split itself: nothing is
 * pinned.
 *
 * @param cpus list of CPUs by role, as {@code taskset} writes it; empty when nothing is pinned
 */
public record CpuLayout(Map<ProcessRole, String> cpus) {

    public static final CpuLayout FREE = new CpuLayout(Map.of());

    private static final int FEWEST = 4;

    public CpuLayout {
        cpus = Map.copyOf(cpus);
    }

    static CpuLayout of(Pinning pinning, List<Integer> available) {
        int count = available.size();
        if (pinning == Pinning.NONE || count < FEWEST) {
            return FREE;
        }
        int half = count / 2;
        int rest = half + count / 4;
        Map<ProcessRole, String> cpus = new EnumMap<>(ProcessRole.class);
        cpus.put(ProcessRole.MEDIATOR, list(available.subList(0, half)));
        cpus.put(ProcessRole.BACKEND, list(available.subList(half, rest)));
        cpus.put(ProcessRole.INJECTOR, list(available.subList(rest, count)));
        return new CpuLayout(cpus);
    }

    /**
     * The mediator kept to the first CPUs of this process, and nothing else to any.
     *
     * @throws Problem when there are not so many, or they cannot be chosen here
     */
    public static CpuLayout ofMediator(int count) {
        List<Integer> own = Affinity.own();
        if (!Affinity.available()) {
            throw new Problem("the mediator cannot be kept to " + count + " CPUs: install taskset (util-linux)");
        }
        if (own.size() < count) {
            throw new Problem("the mediator cannot be kept to " + count + " CPUs: its host has " + own.size());
        }
        return new CpuLayout(Map.of(ProcessRole.MEDIATOR, list(own.subList(0, count))));
    }

    ProcessSpec kept(ProcessRole role, ProcessSpec spec) {
        String list = cpus.get(role);
        if (list == null) {
            return spec;
        }
        if (spec.container().isPresent()) {
            // The engine starts the container, not the program that is started here.
            List<String> command = new ArrayList<>(spec.command());
            command.add(2, "--cpuset-cpus=" + list);
            return spec.withCommand(command);
        }
        return spec.withCommand(Affinity.kept(list, spec.command()));
    }

    /** Keeps a process that runs already to the CPUs of its role. */
    void keep(ProcessRole role, long pid) throws IOException, InterruptedException {
        String list = cpus.get(role);
        if (list != null) {
            Affinity.keep(pid, list);
        }
    }

    /** The CPUs really in force, read from the running processes; null where none were asked for. */
    Map<String, String> asSet(Map<ProcessRole, Long> pids) {
        if (cpus.isEmpty()) {
            return null;
        }
        Map<String, String> set = new LinkedHashMap<>();
        pids.forEach((role, pid) -> Affinity.of(pid).ifPresent(list -> set.put(role.key(), list)));
        return set;
    }

    private static String list(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
