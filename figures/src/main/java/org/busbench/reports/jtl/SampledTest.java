package org.busbench.reports.jtl;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import org.busbench.common.Sha256;
import org.busbench.record.RunProblem;
import org.busbench.record.SampleSource;

/**
 * One test as its log says it, or as the logs of several injectors do that ran it at the same time. Each log is read twice: first
 * to find the stretches in which the load stood still, then to add up what ended in them, all samples in the order of time.
 * Memory does not grow with the samples.
 *
 * <p>A log that the controller of a distributed test wrote has samples of several hosts, each of which counts its own threads.
 * The load stood still where it did on every host of every log, and its clients are those of all together.
 */
final class SampledTest {

    /** Stands for an adapter whose name is not known. */
    static final String UNNAMED = "unnamed";

    /** So far the rows of several hosts may be out of order: JMeter's servers hand in samples after a minute at the latest. */
    static final int MOST_DISORDER_SECONDS = 120;

    private static final int MOST_LABELS = 40;
    private static final long MILLIS = 1000;

    private final List<Log> logs;
    private final Set<String> known;
    private final int warmupSeconds;
    private final List<String> remarks;

    /**
     * What a test says of one cell.
     *
     * @param labels complete but for the block, which may be null
     */
    record Part(Labels labels, SampleTotals tally) {}

    /**
     * One log is one test. Several are one test together; logs that cannot be are refused.
     *
     * @param folders the part of its folder by which a file differs from others of its name, where there are such
     */
    SampledTest(List<Path> files, SampleOptions options, Map<Path, String> folders, List<String> remarks) {
        this.known = options.scenarios();
        this.warmupSeconds = options.warmupSeconds();
        this.remarks = remarks;
        this.logs = files.stream()
                .map(file -> new Log(file, folders.getOrDefault(file, ""), options.of(file), known))
                .toList();
        if (files.size() > 1) {
            refuseCopies(files);
            refuseContradictions();
        }
    }

    /** All of its parts in the order of time; one in which nothing ended is a part, too, where the scenario is one. */
    List<Part> parts() {
        for (Log log : logs) {
            log.read(remarks);
        }
        if (logs.size() > 1) {
            refuseOtherTimes();
            remarkOtherLabels();
        }
        List<Stretch> stretches = stretches();
        String scenario = scenario();
        if (scenario == null && samplers().size() == 1) {
            scenario = scenario(samplers().first());
        }
        List<Map<String, SampleTotals>> tallies = tallies(stretches, scenario);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i++) {
            int clients = stretches.get(i).threads();
            for (Map.Entry<String, SampleTotals> tally : tallies.get(i).entrySet()) {
                parts.add(new Part(labels(tally.getKey(), clients), tally.getValue()));
            }
        }
        return parts;
    }

    /** The labels by option or name; clients are those of all logs together. */
    Labels said() {
        Labels all = new Labels(null, null, null, null, null);
        for (Log log : logs) {
            all = all.or(log.said);
        }
        Integer clients = logs.stream().map(log -> log.said.concurrency()).anyMatch(Objects::isNull)
                ? null
                : (Integer)
                        logs.stream().mapToInt(log -> log.said.concurrency()).sum();
        return new Labels(all.adapter(), all.scenario(), all.payload(), clients, all.block());
    }

    long samples() {
        return logs.stream().mapToLong(log -> log.samples).sum();
    }

    /** The file of a single log; of several the first, and how many more there are. */
    String name() {
        return logs.get(0).name() + (logs.size() == 1 ? "" : " and " + (logs.size() - 1) + " more");
    }

    /** The senders of each log; empty where there is one alone. */
    List<SampleSource.Sender> senders() {
        List<SampleSource.Sender> senders = new ArrayList<>();
        for (Log log : logs) {
            log.hosts.forEach((host, timeline) -> senders.add(new SampleSource.Sender(
                    log.name(),
                    host,
                    log.said.concurrency() != null && log.hosts.size() == 1
                            ? log.said.concurrency()
                            : timeline.mostThreads(),
                    timeline.samples)));
        }
        return senders.size() == 1 ? List.of() : senders;
    }

    private static void refuseCopies(List<Path> files) {
        Map<String, Path> seen = new HashMap<>();
        for (Path file : files) {
            try {
                Path same = seen.put(Sha256.of(file), file);
                if (same != null) {
                    throw new RunProblem(file + ": holds the same bytes as " + same
                            + ", and its samples would count twice: leave one of them out");
                }
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
    }

    private void refuseContradictions() {
        Labels first = logs.get(0).said;
        for (Log log : logs.subList(1, logs.size())) {
            Map<String, List<Object>> pairs = new TreeMap<>(Map.of(
                    "adapter", Arrays.asList(first.adapter(), log.said.adapter()),
                    "scenario", Arrays.asList(first.scenario(), log.said.scenario()),
                    "message size", Arrays.asList(first.payload(), log.said.payload()),
                    "repeat", Arrays.asList(first.block(), log.said.block())));
            pairs.forEach((what, pair) -> {
                if (!Objects.equals(pair.get(0), pair.get(1))) {
                    throw new RunProblem(log.file + ": its name or label says "
                            + (pair.get(1) == null ? "no " + what : what + " '" + pair.get(1) + "'") + ", that of "
                            + logs.get(0).name() + (pair.get(0) == null ? " none" : " '" + pair.get(0) + "'")
                            + ": logs of one test are named alike but for what follows an @, as in"
                            + " camel-cbr-500-c16@host1.jtl, or given a --label each");
                }
            });
        }
    }

    private void refuseOtherTimes() {
        for (Log log : logs) {
            for (Log other : logs) {
                if (log.firstMillis > other.lastMillis) {
                    throw new RunProblem(log.file + ": its samples are from " + Instant.ofEpochMilli(log.firstMillis)
                            + " on, and those of " + other.file + " end at " + Instant.ofEpochMilli(other.lastMillis)
                            + ": these are no logs of one test, or the clocks of their hosts differ");
                }
            }
        }
        long from = logs.stream().mapToLong(log -> log.firstMillis).max().orElseThrow();
        long to = logs.stream().mapToLong(log -> log.lastMillis).min().orElseThrow();
        for (Log log : logs) {
            long early = (from - log.firstMillis) / MILLIS;
            long late = (log.lastMillis - to) / MILLIS;
            if (early > 0 || late > 0) {
                remarks.add(log.name() + ": begins " + early + " s before the last log does, and ends " + late
                        + " s after the first one: what not all logs cover was left out. Clocks that differ"
                        + " look the same");
            }
        }
    }

    private void remarkOtherLabels() {
        for (Log log : logs) {
            SortedSet<String> lacking = new TreeSet<>(samplers());
            lacking.removeAll(log.samplers);
            if (!lacking.isEmpty()) {
                remarks.add(log.name() + ": has no sample with the label " + String.join(", ", lacking)
                        + ", which another log has");
            }
        }
    }

    private SortedSet<String> samplers() {
        return logs.stream().flatMap(log -> log.samplers.stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Where all hosts of all logs stood still, warm-up left out. */
    private List<Stretch> stretches() {
        List<Stretch> common = null;
        for (Log log : logs) {
            List<Stretch> own = log.chosen(warmupSeconds, remarks);
            common = common == null ? own : both(common, own);
        }
        List<Stretch> warm = warmed(common, warmupSeconds);
        if (warm.isEmpty()) {
            throw new RunProblem(
                    logs.get(0).file + ": there is no second left to measure: the load never stood still in"
                            + " all " + logs.size() + " logs at once for longer than the warm-up of " + warmupSeconds
                            + " s (--warmup says another)");
        }
        return warm;
    }

    private static List<Stretch> warmed(List<Stretch> stretches, int warmupSeconds) {
        return stretches.stream()
                .filter(stretch -> stretch.endMillis() - stretch.startMillis() > warmupSeconds * MILLIS)
                .map(stretch -> new Stretch(
                        stretch.threads(), stretch.startMillis() + warmupSeconds * MILLIS, stretch.endMillis()))
                .toList();
    }

    /** The intersections of stretches, with the threads of both. Both lists are in the order of time. */
    private static List<Stretch> both(List<Stretch> some, List<Stretch> others) {
        List<Stretch> common = new ArrayList<>();
        for (Stretch one : some) {
            for (Stretch other : others) {
                long from = Math.max(one.startMillis(), other.startMillis());
                long to = Math.min(one.endMillis(), other.endMillis());
                if (from < to) {
                    common.add(new Stretch(one.threads() + other.threads(), from, to));
                }
            }
        }
        return common;
    }

    /** The one scenario of the test; null when each label is one of its own. */
    private String scenario() {
        String said = said().scenario();
        if (said == null) {
            return null;
        }
        for (Log log : logs) {
            SortedSet<String> samplers = log.samplers;
            if (samplers.size() > 1) {
                throw new RunProblem(log.file + ": its name or label says scenario '" + said + "', but its rows have "
                        + samplers.size() + " labels (" + String.join(", ", samplers)
                        + "): name no scenario, and each label is one");
            }
            String sampler = samplers.first();
            if (log.given.scenario() == null && known.contains(sampler) && !sampler.equals(said)) {
                throw new RunProblem(log.file + ": its name says scenario '" + said + "', but its rows are labelled '"
                        + sampler + "': rename it, or give --label " + log.file + "=," + said
                        + " if the name is right");
            }
        }
        return said;
    }

    private List<Map<String, SampleTotals>> tallies(List<Stretch> stretches, String scenario) {
        List<Map<String, SampleTotals>> tallies = new ArrayList<>();
        for (Stretch stretch : stretches) {
            tallies.add(new TreeMap<>());
            if (scenario != null) {
                tallies.get(tallies.size() - 1).put(scenario, new SampleTotals(stretch));
            }
        }
        List<Cursor> cursors = new ArrayList<>();
        try {
            for (Log log : logs) {
                cursors.add(new Cursor(log));
            }
            int at = 0;
            long newest = Long.MIN_VALUE;
            for (Cursor next = earliest(cursors); next != null; next = earliest(cursors)) {
                Sample sample = next.sample;
                newest = Math.max(newest, sample.endMillis());
                if (newest - sample.endMillis() > MOST_DISORDER_SECONDS * MILLIS && !next.reader.isPart()) {
                    throw next.reader.problem("ended " + (newest - sample.endMillis()) / MILLIS
                            + " s before a row above it, of another host: their clocks differ too much, or these are"
                            + " logs one behind the other; give them apart, with --merge");
                }
                at = place(stretches, at, sample.endMillis());
                if (stretches.get(at).contains(sample.endMillis())) {
                    Stretch stretch = stretches.get(at);
                    tallies.get(at)
                            .computeIfAbsent(
                                    scenario == null ? scenario(sample.label()) : scenario,
                                    unused -> new SampleTotals(stretch))
                            .add(sample, logs.size() == 1 ? "" : next.log.name(), next.reader.line());
                }
                next.advance();
            }
        } finally {
            for (Cursor cursor : cursors) {
                cursor.close();
            }
        }
        return tallies;
    }

    /** The one whose sample ended first; null when all are at their end. */
    private static Cursor earliest(List<Cursor> cursors) {
        Cursor earliest = null;
        for (Cursor cursor : cursors) {
            if (cursor.sample != null
                    && (earliest == null || cursor.sample.endMillis() < earliest.sample.endMillis())) {
                earliest = cursor;
            }
        }
        return earliest;
    }

    private static String scenario(String sampler) {
        return sampler.isBlank() ? "unlabelled" : sampler;
    }

    /** The stretch in which an instant lies, sought from the one before: rows are nearly in order. */
    private static int place(List<Stretch> stretches, int from, long instantMillis) {
        int at = from;
        while (at > 0 && instantMillis < stretches.get(at).startMillis()) {
            at--;
        }
        while (at < stretches.size() - 1 && instantMillis >= stretches.get(at).endMillis()) {
            at++;
        }
        return at;
    }

    private Labels labels(String scenario, int clients) {
        return said().or(new Labels(UNNAMED, scenario, "unknown", clients, null));
    }

    private static RunProblem unreadable(Path file, IOException cause) {
        String fault = cause instanceof EOFException || cause instanceof ZipException
                ? "is cut or damaged, as gzip -t says: copy it again"
                : "cannot be read: " + cause;
        return new RunProblem(file + ": " + fault, cause);
    }

    /** A log that is read the second time, at one of its samples. */
    private static final class Cursor implements Closeable {
        private final Log log;
        private final JtlReader reader;
        private Sample sample;

        Cursor(Log log) {
            this.log = log;
            try {
                reader = JtlReader.open(log.file);
            } catch (IOException e) {
                throw unreadable(log.file, e);
            }
            advance();
        }

        void advance() {
            try {
                sample = reader.next();
            } catch (IOException e) {
                throw unreadable(log.file, e);
            }
        }

        @Override
        public void close() {
            try {
                reader.close();
            } catch (IOException e) {
                throw unreadable(log.file, e);
            }
        }
    }

    /** One log, and what its first reading says. Not safe for concurrent use. */
    private static final class Log {
        /** The year 1973; of seconds since 1970 it is 5138. */
        private static final long LEAST_MILLIS = 100_000_000_000L;

        private final Path file;
        private final String name;
        private final Labels given;
        private final Labels said;
        private final SortedSet<String> samplers = new TreeSet<>();
        private final Map<String, Timeline> hosts = new TreeMap<>();
        private long samples;
        private long firstMillis = Long.MAX_VALUE;
        private long lastMillis = Long.MIN_VALUE;

        Log(Path file, String folder, Labels given, Set<String> scenarios) {
            this.file = file;
            this.name = (folder.isEmpty() ? "" : folder + "/") + file.getFileName();
            this.given = given;
            this.said = given.or(Labels.ofName(file, folder, scenarios));
        }

        String name() {
            return name;
        }

        void read(List<String> remarks) {
            try (JtlReader reader = JtlReader.open(file)) {
                requireSaid(reader);
                for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
                    samples++;
                    count(sample.label(), reader);
                    if (sample.dated() && !reader.isPart()) {
                        firstMillis = Math.min(firstMillis, sample.startMillis());
                        lastMillis = Math.max(lastMillis, sample.endMillis());
                        hosts.computeIfAbsent(sample.host(), unused -> new Timeline(reader::problem, reader::line))
                                .add(sample, reader.millisBack());
                    }
                }
                if (reader.truncated()) {
                    remarks.add(name() + ":" + reader.line()
                            + ": the last row is cut off, as a killed JMeter leaves it; it was left out");
                }
                if (samples == 0) {
                    throw new RunProblem(file + ": has a header and no sample");
                }
                if (hosts.isEmpty()) {
                    throw new RunProblem(file + ": none of its " + samples
                            + " samples has a time (timeStamp 0): all failed before JMeter began them");
                }
                if (lastMillis < LEAST_MILLIS) {
                    throw new RunProblem(file + ": its last sample ended at " + Instant.ofEpochMilli(lastMillis)
                            + ": its column 'timeStamp' must be in milliseconds, and is perhaps in seconds");
                }
                disorders().forEach(disorder -> remarks.add(name() + ": " + disorder));
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }

        private List<String> disorders() {
            return hosts.values().stream()
                    .map(timeline -> timeline.disorder(said.concurrency() != null))
                    .filter(disorder -> !disorder.isEmpty())
                    .toList();
        }

        private void requireSaid(JtlReader reader) {
            if (!reader.countsThreads() && said.concurrency() == null) {
                throw unknownClients("has no column 'allThreads'");
            }
            if (!reader.labelled() && said.scenario() == null) {
                throw new RunProblem(file + ": has no column 'label', and its name says no scenario: name it like"
                        + " camel-cbr-500-c20.jtl, or give --label " + file + "=,cbr");
            }
        }

        private RunProblem unknownClients(String why) {
            return new RunProblem(file + ": " + why + ", and its name says no number of clients: name it like"
                    + " camel-cbr-500-c20.jtl, or give --label " + file + "=,,,c20");
        }

        private void count(String sampler, JtlReader reader) {
            samplers.add(sampler);
            if (samplers.size() > MOST_LABELS) {
                throw reader.problem("has one more label than " + MOST_LABELS + ", '" + sampler
                        + "': each is a scenario of its own, and so many cannot be meant; give the samplers of the plan"
                        + " fixed names");
            }
        }

        /**
         * Where all of its hosts stood still for longer than the warm-up, which is not left out; at the level that the
         * name says, where it says one; with the clients in place of the threads.
         */
        List<Stretch> chosen(int warmupSeconds, List<String> remarks) {
            Integer clients = said.concurrency();
            List<Stretch> all = null;
            for (Timeline timeline : hosts.values()) {
                List<Stretch> own = timeline.stretches(clients != null);
                all = all == null ? own : both(all, own);
            }
            all.removeIf(stretch -> stretch.endMillis() - stretch.startMillis() <= warmupSeconds * MILLIS);
            TreeSet<Integer> levels = all.stream().map(Stretch::threads).collect(Collectors.toCollection(TreeSet::new));
            if (levels.isEmpty()) {
                throw new RunProblem(file
                        + ": there is no second left to measure: in its " + (lastMillis - firstMillis) / MILLIS
                        + " s the load never stood still, with one number of threads"
                        + (hosts.size() == 1 ? "" : " on each of its " + hosts.size() + " hosts") + ", for longer than"
                        + " the warm-up of " + warmupSeconds + " s (--warmup says another)"
                        + (clients != null ? "" : "; a second without a request counts where the name says -cCLIENTS")
                        + disorders().stream().map("; "::concat).collect(Collectors.joining()));
            }
            if (clients == null && levels.first() == 0) {
                throw unknownClients("has 0 in its column 'allThreads'");
            }
            if (clients == null || levels.equals(new TreeSet<>(List.of(clients)))) {
                return all;
            }
            if (levels.size() == 1) {
                if (levels.first() > 0) {
                    remarks.add(String.format(
                            Locale.ROOT,
                            "%s: its rows say %d threads, its name or label %d clients, which was taken (threads of the"
                                    + " NIO sampler drive many clients each)",
                            name(),
                            levels.first(),
                            clients));
                }
                return all.stream()
                        .map(stretch -> new Stretch(clients, stretch.startMillis(), stretch.endMillis()))
                        .toList();
            }
            if (!levels.contains(clients)) {
                throw new RunProblem(file + ": its name or label says " + clients + " clients, its rows say "
                        + levels.stream().map(String::valueOf).collect(Collectors.joining(", ")));
            }
            remarks.add(
                    name() + ": what was not sent by " + clients + " threads, as its name or label says, was left out");
            return all.stream().filter(stretch -> stretch.threads() == clients).toList();
        }
    }

    /**
     * The seconds of a host in a log: how many threads were active in each, and whether requests were under way. Its size is that of
     * the log's duration, not of its samples. Not safe for concurrent use.
     */
    static final class Timeline {

        private static final int MOST_SECONDS = 48 * 3600;
        /** Rows are written as samples end: neighbours may change places, more is another log. */
        private static final int DISORDER_SECONDS = 60;

        private static final int PAUSE_SECONDS = 10;
        /** In place of the threads of a second that came twice. */
        private static final int TWICE = -1;

        private final Function<String, RunProblem> problem;
        private final LongSupplier line;
        private long disorderLine;
        private long disorderMillis;
        private long first = Long.MIN_VALUE;
        private long newest;
        private int[] fewest = new int[1024];
        private int[] most = new int[1024];
        private boolean[] used = new boolean[1024];
        private long samples;

        /** Empty; what makes a problem of what is said against the sample that is being added, and its line. */
        Timeline(Function<String, RunProblem> problem, LongSupplier line) {
            this.problem = problem;
            this.line = line;
        }

        /** @param millisBack by how much its thread's clock went back before it; 0 when it did not */
        void add(Sample sample, long millisBack) {
            samples++;
            long second = Math.floorDiv(sample.endMillis(), MILLIS);
            if (first == Long.MIN_VALUE) {
                first = second - DISORDER_SECONDS;
                newest = second;
            }
            if (second < newest - DISORDER_SECONDS) {
                throw problem.apply(
                        "ended " + (newest - second) + " s before a row above it: the clock was set back, or"
                                + " these are two logs in one file; give them apart");
            }
            newest = Math.max(newest, second);
            if (newest - first >= MOST_SECONDS) {
                throw problem.apply("ended more than 48 h after the first row: give the log in parts");
            }
            int at = (int) (second - first);
            reach(at);
            fewest[at] = fewest[at] == 0 ? sample.threads() + 1 : Math.min(fewest[at], sample.threads() + 1);
            most[at] = Math.max(most[at], sample.threads() + 1);
            long begun = Math.max(0, Math.floorDiv(sample.startMillis(), MILLIS) - first);
            for (int under = at; under >= begun; under--) {
                used[under] = true;
            }
            if (millisBack > 0) {
                // Seconds that come twice belong to no stretch, as if the load had changed in them.
                Arrays.fill(fewest, at, (int) (newest - first) + 1, TWICE);
                disorderMillis = disorderLine == 0 ? millisBack : disorderMillis;
                disorderLine = disorderLine == 0 ? line.getAsLong() : disorderLine;
            }
        }

        /** Says where rows went back in time, or, where pauses count, on by more than users think; empty when neither. */
        String disorder(boolean pauses) {
            if (disorderLine == 0) {
                return pauses ? pause() : "";
            }
            return "line " + disorderLine + " and those below it ended up to "
                    + (disorderMillis < MILLIS ? disorderMillis + " ms" : disorderMillis / MILLIS + " s")
                    + " before lines above: the clock was set back, or these are two logs in one file; the seconds"
                    + " that came twice were left out";
        }

        private String pause() {
            int longest = PAUSE_SECONDS - 1;
            String said = "";
            int idle = Integer.MIN_VALUE;
            for (int at = 0; at <= newest - first; at++) {
                idle = used[at] ? 0 : idle + 1;
                if (idle > longest) {
                    longest = idle;
                    said = "no request was under way in the " + idle + " s before "
                            + Instant.ofEpochSecond(first + at + 1) + ", which count, since its name or label says the"
                            + " clients: the load paused, the clock was set forward, or these are two logs in one file";
                }
            }
            return said;
        }

        private void reach(int at) {
            if (at >= fewest.length) {
                int size = Math.max(at + 1, 2 * fewest.length);
                fewest = Arrays.copyOf(fewest, size);
                most = Arrays.copyOf(most, size);
                used = Arrays.copyOf(used, size);
            }
        }

        /**
         * The parts in which the number of threads stood still. A second in which it changed belongs to none; one in which
         * nothing ended belongs to the part around it when requests were under way, which is a stall and no pause. A first or
         * last second that was not full is left out.
         *
         * @param pauses whether a second without any request belongs to the part around it as well
         */
        List<Stretch> stretches(boolean pauses) {
            List<Stretch> found = new ArrayList<>();
            int start = -1;
            int last = -1;
            for (int at = 0; at <= newest - first; at++) {
                boolean empty = fewest[at] == 0;
                if (empty && (used[at] || pauses)) {
                    last = used[at] ? at : last;
                    continue;
                }
                boolean steady = !empty && fewest[at] == most[at];
                if (start >= 0 && !(steady && fewest[at] == fewest[start])) {
                    close(start, last, found);
                    start = -1;
                }
                if (steady) {
                    start = start < 0 ? at : start;
                    last = at;
                }
            }
            if (start >= 0) {
                close(start, last, found);
            }
            return found;
        }

        private void close(int start, int last, List<Stretch> found) {
            int from = full(start - 1) ? start : start + 1;
            int to = full(last + 1) ? last + 1 : last;
            if (to > from) {
                found.add(new Stretch(fewest[start] - 1, (first + from) * MILLIS, (first + to) * MILLIS));
            }
        }

        int mostThreads() {
            return Arrays.stream(most).max().orElseThrow() - 1;
        }

        /** Whether requests were under way in a neighbouring second, too, so that the one beside it is whole. */
        private boolean full(int neighbour) {
            return neighbour >= 0 && neighbour <= newest - first && used[neighbour];
        }
    }

    /**
     * A part of a log in which the number of active threads stood still, in whole seconds.
     *
     * @param threads as the log says, or the clients that its name says; 0 when neither does
     * @param startMillis first instant, milliseconds since the epoch
     * @param endMillis first instant after it
     */
    record Stretch(int threads, long startMillis, long endMillis) {

        boolean contains(long instantMillis) {
            return instantMillis >= startMillis && instantMillis < endMillis;
        }
    }
}
