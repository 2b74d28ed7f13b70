package org.busbench.harness.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.busbench.record.RunInfo.CpuPolicy;

/**
 * How Linux chooses the frequency of the CPUs (kernel documentation, <i>CPU Performance Scaling</i>). A governor that
 * saves power makes a lightly loaded system look slow. A virtual machine often tells nothing.
 */
public final class CpuFrequencies {

    private static final Path SYSTEM = Path.of("/sys/devices/system/cpu");

    private CpuFrequencies() {}

    /**
     * Asks this machine.
     *
     * @return empty when it tells nothing at all
     * @throws IOException when the folder of its CPUs cannot be listed
     */
    public static Optional<CpuPolicy> read() throws IOException {
        return Files.isDirectory(SYSTEM) ? read(SYSTEM) : Optional.empty();
    }

    static Optional<CpuPolicy> read(Path system) throws IOException {
        List<Path> policies;
        try (Stream<Path> cpus = Files.list(system)) {
            policies = cpus.filter(cpu -> cpu.getFileName().toString().matches("cpu[0-9]+"))
                    .map(cpu -> cpu.resolve("cpufreq"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
        Boolean boost = boost(system);
        if (policies.isEmpty() && boost == null) {
            return Optional.empty();
        }
        List<Long> lowest = numbers(policies, "scaling_min_freq");
        List<Long> highest = numbers(policies, "scaling_max_freq");
        return Optional.of(new CpuPolicy(
                words(policies, "scaling_driver"),
                words(policies, "scaling_governor"),
                lowest.stream().min(Long::compare).orElse(null),
                highest.stream().max(Long::compare).orElse(null),
                boost));
    }

    /** Two drivers have a switch of their own, and Intel's is the other way round. */
    private static Boolean boost(Path system) {
        return line(system.resolve("cpufreq/boost"))
                .map(value -> value.equals("1"))
                .or(() -> line(system.resolve("intel_pstate/no_turbo")).map(value -> value.equals("0")))
                .orElse(null);
    }

    private static String words(List<Path> policies, String file) {
        TreeSet<String> words = new TreeSet<>();
        policies.forEach(policy -> line(policy.resolve(file)).ifPresent(words::add));
        return words.isEmpty() ? null : String.join(",", words);
    }

    private static List<Long> numbers(List<Path> policies, String file) {
        List<Long> numbers = new ArrayList<>();
        for (Path policy : policies) {
            line(policy.resolve(file))
                    .filter(text -> text.matches("[0-9]{1,12}"))
                    .map(Long::valueOf)
                    .ifPresent(numbers::add);
        }
        return numbers;
    }

    /** Some of these files are there and cannot be read; that is the same as not being told. */
    private static Optional<String> line(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty())
                    : Optional.empty();
        } catch (IOException notTold) {
            return Optional.empty();
        }
    }
}
