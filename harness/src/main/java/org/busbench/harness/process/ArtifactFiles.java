package org.busbench.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.busbench.harness.adapter.Archive;

/**
 * The files that an adapter's coordinates stand for.
 *
 * @param jars of its class path, in the order of its lock
 * @param archives what it unpacks
 */
public record ArtifactFiles(List<Path> jars, Map<Archive, Path> archives) {
    /** Makes the collections unchangeable. */
    public ArtifactFiles {
        jars = List.copyOf(jars);
        archives = Map.copyOf(archives);
    }

    /** The file of a distribution. */
    Path archive(Archive archive) {
        return archives.get(archive);
    }
}
