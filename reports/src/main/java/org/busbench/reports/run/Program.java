package org.busbench.reports.run;

/**
 * The executable of a running process.
 *
 * @param path where it lies
 * @param sha256 of its bytes, read through the process; null when it could not be read
 * @param versionOutput what it prints when it is asked for its version, as its adapter asks; null when it was not asked
 */
public record Program(String path, String sha256, String versionOutput) {

    /** Refuses one without a path. */
    public Program {
        Required.text(path, "program.path");
    }
}
