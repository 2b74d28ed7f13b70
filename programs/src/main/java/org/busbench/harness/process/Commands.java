package org.busbench.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.adapter.ProgramPath;

/** Command lines: how they are started, and how a running process's own is read. */
public final class Commands {
    private Commands() {}

    /**
     * The command in a session of its own, where the system has {@code setsid}: Ctrl-C then reaches the harness alone,
     * which ends its processes in order, and orphans can be found by their process group.
     */
    static List<String> inOwnSession(List<String> command) {
        List<String> words = new ArrayList<>();
        ProgramPath.ofEnvironment().find("setsid").ifPresent(setsid -> words.add(setsid.toString()));
        words.addAll(command);
        return words;
    }

    /** The command line of a running process; empty where the system does not tell. */
    public static Optional<List<String>> lineOf(long pid) {
        Path file = Path.of("/proc", Long.toString(pid), "cmdline");
        try {
            String words = Files.readString(file, StandardCharsets.UTF_8);
            return words.isEmpty()
                    ? Optional.empty()
                    : Optional.of(List.of(words.substring(0, words.length() - 1).split("\0", -1)));
        } catch (IOException noProc) {
            return ProcessHandle.of(pid).map(ProcessHandle::info).flatMap(Commands::lineOf);
        }
    }

    private static Optional<List<String>> lineOf(ProcessHandle.Info info) {
        return info.command()
                .map(program -> Stream.concat(
                                Stream.of(program), Stream.of(info.arguments().orElse(new String[0])))
                        .toList());
    }
}
