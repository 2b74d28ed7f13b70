package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.busbench.common.Sha256;
import org.busbench.harness.text.Problem;

/** The directory of one run while it is written. Nothing in it is ever changed once it stands. */
public final class RunDirectory implements Closeable {

    private static final String RUN = "run.json";
    private static final String TRIALS = "trials.jsonl";
    private static final String VERIFICATIONS = "verifications.jsonl";
    private static final String CALIBRATION = "calibration.jsonl";
    private static final String PARITY = "parity.jsonl";
    private static final String RESUMES = "resumes.jsonl";
    private static final String FINISHED = "finished.json";

    private final Path directory;
    private final ObjectMapper json = JsonMapper.builder().build();
    private final RunLock lock;
    private final JsonLines verifications;
    private final JsonLines trials;
    private RecordChain chain;

    private RunDirectory(Path directory, RunLock lock, boolean anew) throws IOException {
        this.directory = directory;
        this.lock = lock;
        Files.createDirectories(directory.resolve("logs"));
        this.trials = lines(TRIALS, anew);
        this.verifications = lines(VERIFICATIONS, anew);
    }

    private static RunDirectory open(Path directory, boolean anew) throws IOException {
        RunLock lock = RunLock.take(directory);
        boolean open = false;
        try {
            // Looked at under the lock: until then the run may have been coming to its end.
            if (Files.exists(directory.resolve(FINISHED))) {
                throw new Problem(
                        directory + " is finished (see " + FINISHED + " in it): only a killed run is resumed");
            }
            RunDirectory opened = new RunDirectory(directory, lock, anew);
            open = true;
            return opened;
        } finally {
            if (!open) {
                lock.close();
            }
        }
    }

    private JsonLines lines(String name, boolean anew) throws IOException {
        Path file = directory.resolve(name);
        return anew ? JsonLines.create(file, json) : JsonLines.reopen(file, json);
    }

    /**
     * Opens the directory of a run that was killed. Nothing in it is changed by that; {@link #resume} then does.
     *
     * @param directory the run directory
     * @return the directory, locked against other writers
     * @throws Problem when there is no run in it that can go on
     */
    public static RunDirectory reopen(Path directory) {
        if (!Files.isRegularFile(directory.resolve(RUN))) {
            throw new Problem(directory + " holds no run that can be resumed: there is no " + RUN
                    + " in it; start the suite anew");
        }
        try {
            return open(directory, false);
        } catch (IOException e) {
            throw new Problem("the record in " + directory + " cannot be opened: " + Problem.brief(e), e);
        }
    }

    /**
     * Reads what stands in a reopened directory.
     *
     * @return the record until now
     * @throws Problem when it is not as busbench wrote it
     * @throws IOException when it cannot be read
     */
    public Written written() throws IOException {
        Path run = directory.resolve(RUN);
        chain = new RecordChain(json, Sha256.of(run));
        List<String> halves = new ArrayList<>();
        if (trials.hasHalfLine()) {
            halves.add(TRIALS);
        }
        if (verifications.hasHalfLine()) {
            halves.add(VERIFICATIONS);
        }
        try {
            List<VerificationRecord> verified = new ArrayList<>();
            for (byte[] line : JsonLines.wholeLines(directory.resolve(VERIFICATIONS))) {
                verified.add(json.readValue(line, VerificationRecord.class));
            }
            Path file = directory.resolve(TRIALS);
            return new Written(
                    json.readValue(run.toFile(), RunRecord.class),
                    verified,
                    chain.follow(file, JsonLines.wholeLines(file)),
                    halves);
        } catch (JsonProcessingException e) {
            throw new Problem(
                    directory + " is not as this busbench wrote it: " + e.getOriginalMessage()
                            + "; start the suite anew",
                    e);
        }
    }

    /**
     * Begins to go on: cuts off half-written last lines and adds a line to {@code resumes.jsonl}.
     *
     * @param resume its content
     * @return how often the run was resumed by now
     * @throws IOException when it cannot be written
     */
    public int resume(Resume resume) throws IOException {
        trials.cutOff();
        verifications.cutOff();
        Path file = directory.resolve(RESUMES);
        try (JsonLines resumes = JsonLines.reopen(file, json)) {
            resumes.append(resume);
        }
        return JsonLines.wholeLines(file).size();
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
        try {
            Files.createDirectories(runs);
            return open(RunName.claim(runs, id, suite, start), true);
        } catch (IOException e) {
            throw new Problem(
                    "no run can be recorded in " + runs + ": " + Problem.brief(e)
                            + "; give a writable folder with free space",
                    e);
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
     * A new folder for the raw data of a trial. That of an attempt which a kill ended stays as it is.
     *
     * @param number of the trial
     * @return the folder, created
     * @throws IOException when it cannot be created
     */
    public TrialFolder trialFolder(int number) throws IOException {
        return TrialFolder.create(directory, number);
    }

    /**
     * Writes {@code run.json}, once.
     *
     * @param run its content
     * @throws IOException when it cannot be written
     */
    public void writeRun(RunRecord run) throws IOException {
        writeOnce(RUN, run);
        chain = new RecordChain(json, Sha256.of(directory.resolve(RUN)));
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
     * Adds a line to {@code calibration.jsonl}.
     *
     * @param calibration its content
     * @throws IOException when it cannot be written
     */
    public void append(CalibrationRecord calibration) throws IOException {
        append(CALIBRATION, calibration);
    }

    /**
     * Adds a line to {@code parity.jsonl}.
     *
     * @param parity its content
     * @throws IOException when it cannot be written
     */
    public void append(ParityRecord parity) throws IOException {
        append(PARITY, parity);
    }

    private void append(String name, Object value) throws IOException {
        try (JsonLines lines = JsonLines.reopen(directory.resolve(name), json)) {
            lines.append(value);
        }
    }

    /**
     * Adds a line to {@code trials.jsonl}, chained to the one before it.
     *
     * @param trial its content
     * @throws IOException when it cannot be written
     */
    public void append(TrialRecord trial) throws IOException {
        chain.added(trials.append(chain.link(trial)));
    }

    /**
     * Writes {@code finished.json}, once.
     *
     * @param at when it ended
     * @param outcome {@code complete}, {@code interrupted} or {@code failed}
     * @param exitCode of the command
     * @throws IOException when it cannot be written
     */
    public void finish(Instant at, String outcome, int exitCode) throws IOException {
        writeOnce(
                FINISHED,
                new Finished(
                        at.toString(),
                        outcome,
                        exitCode,
                        chain == null ? 0 : chain.length(),
                        chain == null ? null : chain.last(),
                        Sha256.of(directory.resolve(VERIFICATIONS)),
                        sha256(CALIBRATION),
                        sha256(PARITY)));
    }

    private String sha256(String name) throws IOException {
        Path file = directory.resolve(name);
        return Files.exists(file) ? Sha256.of(file) : null;
    }

    /**
     * Removes the directory of a run in which nothing was started.
     *
     * @throws IOException when it cannot be removed
     */
    public void discardIfUnused() throws IOException {
        EmptyRun.discard(directory);
    }

    private void writeOnce(String name, Object value) throws IOException {
        Path target = directory.resolve(name);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Path draft = directory.resolve(name + ".part");
        Files.write(draft, json.writerWithDefaultPrettyPrinter().writeValueAsBytes(value));
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        try (lock;
                verifications;
                trials) {
            // All are closed, the lock last.
        }
    }
}
