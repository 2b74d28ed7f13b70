package org.busbench.harness.artifact;

import java.nio.file.Path;

/**
 * A program that is here.
 *
 * @param name by which the adapter starts it
 * @param origin where it comes from, for example {@code debian:caddy=2.6.2-5}
 * @param sha256 in hex: of the Debian package when that was unpacked, else of the program itself
 * @param file the program
 */
public record ResolvedProgram(String name, String origin, String sha256, Path file) {}
