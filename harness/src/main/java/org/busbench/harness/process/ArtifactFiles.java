package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.adapter.Archive;
import org.busbench.harness.adapter.ProgramPath;

/**
 * The files that an adapter's coordinates stand for.
 *
 * @param jars of its class path, in the order of its lock
 * @param archives what it unpacks
 * @param programs what it starts by name, where that need not be on the PATH
 */
public record ArtifactFiles(List<Path> jars, Map<Archive, Path> archives, Map<String, Path> programs) {
    /** Makes the collections unchangeable. */
    public ArtifactFiles {
        jars = List.copyOf(jars);
        archives = Map.copyOf(archives);
        programs = Map.copyOf(programs);
    }

    /**
     * The command with its program's file where that is known, the adapter's own or else the system's.
     *
     * @param command program and arguments
     * @return as many words
     */
    List<String> located(List<String> command) {
        return located(command, programs);
    }

    static List<String> located(List<String> command, Map<String, Path> programs) {
        List<String> words = new ArrayList<>(command);
        Optional.ofNullable(programs.get(words.get(0)))
                .or(() -> ProgramPath.ofEnvironment().find(words.get(0)))
                .ifPresent(file -> words.set(0, file.toString()));
        return words;
    }

    /** The file of a distribution. */
    Path archive(Archive archive) {
        return archives.get(archive);
    }
}
