package org.busbench.harness.parity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.measure.RunningProcess;
import org.busbench.harness.process.Commands;
import org.busbench.record.Parity;

/** The options that the JVM among some processes was given, and those in force in it. */
final class JvmFacts {
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--add-modules",
            "--add-opens",
            "--add-exports");

    private JvmFacts() {}

    /** The first JVM among them; empty when there is none. */
    static Optional<Parity.Jvm> of(Collection<Long> pids) throws IOException, InterruptedException {
        for (long pid : pids) {
            Optional<RunningProcess> process = RunningProcess.of(pid);
            Optional<String> version = process.isPresent() ? process.get().javaVersion() : Optional.empty();
            if (version.isPresent()) {
                return Optional.of(new Parity.Jvm(
                        version.get(),
                        options(Commands.lineOf(pid).orElse(List.of())),
                        process.get().jvmFlags().orElse(List.of())));
            }
        }
        return Optional.empty();
    }

    /** The options that begin with {@code -X} and stand before the main class. */
    static List<String> options(List<String> command) {
        List<String> options = new ArrayList<>();
        for (int i = 1; i < command.size() && command.get(i).startsWith("-"); i++) {
            String word = command.get(i);
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("-X")) {
                options.add(word);
            }
        }
        return options;
    }
}
