package org.busbench.harness.artifact;

/**
 * A line of a lock.
 *
 * @param coordinates of the jar
 * @param sha256 of its content, in hex
 * @param line in the file, counted from 1
 */
public record LockedArtifact(Coordinates coordinates, String sha256, int line) {}
