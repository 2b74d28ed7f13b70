package org.busbench.harness.artifact;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Archive;

/**
 * All that an adapter needs and that is not in its folder, here and checked.
 *
 * @param jars of its class path, in the order of its lock
 * @param archives what it unpacks or stores, in the order of its files
 * @param programs what it starts by name
 */
public record Supplied(List<ResolvedArtifact> jars, List<ResolvedArtifact> archives, List<ResolvedProgram> programs) {

    /** Makes the lists unchangeable. */
    public Supplied {
        jars = List.copyOf(jars);
        archives = List.copyOf(archives);
        programs = List.copyOf(programs);
    }

    /**
     * How many files were checked.
     *
     * @return 0 for an adapter that needs nothing
     */
    public int count() {
        return jars.size() + archives.size() + programs.size();
    }

    /**
     * What the record of a run says of each.
     *
     * @return SHA-256 in hex, by coordinates or origin
     */
    public Map<String, String> checksums() {
        Map<String, String> checksums = new LinkedHashMap<>();
        Stream.concat(jars.stream(), archives.stream())
                .forEach(artifact -> checksums.put(artifact.coordinates().toString(), artifact.sha256()));
        programs.forEach(program -> checksums.put(program.origin(), program.sha256()));
        return checksums;
    }

    /**
     * Where the distributions are.
     *
     * @param adapter whose they are
     * @return files by what the adapter's file says
     */
    public Map<Archive, Path> archiveFiles(Adapter adapter) {
        Map<Archive, Path> files = new LinkedHashMap<>();
        for (int i = 0; i < archives.size(); i++) {
            files.put(adapter.archives().get(i), archives.get(i).file());
        }
        return files;
    }

    /**
     * Where the programs are.
     *
     * @return files by name
     */
    public Map<String, Path> programFiles() {
        Map<String, Path> files = new LinkedHashMap<>();
        programs.forEach(program -> files.put(program.name(), program.file()));
        return files;
    }
}
