package org.busbench.reports.jtl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.busbench.record.RunProblem;

/**
 * Reads a log twice: first to find the stretches in which the load stood still, then to add up what ended in them.
 * Memory does not grow with the samples.
 */
final class SampleFile {

    /** Stands for an adapter whose name is not known. */
    static final String UNNAMED = "unnamed";

    private static final int MOST_LABELS = 40;

    private final Path file;
    private final Labels given;
    private final Labels name;
    private final Set<String> known;
    private final int warmupSeconds;
    private final List<String> remarks;
    private final SortedSet<String> samplers = new TreeSet<>();
    private long samples;

    /**
     * What a log says of one cell.
     *
     * @param labels complete but for the block, which may be null
     */
    record Part(Labels labels, SampleTotals tally) {}

    SampleFile(Path file, SampleOptions options, List<String> remarks) {
        this.file = file;
        this.given = options.of(file);
        this.known = options.scenarios();
        this.name = Labels.ofName(file, known);
        this.warmupSeconds = options.warmupSeconds();
        this.remarks = remarks;
    }

    /** All of its parts in the order of time; one in which nothing ended is a part, too, where the scenario is one. */
    List<Part> parts() {
        List<Stretch> stretches = chosen(stretches());
        String scenario = scenario();
        if (scenario == null && samplers.size() == 1) {
            scenario = scenario(samplers.first());
        }
        List<Map<String, SampleTotals>> tallies = tallies(stretches, scenario);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i++) {
            int clients = clients(stretches.get(i));
            for (Map.Entry<String, SampleTotals> tally : tallies.get(i).entrySet()) {
                parts.add(new Part(labels(tally.getKey(), clients), tally.getValue()));
            }
        }
        return parts;
    }

    /** What an option or its name says of it. */
    Labels said() {
        return given.or(name);
    }

    /** How many samples it has. */
    long samples() {
        return samples;
    }

    private List<Stretch> stretches() {
        try (JtlReader reader = JtlReader.open(file)) {
            requireSaid(reader);
            Timeline timeline = new Timeline(reader::problem);
            for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
                samples++;
                timeline.add(sample);
                count(sample.label(), reader);
            }
            if (reader.truncated()) {
                remarks.add(file.getFileName() + ":" + reader.line()
                        + ": the last row is cut off, as a killed JMeter leaves it; it was left out");
            }
            if (samples == 0) {
                throw new RunProblem(file + ": has a header and no sample");
            }
            return timeline.stretches(warmupSeconds, clientsSaid() != null);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void requireSaid(JtlReader reader) {
        if (!reader.countsThreads() && clientsSaid() == null) {
            throw new RunProblem(file + ": has no column 'allThreads', and its name says no number of clients: name it"
                    + " like camel-cbr-500-c20.jtl, or give --label " + file.getFileName() + "=,,,c20");
        }
        if (!reader.labelled() && scenarioSaid() == null) {
            throw new RunProblem(file + ": has no column 'label', and its name says no scenario: name it like"
                    + " camel-cbr-500-c20.jtl, or give --label " + file.getFileName() + "=,cbr");
        }
    }

    private void count(String sampler, JtlReader reader) {
        samplers.add(sampler);
        if (samplers.size() > MOST_LABELS) {
            throw reader.problem("has one more label than " + MOST_LABELS + ", '" + sampler
                    + "': each is a scenario of its own, and so many cannot be meant; give the samplers of the plan"
                    + " fixed names");
        }
    }

    private Integer clientsSaid() {
        return said().concurrency();
    }

    private String scenarioSaid() {
        return said().scenario();
    }

    /** Those at the level that the name says, where it says one. */
    private List<Stretch> chosen(List<Stretch> all) {
        Integer said = clientsSaid();
        TreeSet<Integer> levels = all.stream().map(Stretch::threads).collect(Collectors.toCollection(TreeSet::new));
        if (levels.isEmpty()) {
            throw new RunProblem(file
                    + ": there is no second left to measure: the load never stood still, with one number"
                    + " of threads, for longer than the warm-up of " + warmupSeconds + " s (--warmup says another)");
        }
        if (said == null || levels.equals(new TreeSet<>(List.of(said)))) {
            return all;
        }
        if (levels.size() == 1) {
            if (levels.first() > 0) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s: its rows say %d threads, its name or label %d clients, which was taken (threads of the NIO"
                                + " sampler drive many clients each)",
                        file.getFileName(),
                        levels.first(),
                        said));
            }
            return all;
        }
        if (!levels.contains(said)) {
            throw new RunProblem(file + ": its name or label says " + said + " clients, its rows say "
                    + levels.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
        remarks.add(file.getFileName() + ": what was not sent by " + said
                + " threads, as its name or label says, was left out");
        return all.stream().filter(stretch -> stretch.threads() == said).toList();
    }

    private int clients(Stretch stretch) {
        return clientsSaid() == null ? stretch.threads() : clientsSaid();
    }

    /** The one scenario of the file; null when each label is one of its own. */
    private String scenario() {
        String said = scenarioSaid();
        if (said == null) {
            return null;
        }
        if (samplers.size() > 1) {
            throw new RunProblem(file + ": its name or label says scenario '" + said + "', but its rows have "
                    + samplers.size() + " labels (" + String.join(", ", samplers)
                    + "): name no scenario, and each label is one");
        }
        String sampler = samplers.first();
        if (given.scenario() == null && known.contains(sampler) && !sampler.equals(said)) {
            throw new RunProblem(file + ": its name says scenario '" + said + "', but its rows are labelled '" + sampler
                    + "': rename it, or give --label " + file.getFileName() + "=," + said + " if the name is right");
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
        try (JtlReader reader = JtlReader.open(file)) {
            int at = 0;
            for (Sample sample = reader.next(); sample != null; sample = reader.next()) {
                at = place(stretches, at, sample.endMillis());
                if (stretches.get(at).contains(sample.endMillis())) {
                    Stretch stretch = stretches.get(at);
                    tallies.get(at)
                            .computeIfAbsent(
                                    scenario == null ? scenario(sample.label()) : scenario,
                                    unused -> new SampleTotals(stretch))
                            .add(sample, reader.line());
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
        return tallies;
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

    private RunProblem unreadable(IOException cause) {
        return new RunProblem(file + ": cannot be read: " + cause, cause);
    }

    /**
     * The seconds of a log: how many threads were active in each, and whether requests were under way. Its size is that of
     * the log's duration, not of its samples. Not safe for concurrent use.
     */
    static final class Timeline {

        private static final int MOST_SECONDS = 48 * 3600;
        /** Rows are written as samples end: neighbours may change places, more is another log. */
        private static final int DISORDER_SECONDS = 60;

        private static final long MILLIS = 1000;

        private final Function<String, RunProblem> problem;
        private long first = Long.MIN_VALUE;
        private long newest;
        private int[] fewest = new int[1024];
        private int[] most = new int[1024];
        private boolean[] used = new boolean[1024];

        /** Empty; what makes a problem of what is said against the sample that is being added. */
        Timeline(Function<String, RunProblem> problem) {
            this.problem = problem;
        }

        /** Takes the next sample in. */
        void add(Sample sample) {
            long second = Math.floorDiv(sample.endMillis(), MILLIS);
            if (first == Long.MIN_VALUE) {
                first = second - DISORDER_SECONDS;
                newest = second;
            }
            if (second < newest - DISORDER_SECONDS) {
                throw problem.apply("ended " + (newest - second) + " s before a row above it: these are two logs in one"
                        + " file, or not in order; give them apart");
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
         * last second that was not full is left out, then so many seconds of warm-up.
         *
         * @param pauses whether a second without any request belongs to the part around it as well
         */
        List<Stretch> stretches(int warmupSeconds, boolean pauses) {
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
                    close(start, last, warmupSeconds, found);
                    start = -1;
                }
                if (steady) {
                    start = start < 0 ? at : start;
                    last = at;
                }
            }
            if (start >= 0) {
                close(start, last, warmupSeconds, found);
            }
            return found;
        }

        private void close(int start, int last, int warmupSeconds, List<Stretch> found) {
            int from = (full(start - 1) ? start : start + 1) + warmupSeconds;
            int to = full(last + 1) ? last + 1 : last;
            if (to > from) {
                found.add(new Stretch(fewest[start] - 1, (first + from) * MILLIS, (first + to) * MILLIS));
            }
        }

        /** Whether requests were under way in a neighbouring second, too, so that the one beside it is whole. */
        private boolean full(int neighbour) {
            return neighbour >= 0 && neighbour <= newest - first && used[neighbour];
        }
    }

    /**
     * A part of a log in which the number of active threads stood still, in whole seconds, warm-up left out.
     *
     * @param threads as the log says; 0 when it does not
     * @param startMillis first instant, milliseconds since the epoch
     * @param endMillis first instant after it
     */
    record Stretch(int threads, long startMillis, long endMillis) {

        boolean contains(long instantMillis) {
            return instantMillis >= startMillis && instantMillis < endMillis;
        }
    }
}
