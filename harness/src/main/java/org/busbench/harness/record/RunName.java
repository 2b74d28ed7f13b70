package org.busbench.harness.record;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.busbench.harness.text.Problem;

/** The name of a run, which is that of its directory. */
final class RunName {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int MOST_TRIES = 100;

    private RunName() {}

    /** Creates a directory of this name, or of one that is made of time and suite when {@code id} is null. */
    static Path claim(Path runs, String id, String suite, Instant start) throws IOException {
        if (id == null) {
            return free(runs, TIME.format(start) + "-" + suite);
        }
        if (!NAME.matcher(id).matches()) {
            throw new Problem("'" + id + "' is no name for a run: use letters, digits, dots, dashes and underscores");
        }
        try {
            return Files.createDirectory(runs.resolve(id));
        } catch (FileAlreadyExistsException e) {
            throw new Problem(runs.resolve(id) + " exists: a run is never written over; choose another --id", e);
        }
    }

    private static Path free(Path runs, String id) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return Files.createDirectory(runs.resolve(i == 1 ? id : id + "-" + i));
            } catch (FileAlreadyExistsException e) {
                if (i == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }
}
