package org.busbench.harness.artifact;

import java.nio.file.Path;

/**
 * A jar that is here and is the one that the lock means.
 *
 * @param coordinates of the jar
 * @param sha256 of its content, in hex
 * @param file where it is
 */
public record ResolvedArtifact(Coordinates coordinates, String sha256, Path file) {}
