package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.busbench.common.Tool;
import org.busbench.harness.adapter.ProgramPath;
import org.busbench.harness.text.Problem;

/**
 * On which CPUs a process may run: set with {@code taskset} (util-linux), read from {@code /proc}. CPU lists are written
 * as both do, {@code 0-1,4}.
 */
public final class Affinity {

    private static final String TASKSET = "taskset";
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Affinity() {}

    /** Whether it can be set here: not where {@code taskset} is missing. */
    public static boolean available() {
        return taskset().isPresent();
    }

    /**
     * A command that keeps itself, and all that it starts, to some CPUs from its first instruction on, so that a JVM
     * sizes its pools by them.
     *
     * @return the command with {@code taskset} before it, which makes way for the program
     */
    public static List<String> kept(String cpus, List<String> command) {
        List<String> words = new ArrayList<>(List.of(
                taskset().orElseThrow(() -> new Problem("taskset is missing: install util-linux")), "-c", cpus));
        words.addAll(command);
        return words;
    }

    /** Keeps a running process with all its threads to some CPUs; processes that it starts later inherit that. */
    public static void keep(long pid, String cpus) throws IOException, InterruptedException {
        String program = taskset().orElseThrow(() -> new IOException("taskset is missing: install util-linux"));
        Tool.Said said = new Tool(List.of(program, "-acp", cpus, Long.toString(pid)), LIMIT).run();
        if (!said.well()) {
            throw new IOException("process " + pid + " cannot be kept to the CPUs " + cpus + ": " + said.text());
        }
    }

    /** The CPUs on which a process may run now. Returns the list; empty when the process is gone, or the system does not tell. */
    public static Optional<String> of(long pid) {
        return read(Path.of("/proc", Long.toString(pid), "status"));
    }

    /** On how many CPUs a process may run now; empty when the process is gone, or the system does not tell. */
    public static OptionalInt count(long pid) {
        return of(pid).map(list -> OptionalInt.of(numbers(list).size())).orElse(OptionalInt.empty());
    }

    /**
     * The CPUs on which this process may run, which are all that there are to share out.
     *
     * @return their numbers, rising; empty when the system does not tell
     */
    public static List<Integer> own() {
        return read(Path.of("/proc/self/status")).map(Affinity::numbers).orElse(List.of());
    }

    static List<Integer> numbers(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.split(",", -1)) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = Integer.parseInt(range.substring(dash + 1));
            for (int cpu = first; cpu <= last; cpu++) {
                numbers.add(cpu);
            }
        }
        return numbers;
    }

    private static Optional<String> read(Path status) {
        try {
            return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst();
        } catch (IOException goneOrNoProc) {
            return Optional.empty();
        }
    }

    private static Optional<String> taskset() {
        return ProgramPath.ofEnvironment().find(TASKSET).map(Path::toString);
    }
}
