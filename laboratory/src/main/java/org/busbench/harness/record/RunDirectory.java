package org.busbench.harness.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.busbench.common.Sha256;
import org.busbench.harness.process.TlsKeys;
import org.busbench.harness.text.Problem;
import org.busbench.record.Calibration;
import org.busbench.record.Finished;
import org.busbench.record.Parity;
import org.busbench.record.Resume;
import org.busbench.record.RunInfo;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.record.Verification;

/** The directory of one run while it is written. Nothing in it is ever changed once it stands. */
public final class RunDirectory implements Closeable {

    private static final String RUN = "run.json";
    private static final String TRIALS = "trials.jsonl";
    private static final String VERIFICATIONS = "verifications.jsonl";
    private static final String CALIBRATION = "calibration.jsonl";
    private static final String PARITY = "parity.jsonl";
    private static final String RESUMES = "resumes.jsonl";
    private static final String FINISHED = "finished.json";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int MOST_NAMES = 100;
    private static final int MOST_ATTEMPTS = 10_000;

    private final Path directory;
    private final ObjectMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private final RunLock lock;
    private final JsonLines verifications;
    private final JsonLines trials;
    private TrialChain chain;

    private RunDirectory(Path directory, RunLock lock, boolean anew) throws IOException {
        this.directory = directory;
        this.lock = lock;
        Files.createDirectories(directory.resolve("logs"));
        this.trials = lines(TRIALS, anew);
        this.verifications = lines(VERIFICATIONS, anew);
    }

    private static RunDirectory open(Path directory, boolean anew) throws IOException {
        RunLock lock = RunLock.take(directory);
        try {
            // Looked at under the lock: until then the run may have been coming to its end.
            if (Files.exists(directory.resolve(FINISHED))) {
                throw new Problem(
                        directory + " is finished (see " + FINISHED + " in it): only a killed run is resumed");
            }
            return new RunDirectory(directory, lock, anew);
        } catch (Throwable notOpened) {
            lock.close();
            throw notOpened;
        }
    }

    private JsonLines lines(String name, boolean anew) throws IOException {
        Path file = directory.resolve(name);
        return anew ? JsonLines.create(file, json) : JsonLines.reopen(file, json);
    }

    /**
     * Opens the directory of a run that was killed. Nothing in it is changed by that; {@link #resume} then does.
     *
     * @throws Problem when there is no run in it that can go on
     */
    public static RunDirectory reopen(Path directory) {
        if (!Files.isRegularFile(directory.resolve(RUN))) {
            throw new Problem(directory + " holds no run that can be resumed: there is no " + RUN
                    + " in it; start the suite anew");
        }
        return Problem.ifFails("the record in " + directory + " cannot be opened", () -> open(directory, false));
    }

    /**
     * Reads what stands in a reopened directory.
     *
     * @return the record until now
     * @throws Problem when it is not as busbench wrote it
     */
    public Written written() throws IOException {
        Path run = directory.resolve(RUN);
        chain = new TrialChain(json, Sha256.of(run));
        List<String> halves = new ArrayList<>();
        if (trials.hasHalfLine()) {
            halves.add(TRIALS);
        }
        if (verifications.hasHalfLine()) {
            halves.add(VERIFICATIONS);
        }
        try {
            List<Verification> verified = new ArrayList<>();
            for (byte[] line : JsonLines.wholeLines(directory.resolve(VERIFICATIONS))) {
                verified.add(json.readValue(line, Verification.class));
            }
            Path file = directory.resolve(TRIALS);
            return new Written(
                    RunReader.info(directory), verified, chain.follow(file, JsonLines.wholeLines(file)), halves);
        } catch (JsonProcessingException e) {
            throw foreign(e.getOriginalMessage(), e);
        } catch (RunProblem e) {
            throw foreign(e.getMessage(), e);
        }
    }

    private Problem foreign(String reason, Exception cause) {
        return new Problem(
                directory + " is not as this busbench wrote it: " + reason + "; start the suite anew", cause);
    }

    /** Begins to go on: cuts off half-written last lines and adds a line to {@code resumes.jsonl}. Returns how often the run was resumed by now. */
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
     * @param start when the run began
     */
    public static RunDirectory create(Path runs, String id, String suite, Instant start) {
        try {
            Files.createDirectories(runs);
            return open(claim(runs, id, suite, start), true);
        } catch (IOException e) {
            throw new Problem(
                    "no run can be recorded in " + runs + ": " + Problem.brief(e)
                            + "; give a writable folder with free space",
                    e);
        }
    }

    /** Where it is: absolute or relative as the folder of all runs was given. */
    public Path path() {
        return directory;
    }

    public String id() {
        return directory.getFileName().toString();
    }

    /**
     * A new folder for the raw data of a trial. That of an attempt which a kill ended stays as it is.
     *
     * @throws IOException when it cannot be created
     */
    public TrialFolder trialFolder(int number) throws IOException {
        return TrialFolder.create(directory, number);
    }

    /** Writes {@code run.json}, once. */
    public void writeRun(RunInfo run) throws IOException {
        writeOnce(RUN, run);
        chain = new TrialChain(json, Sha256.of(directory.resolve(RUN)));
    }

    /** Adds a line to {@code verifications.jsonl}. */
    public void append(Verification verification) throws IOException {
        verifications.append(verification);
    }

    /** Adds a line to {@code calibration.jsonl}. */
    public void append(Calibration calibration) throws IOException {
        append(CALIBRATION, calibration);
    }

    /** Adds a line to {@code parity.jsonl}. */
    public void append(Parity parity) throws IOException {
        append(PARITY, parity);
    }

    /** The lines of {@code parity.jsonl}, those of before a resumption too; none where nothing was audited. */
    public List<Parity> parities() {
        Path file = directory.resolve(PARITY);
        return Files.exists(file) ? RunReader.parities(file) : List.of();
    }

    private void append(String name, Object value) throws IOException {
        try (JsonLines lines = JsonLines.reopen(directory.resolve(name), json)) {
            lines.append(value);
        }
    }

    /** Adds a line to {@code trials.jsonl}, chained to the one before it. */
    public void append(Trial trial) throws IOException {
        chain.added(trials.append(chain.link(trial)));
    }

    /**
     * Writes {@code finished.json}, once, and the manifest of the run.
     *
     * @param at when it ended
     * @param outcome {@code complete}, {@code interrupted} or {@code failed}
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
        EvidenceManifest.ofRun(directory);
    }

    private String sha256(String name) throws IOException {
        Path file = directory.resolve(name);
        return Files.exists(file) ? Sha256.of(file) : null;
    }

    /**
     * Removes the directory of a run in which nothing was started: one that holds nothing but empty files.
     *
     * @throws IOException when it cannot be removed
     */
    public void discardIfUnused() throws IOException {
        Path keys = directory.resolve(TlsKeys.FOLDER);
        List<Path> content;
        try (Stream<Path> all = Files.walk(directory)) {
            content = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : content) {
            // Keys are made before anything is.
            if (Files.isRegularFile(path) && Files.size(path) > 0 && !path.startsWith(keys)) {
                return;
            }
        }
        for (Path path : content) {
            Files.delete(path);
        }
    }

    /** The name of a run to which the user gave none: its time (UTC) and its suite. */
    public static String name(Instant start, String suite) {
        return TIME.format(start) + "-" + suite;
    }

    /**
     * Creates a directory of this name, or of one that is made of time and suite when {@code id} is null.
     *
     * @throws Problem when the name is none, or taken
     */
    public static Path claim(Path runs, String id, String suite, Instant start) throws IOException {
        if (id == null) {
            return free(runs, name(start, suite));
        }
        try {
            return Files.createDirectory(runs.resolve(checked(id)));
        } catch (FileAlreadyExistsException e) {
            throw new Problem(
                    runs.resolve(id)
                            + " exists: a run is never written over; choose another --id, or go on with one that was"
                            + " killed (busbench run --resume " + id + ")",
                    e);
        }
    }

    /**
     * A name that a user gave.
     *
     * @throws Problem when it is none for a run
     */
    public static String checked(String id) {
        if (!NAME.matcher(id).matches()) {
            throw new Problem("'" + id + "' is no name for a run: use letters, digits, dots, dashes and underscores");
        }
        return id;
    }

    private static Path free(Path runs, String id) throws IOException {
        for (int i = 1; ; i++) {
            try {
                return Files.createDirectory(runs.resolve(i == 1 ? id : id + "-" + i));
            } catch (FileAlreadyExistsException e) {
                if (i == MOST_NAMES) {
                    throw e;
                }
            }
        }
    }

    private void writeOnce(String name, Object value) throws IOException {
        Path target = directory.resolve(name);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        JsonLines.whole(target, value, json);
    }

    @Override
    public void close() throws IOException {
        try (lock;
                verifications;
                trials) {
            // All are closed, the lock last.
        }
    }

    /**
     * What a killed run had recorded.
     *
     * @param run its {@code run.json}
     * @param verifications in the order in which they were made
     * @param trials in the order in which they were made
     */
    public record Written(RunInfo run, List<Verification> verifications, List<Trial> trials, List<String> cutOff) {

        public Written {
            verifications = List.copyOf(verifications);
            trials = List.copyOf(trials);
            cutOff = List.copyOf(cutOff);
        }
    }

    /**
     * The folder of raw data of one attempt at a trial.
     *
     * @param name as it stands in the record, relative to the run directory
     * @param attempt from 1; higher when a killed run left a folder of an earlier attempt
     */
    public record TrialFolder(Path path, String name, int attempt) {

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

    /**
     * What ties the lines of {@code trials.jsonl} together: each carries the fingerprint of the line before it, the first
     * one that of {@code run.json}, and the numbers of the trials rise by one.
     */
    private static final class TrialChain {

        private final ObjectMapper json;
        private String last;
        private int length;

        /** A chain without a line yet; {@code run} is the fingerprint of {@code run.json}. */
        TrialChain(ObjectMapper json, String run) {
            this.json = json;
            this.last = run;
        }

        /** The line to be written next. Once it stands, {@link #added} takes its bytes. */
        Trial link(Trial trial) {
            if (trial.number() != length + 1) {
                throw new IllegalStateException(
                        "trial " + trial.number() + " cannot follow " + length + " recorded ones");
            }
            return trial.after(last);
        }

        void added(byte[] line) {
            last = Sha256.of(line);
            length++;
        }

        /** Fingerprint of the last line; of {@code run.json} when there is none. */
        String last() {
            return last;
        }

        int length() {
            return length;
        }

        /** Reads the lines of a file that exists. A line that does not belong there is a {@link Problem}. */
        List<Trial> follow(Path file, List<byte[]> lines) throws IOException {
            List<Trial> trials = new ArrayList<>();
            for (byte[] line : lines) {
                String place = file + ":" + (length + 1) + ": ";
                Trial trial;
                try {
                    trial = json.readValue(line, Trial.class);
                } catch (JsonProcessingException e) {
                    throw new Problem(place + "not a trial: " + e.getOriginalMessage() + "; start the suite anew", e);
                }
                if (trial.number() != length + 1) {
                    throw new Problem(place + "trial " + trial.number() + " where " + (length + 1)
                            + " is due: the record was changed; start the suite anew");
                }
                if (!last.equals(trial.previous())) {
                    throw new Problem(place + "does not follow the line before it: the record was changed; start the"
                            + " suite anew");
                }
                trials.add(trial);
                added(line);
            }
            return trials;
        }
    }
}
