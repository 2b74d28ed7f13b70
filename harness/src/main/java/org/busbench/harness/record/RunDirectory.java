package org.busbench.harness.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.harness.text.Problem;

/** The directory of one run while it is written. Nothing in it is ever changed once it stands. */
public final class RunDirectory implements Closeable {

    private static final DateTimeFormatter ID_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final Path directory;
    private final ObjectMapper json = JsonMapper.builder().build();
    private final JsonLines verifications;
    private final JsonLines trials;

    private RunDirectory(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectory(directory.resolve("logs"));
        this.verifications = new JsonLines(directory.resolve("verifications.jsonl"), json);
        this.trials = new JsonLines(directory.resolve("trials.jsonl"), json);
    }

    /**
     * Creates the directory of a new run.
     *
     * @param runs the folder of all runs, created when missing
     * @param id name of the run; null for one made of time and suite
     * @param suite name of the suite
     * @param start when the run began
     * @return the directory
     */
    public static RunDirectory create(Path runs, String id, String suite, Instant start) {
        if (id != null && !ID.matcher(id).matches()) {
            throw new Problem("'" + id + "' is no name for a run: use letters, digits, dots, dashes and underscores");
        }
        try {
            Files.createDirectories(runs);
            return new RunDirectory(id == null ? free(runs, ID_TIME.format(start) + "-" + suite) : given(runs, id));
        } catch (IOException e) {
            throw new Problem(
                    "no run can be recorded in " + runs + ": " + Problem.brief(e)
                            + "; give a writable folder with free space",
                    e);
        }
    }

    private static Path given(Path runs, String id) throws IOException {
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
                if (i == 100) {
                    throw e;
                }
            }
        }
    }

    /**
     * Where it is.
     *
     * @return absolute or relative as the folder of all runs was given
     */
    public Path path() {
        return directory;
    }

    /**
     * Its name.
     *
     * @return the run's id
     */
    public String id() {
        return directory.getFileName().toString();
    }

    /**
     * The folder of raw data of a trial, created.
     *
     * @param number of the trial
     * @return the folder
     * @throws IOException when it cannot be created
     */
    public Path trialFolder(int number) throws IOException {
        return Files.createDirectories(directory.resolve(trialEvidence(number)));
    }

    /**
     * How a trial's folder is named in its record.
     *
     * @param number of the trial
     * @return path relative to the run directory
     */
    public static String trialEvidence(int number) {
        return String.format(Locale.ROOT, "trials/%04d", number);
    }

    /**
     * Writes {@code run.json}, once.
     *
     * @param run its content
     * @throws IOException when it cannot be written
     */
    public void writeRun(RunRecord run) throws IOException {
        writeOnce("run.json", run);
    }

    /**
     * Adds a line to {@code verifications.jsonl}.
     *
     * @param verification its content
     * @throws IOException when it cannot be written
     */
    public void append(VerificationRecord verification) throws IOException {
        verifications.append(verification);
    }

    /**
     * Adds a line to {@code trials.jsonl}.
     *
     * @param trial its content
     * @throws IOException when it cannot be written
     */
    public void append(TrialRecord trial) throws IOException {
        trials.append(trial);
    }

    /**
     * Writes {@code finished.json}, once.
     *
     * @param finished its content
     * @throws IOException when it cannot be written
     */
    public void finish(Finished finished) throws IOException {
        writeOnce("finished.json", finished);
    }

    /**
     * Removes the directory of a run in which nothing was started: there is nothing in it but empty files.
     *
     * @throws IOException when it cannot be removed
     */
    public void discardIfUnused() throws IOException {
        List<Path> content;
        try (Stream<Path> all = Files.walk(directory)) {
            content = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : content) {
            if (Files.isRegularFile(path) && Files.size(path) > 0) {
                return;
            }
        }
        for (Path path : content) {
            Files.delete(path);
        }
    }

    private void writeOnce(String name, Object value) throws IOException {
        Path target = directory.resolve(name);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path draft = directory.resolve(name + ".part");
        byte[] bytes = json.writerWithDefaultPrettyPrinter().writeValueAsBytes(value);
        Files.write(
                draft,
                bytes,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        try (verifications;
                trials) {
            // Both are closed even when one of them fails to.
        }
    }
}
