package org.busbench.harness.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.busbench.harness.measure.Role;
import org.busbench.harness.suite.Pinning;

/**
 * Which CPUs each party of a trial gets. With {@link Pinning#AUTO} and four or more CPUs the mediator gets the first half,
 * the backend the next quarter, the injector the rest, so that none takes time from another and all mediators meet the
 * same share of the machine. With fewer, halves would be too small to compare anything but the split itself: nothing is
 * pinned.
 *
 * @param cpus list of CPUs by role, as {@code taskset} writes it; empty when nothing is pinned
 */
record CpuLayout(Map<Role, String> cpus) {

    /** Everything runs everywhere. */
    static final CpuLayout FREE = new CpuLayout(Map.of());

    private static final int FEWEST = 4;

    CpuLayout {
        cpus = Map.copyOf(cpus);
    }

    /** The layout on these CPUs. */
    static CpuLayout of(Pinning pinning, List<Integer> available) {
        int count = available.size();
        if (pinning == Pinning.NONE || count < FEWEST) {
            return FREE;
        }
        int half = count / 2;
        int rest = half + count / 4;
        Map<Role, String> cpus = new EnumMap<>(Role.class);
        cpus.put(Role.MEDIATOR, list(available.subList(0, half)));
        cpus.put(Role.BACKEND, list(available.subList(half, rest)));
        cpus.put(Role.INJECTOR, list(available.subList(rest, count)));
        return new CpuLayout(cpus);
    }

    Optional<String> of(Role role) {
        return Optional.ofNullable(cpus.get(role));
    }

    private static String list(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
