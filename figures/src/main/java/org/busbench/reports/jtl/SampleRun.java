package org.busbench.reports.jtl;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.busbench.record.Adapter;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Load;
import org.busbench.record.Outcome;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Role;
import org.busbench.record.RunInfo;
import org.busbench.record.RunProblem;
import org.busbench.record.SampleSource;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.raw.Distribution;
import org.busbench.reports.raw.RawData;

/**
 * Sample logs as a run: each stretch of steady load is a trial, and trials of the same cell are its blocks, in the order
 * of time. What logs do not say is absent: machine, processes, CPU time, verification, reconciliation.
 *
 * @param run as if it had been recorded, with its {@link RecordedRun#samples()}
 * @param raw latencies and errors by second
 */
public record SampleRun(RecordedRun run, RawData raw) {

    /** Names that stand for a system without mediation, as {@code configs/adapters} has them. */
    private static final Set<String> CONTROLS = Set.of("direct", "relay", "nginx", "haproxy", "caddy");

    private static final String INJECTOR = "jmeter";

    /**
     * Reads logs, each of a test of its own.
     *
     * @param files JTL files; at least one
     * @throws RunProblem with one line for people, when one of them cannot be read, or does not say enough
     */
    public static SampleRun read(List<Path> files, SampleOptions options) {
        requireAll(files);
        return of(files, files.stream().map(List::of).toList(), options);
    }

    /**
     * Reads the logs that several injectors wrote of one test, at the same time. Samples are put in the order of time, users are
     * added, and percentiles are computed from all samples.
     *
     * @param files JTL files; at least two
     * @throws RunProblem as {@link #read}, and where the logs cannot be of one test
     */
    public static SampleRun merged(List<Path> files, SampleOptions options) {
        requireAll(files);
        if (files.size() < 2) {
            throw new RunProblem(files.get(0) + ": --merge needs the logs of two injectors or more");
        }
        return of(files, List.of(files), options);
    }

    private static SampleRun of(List<Path> files, List<List<Path>> tests, SampleOptions options) {
        options.requireOnly(files);
        List<String> remarks = new ArrayList<>();
        List<Found> found = new ArrayList<>();
        List<Path> unnamed = new ArrayList<>();
        List<Path> unsized = new ArrayList<>();
        List<SampleSource.Sender> senders = new ArrayList<>();
        long samples = 0;
        Map<Path, String> folders = folders(files);
        Map<List<Object>, Integer> alike = new HashMap<>();
        for (List<Path> logs : tests) {
            SampledTest test = new SampledTest(logs, options, tests.size() == 1 ? Map.of() : folders, remarks);
            alike.merge(List.of(logs.get(0).getFileName(), test.said()), 1, Integer::sum);
            test.parts().forEach(part -> found.add(new Found(logs.get(0), test.name(), part)));
            samples += test.samples();
            senders.addAll(test.senders());
            if (test.said().adapter() == null) {
                unnamed.add(logs.get(0));
            }
            if (test.said().payload() == null) {
                unsized.add(logs.get(0));
            }
        }
        alike.forEach((file, count) -> {
            if (count > 1) {
                remarks.add(file.get(0) + ": " + count
                        + " files have this name, which says the same of each: they were taken as"
                        + " repeats of one cell; --label tells them apart");
            }
        });
        remarks.addAll(unsaid("adapter, which is called '" + SampledTest.UNNAMED + "' here", "=NAME", unnamed));
        remarks.addAll(unsaid("message size", "=,,500", unsized));
        if (found.isEmpty()) {
            throw new RunProblem(files.get(0) + ": nothing ended in the seconds in which the load stood still");
        }
        found.sort(Comparator.comparingLong(one -> one.part().tally().window().startMillis()));
        SampleSource source = new SampleSource(
                files.size(), samples, options.warmupSeconds(), files.size() > tests.size(), senders, List.of());
        return of(files, found, source, options, remarks);
    }

    private static void requireAll(List<Path> files) {
        Set<Path> seen = new HashSet<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new RunProblem(file + (Files.exists(file) ? ": is no regular file" : ": there is no such file"));
            }
            if (!seen.add(file.toAbsolutePath().normalize())) {
                throw new RunProblem(file + ": is named twice, and would count as a repeat of itself");
            }
        }
    }

    /** For each file whose name others have too: the parts of its folder that are not the same for all of them, joined by hyphens. */
    private static Map<Path, String> folders(List<Path> files) {
        Map<Path, List<Path>> byName = files.stream().collect(Collectors.groupingBy(Path::getFileName));
        Map<Path, String> folders = new HashMap<>();
        for (Path file : files) {
            List<List<String>> all = byName.get(file.getFileName()).stream()
                    .map(SampleRun::parents)
                    .toList();
            List<String> own = parents(file);
            folders.put(
                    file,
                    IntStream.range(0, own.size())
                            .filter(i -> all.stream()
                                    .anyMatch(other ->
                                            other.size() <= i || !other.get(i).equals(own.get(i))))
                            .mapToObj(own::get)
                            .collect(Collectors.joining("-")));
        }
        return folders;
    }

    private static List<String> parents(Path file) {
        List<String> parents = new ArrayList<>();
        file.toAbsolutePath().normalize().getParent().forEach(part -> parents.add(part.toString()));
        return parents;
    }

    private static List<String> unsaid(String what, String option, List<Path> files) {
        if (files.isEmpty()) {
            return List.of();
        }
        Path first = files.get(0);
        String others = files.size() == 1 ? "" : " (and " + (files.size() - 1) + " more)";
        return List.of(first + others + ": says no " + what + "; --label " + first + option + " says one");
    }

    private record Found(Path file, String name, SampledTest.Part part) {}

    private static SampleRun of(
            List<Path> files, List<Found> found, SampleSource source, SampleOptions options, List<String> remarks) {
        Blocks blocks = new Blocks();
        found.forEach(one -> blocks.take(one.part().labels(), one.file()));
        List<Trial> trials = new ArrayList<>();
        List<SampleSource.Origin> origins = new ArrayList<>();
        Map<Integer, SampleTotals> tallies = new HashMap<>();
        for (Found one : found) {
            int number = trials.size() + 1;
            Labels labels = one.part().labels();
            SampleTotals tally = one.part().tally();
            int block = blocks.of(labels);
            trials.add(new SampleTrial(labels, role(labels.adapter()), tally, options.errorBound()).as(number, block));
            origins.add(new SampleSource.Origin(
                    number, one.name(), tally.firstByteMicros(50), tally.firstByteMicros(99), tally.connects()));
            tallies.put(number, tally);
        }
        String id = files.size() == 1 ? files.get(0).getFileName().toString() : files.size() + " JTL files";
        RecordedRun run = new RecordedRun(
                new RunInfo(
                        RunInfo.SCHEMA,
                        id,
                        Instant.ofEpochMilli(
                                        found.get(0).part().tally().window().startMillis())
                                .toString(),
                        null,
                        suite(trials, options),
                        adapters(trials),
                        List.of(),
                        null,
                        Map.of(),
                        null,
                        null),
                Optional.empty(),
                List.of(),
                trials,
                List.of(),
                List.of(),
                List.of(),
                remarks,
                Optional.of(source.of(origins)));
        return new SampleRun(run, new SampleRaw(tallies));
    }

    private static Suite suite(List<Trial> trials, SampleOptions options) {
        return new Suite(
                new Suite.Source("JMeter's own logs", null, null, null, null),
                new Suite.Cells(
                        distinct(trials, Trial::scenario),
                        trials.stream()
                                .map(Trial::payload)
                                .distinct()
                                .sorted(Comparator.comparingLong(SampleRun::bytes))
                                .toList(),
                        trials.stream()
                                .map(Trial::concurrency)
                                .distinct()
                                .sorted()
                                .toList(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of()),
                new Suite.Repeats(trials.stream().mapToInt(Trial::block).max().orElse(1), null, null, null),
                new Suite.Phases(options.warmupSeconds(), 0, null),
                0,
                options.errorBound(),
                INJECTOR,
                Suite.ExtraLoads.NONE,
                null,
                null);
    }

    /** So that sizes stand in their order; what is no size comes last. */
    private static long bytes(String payload) {
        if (!payload.matches("[0-9]{1,9}K?")) {
            return Long.MAX_VALUE;
        }
        return payload.endsWith("K")
                ? 1000 * Long.parseLong(payload.substring(0, payload.length() - 1))
                : Long.parseLong(payload);
    }

    private static List<Adapter> adapters(List<Trial> trials) {
        return distinct(trials, Trial::adapter).stream()
                .map(name -> new Adapter(name, name, role(name), null, null, null, null, null, null, null, null))
                .toList();
    }

    private static Role role(String adapter) {
        return CONTROLS.contains(adapter) ? Role.CONTROL : Role.MEDIATOR;
    }

    private static List<String> distinct(List<Trial> trials, Function<Trial, String> of) {
        return trials.stream().map(of).distinct().sorted().toList();
    }

    /**
     * Numbers the repeats of each cell. A repeat whose label has a number keeps it; the others get the lowest free numbers, in
     * the order of the calls. Not safe for concurrent use.
     */
    static final class Blocks {

        private final Set<List<Object>> taken = new HashSet<>();

        /** Takes the number that a label gives, if any; all labels come before the first repeat is numbered. */
        void take(Labels labels, Path file) {
            if (labels.block() != null && !taken.add(key(labels, labels.block()))) {
                throw new RunProblem(file + ": repeat " + labels.block() + " of " + labels.adapter() + ", "
                        + labels.scenario() + ", " + labels.payload() + ", " + labels.concurrency()
                        + " clients is there twice: in another file, or as another stretch of load in this one; say no"
                        + " repeat, and they are counted in the order of time");
            }
        }

        int of(Labels labels) {
            if (labels.block() != null) {
                return labels.block();
            }
            int block = 1;
            while (!taken.add(key(labels, block))) {
                block++;
            }
            return block;
        }

        private static List<Object> key(Labels labels, int block) {
            return List.of(labels.adapter(), labels.scenario(), labels.payload(), labels.concurrency(), block);
        }
    }

    /** The sums of the logs, by the number of the trial. */
    record SampleRaw(Map<Integer, SampleTotals> tallies) implements RawData {

        @Override
        public Optional<Distribution> latencies(List<Trial> trials) {
            Histogram all = new Histogram(SampleTotals.DIGITS);
            trials.stream()
                    .filter(Trial::measured)
                    .forEach(trial -> all.add(tallies.get(trial.number()).latencies()));
            return all.getTotalCount() == 0 ? Optional.empty() : Optional.of(Distribution.ofMillis(all));
        }

        @Override
        public Map<String, long[]> errors(Trial trial) {
            return tallies.get(trial.number()).errorsBySecond();
        }
    }

    /** A stretch of a log as a trial: figures from the same rules as in a recorded run, and nothing that a log cannot say. */
    record SampleTrial(Labels labels, Role role, SampleTotals tally, double errorBound) {

        private static final int RESOLUTION_MICROS = 1000;

        Trial as(int number, int block) {
            long errors = tally.errors().total();
            boolean measured = tally.verified() > 0 && errors <= errorBound * (errors + tally.verified());
            double seconds = tally.window().seconds();
            return new Trial(
                    Trial.SCHEMA,
                    null,
                    new Trial.Position(number, block, Purpose.COMPARISON, null, 1),
                    new Trial.Subject(
                            labels.adapter(), role, labels.scenario(), null, labels.payload(), labels.concurrency()),
                    new Trial.Conditions(
                            "jmeter",
                            Load.CLOSED,
                            Map.of(),
                            Instant.ofEpochMilli(tally.window().startMillis()).toString(),
                            tally.window(),
                            seconds,
                            List.of()),
                    new Trial.Result(
                            measured ? Outcome.MEASURED : Outcome.NOT_SERVED,
                            measured ? null : reason(errors),
                            tally.verified(),
                            tally.errors(),
                            measured ? tally.verified() / seconds : null,
                            measured ? tally.latency() : null,
                            RESOLUTION_MICROS,
                            tally.series(),
                            null),
                    Trial.Proof.NONE,
                    Trial.Use.NONE,
                    null,
                    null,
                    EvidenceFolder.NONE,
                    null);
        }

        private String reason(long errors) {
            if (errors == 0) {
                return "no sample ended in this stretch of load";
            }
            if (tally.verified() == 0) {
                return String.format(
                        Locale.ROOT, "all %,d samples failed; the first: %s", errors, tally.firstFailure());
            }
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d samples failed, more than the bound of %s %% (rule 5); the first: %s",
                    errors,
                    errors + tally.verified(),
                    percent(),
                    tally.firstFailure());
        }

        private String percent() {
            return errorBound == 0 ? "0" : String.format(Locale.ROOT, "%.3g", 100 * errorBound);
        }
    }
}
