package org.busbench.harness.record;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The folder of raw data of one attempt at a trial.
 *
 * @param path where it is
 * @param name as it stands in the record, relative to the run directory
 * @param attempt from 1; higher when a killed run left a folder of an earlier attempt
 */
public record TrialFolder(Path path, String name, int attempt) {

    private static final int MOST_ATTEMPTS = 10_000;

    /** Creates the folder of the first attempt that has none yet. */
    static TrialFolder create(Path run, int number) throws IOException {
        Files.createDirectories(run.resolve("trials"));
        String first = String.format(Locale.ROOT, "trials/%04d", number);
        for (int attempt = 1; ; attempt++) {
            String name = attempt == 1 ? first : first + "-" + attempt;
            try {
                return new TrialFolder(Files.createDirectory(run.resolve(name)), name, attempt);
            } catch (FileAlreadyExistsException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
