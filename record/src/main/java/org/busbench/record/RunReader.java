package org.busbench.record;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads a run directory. It may belong to a run that was killed or still goes on. What is no such directory, or says something
 * that this version does not understand, is a {@link RunProblem}.
 */
public final class RunReader {

    private final Path directory;
    private final JsonFiles json = new JsonFiles();
    private final List<String> remarks = new ArrayList<>();

    private RunReader(Path directory) {
        this.directory = directory;
    }

    /** All that it says. */
    public static RecordedRun read(Path directory) {
        return existing(directory).read();
    }

    public static RunInfo info(Path directory) {
        return existing(directory).info();
    }

    private static RunReader existing(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new RunProblem(directory + ": is no directory; give a run directory, as 'busbench run' writes it");
        }
        return new RunReader(directory);
    }

    private RunInfo info() {
        Path file = directory.resolve("run.json");
        RunInfo info = json.one(file, RunInfo.class, RunInfo.SCHEMA);
        require(info.busbench() != null, file + ": ", "'busbench' is missing");
        require(info.environment() != null, file + ": ", "'environment' is missing");
        return info;
    }

    private RecordedRun read() {
        RunInfo info = info();
        List<Verification> verifications = optionalLines(
                "verifications.jsonl",
                Verification.class,
                null,
                (verification, place) -> known(info, verification.adapter(), place));
        List<Trial> trials = optionalLines("trials.jsonl", Trial.class, Trial.SCHEMA, planned(info));
        return new RecordedRun(
                info,
                ifThere(directory.resolve("finished.json"), Finished.class, null),
                verifications,
                trials,
                linesIfThere("resumes.jsonl", Resume.class, null, (resume, place) -> {}),
                linesIfThere(
                        "calibration.jsonl",
                        Calibration.class,
                        null,
                        (calibration, place) -> known(info, calibration.adapter(), place)),
                linesIfThere(
                        "parity.jsonl",
                        Parity.class,
                        Parity.SCHEMA,
                        (parity, place) -> known(info, parity.adapter(), place)),
                remarks,
                Optional.empty());
    }

    private <T> List<T> linesIfThere(String name, Class<T> type, String schema, BiConsumer<T, String> check) {
        Path file = directory.resolve(name);
        return Files.exists(file) ? json.lines(file, type, schema, remarks, check) : List.of();
    }

    private static <T> Optional<T> ifThere(Path file, Class<T> type, String schema) {
        return Files.exists(file) ? Optional.of(new JsonFiles().one(file, type, schema)) : Optional.empty();
    }

    /** Reads a {@code parity.jsonl} that belongs to no run. */
    public static List<Parity> parities(Path file) {
        return new JsonFiles().lines(file, Parity.class, Parity.SCHEMA, new ArrayList<>(), (parity, place) -> {});
    }

    /** Reads {@code integrity.jsonl}, which must be there. */
    public static List<Integrity> integrity(Path directory) {
        return new JsonFiles()
                .lines(
                        directory.resolve(Integrity.FILE),
                        Integrity.class,
                        Integrity.SCHEMA,
                        new ArrayList<>(),
                        (line, place) -> {});
    }

    /** Reads {@code integrity.json}; empty when the run was killed, or still goes on. */
    public static Optional<IntegrityRun> integrityRun(Path directory) {
        return ifThere(directory.resolve(IntegrityRun.FILE), IntegrityRun.class, IntegrityRun.SCHEMA);
    }

    /** Reads {@code ramp.json}, which must be there. */
    public static RampRun rampRun(Path directory) {
        return new JsonFiles().one(directory.resolve(RampRun.FILE), RampRun.class, RampRun.SCHEMA);
    }

    /** Reads {@code ramps.jsonl}, which must be there; {@code remarks} get a line when the last one is cut off. */
    public static List<Ramp> ramps(Path directory, List<String> remarks) {
        return new JsonFiles()
                .lines(directory.resolve(Ramp.FILE), Ramp.class, Ramp.SCHEMA, remarks, (line, place) -> {});
    }

    /** Reads {@code ramp-end.json}; empty when the run was killed, or still goes on. */
    public static Optional<RampRun.End> rampEnd(Path directory) {
        return ifThere(directory.resolve(RampRun.End.FILE), RampRun.End.class, RampRun.End.SCHEMA);
    }

    private <T> List<T> optionalLines(String name, Class<T> type, String schema, BiConsumer<T, String> check) {
        if (!Files.exists(directory.resolve(name))) {
            remarks.add(name + ": is missing, as when a run ends before it comes to that");
        }
        return linesIfThere(name, type, schema, check);
    }

    private static BiConsumer<Trial, String> planned(RunInfo info) {
        Map<String, Adapter> adapters =
                info.adapters().stream().collect(Collectors.toMap(Adapter::name, Function.identity()));
        Map<Integer, String> places = new HashMap<>();
        return (trial, place) -> {
            require(
                    adapters.containsKey(trial.adapter()),
                    place,
                    "adapter '" + trial.adapter() + "' is not among the adapters of run.json");
            require(
                    trial.subject().role() == adapters.get(trial.adapter()).role(),
                    place,
                    "role differs from run.json");
            require(
                    info.suite().scenarios().contains(trial.scenario()),
                    place,
                    "unplanned scenario " + trial.scenario());
            require(info.suite().payloads().contains(trial.payload()), place, "unplanned payload " + trial.payload());
            require(plannedLevel(info.suite(), trial), place, "unplanned " + level(trial));
            require(
                    trial.run() == null || trial.run().equals(info.id()),
                    place,
                    "the trial belongs to run '" + trial.run() + "', not to '" + info.id() + "'");
            String earlier = places.putIfAbsent(trial.number(), place);
            require(earlier == null, place, "trial " + trial.number() + " is there twice, first at " + earlier);
        };
    }

    private static boolean plannedLevel(Suite suite, Trial trial) {
        boolean open = trial.load().model() == Load.Model.OPEN;
        return switch (trial.purpose()) {
            case FIXED_RATE -> open && suite.extraLoads().fixedRate() != null;
            case FRONTIER -> open && !suite.extraLoads().frontierMillis().isEmpty();
            case COMPARISON -> inBlocks(suite, trial);
            case DUET -> inBlocks(suite, trial) && isPaired(suite, trial);
        };
    }

    private static boolean isPaired(Suite suite, Trial trial) {
        String own = trial.adapter();
        String rival = trial.duet().rival();
        return suite.cells().duets().stream()
                .anyMatch(pair -> (pair.first().equals(own) && pair.second().equals(rival))
                        || (pair.first().equals(rival) && pair.second().equals(own)));
    }

    private static boolean inBlocks(Suite suite, Trial trial) {
        return trial.load().model() == Load.Model.OPEN
                ? suite.rates().stream()
                        .anyMatch(rate -> rate.doubleValue() == trial.load().ratePerSecond())
                : suite.concurrency().contains(trial.concurrency())
                        && suite.measures(trial.adapter(), trial.scenario(), trial.payload(), trial.concurrency());
    }

    private static String level(Trial trial) {
        return trial.load().model() == Load.Model.OPEN
                ? "rate " + trial.load().ratePerSecond()
                : "concurrency " + trial.concurrency();
    }

    private static void known(RunInfo info, String adapter, String place) {
        require(
                info.adapters().stream().anyMatch(a -> a.name().equals(adapter))
                        || info.unavailable().stream().anyMatch(u -> u.adapter().equals(adapter)),
                place,
                "adapter '" + adapter + "' is not in run.json");
    }

    private static void require(boolean condition, String place, String problem) {
        if (!condition) {
            throw new RunProblem(place + problem);
        }
    }
}
