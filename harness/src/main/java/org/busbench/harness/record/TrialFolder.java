package org.busbench.harness.record;

import java.nio.file.Path;

/**
 * The folder of raw data of one attempt at a trial.
 *
 * @param path where it is
 * @param name as it stands in the record, relative to the run directory
 * @param attempt from 1; higher when a killed run left a folder of an earlier attempt
 */
public record TrialFolder(Path path, String name, int attempt) {}
