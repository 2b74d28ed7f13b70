package org.busbench.reports.jtl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.busbench.record.RunProblem;

/**
 * Reads a log twice: first to find the stretches in which the load stood still, then to add up what ended in them.
 * Memory does not grow with the samples.
 */
final class SampleFile {

    /** An adapter that nobody named. */
    static final String UNNAMED = "unnamed";

    private static final int MOST_LABELS = 40;

    private final Path file;
    private final Labels given;
    private final Labels name;
    private final int warmupSeconds;
    private final List<String> remarks;
    private final SortedSet<String> samplers = new TreeSet<>();
    private long samples;

    /**
     * What a log says of one cell.
     *
     * @param labels complete but for the block, which may be null
     */
    record Part(Labels labels, Tally tally) {}

    SampleFile(Path file, Labels given, int warmupSeconds, List<String> remarks) {
        this.file = file;
        this.given = given;
        this.name = Labels.ofName(file);
        this.warmupSeconds = warmupSeconds;
        this.remarks = remarks;
    }

    /** All of its parts in the order of time; one in which nothing ended is a part, too, where the scenario is one. */
    List<Part> parts() {
        List<Stretch> stretches = chosen(stretches());
        String scenario = scenario();
        if (scenario == null && samplers.size() == 1) {
            scenario = scenario(samplers.first());
        }
        List<Map<String, Tally>> tallies = tallies(stretches, scenario);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i++) {
            int clients = clients(stretches.get(i));
            for (Map.Entry<String, Tally> tally : tallies.get(i).entrySet()) {
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
        if (given.scenario() == null && Labels.PLANS.contains(sampler) && !sampler.equals(said)) {
            throw new RunProblem(file + ": its name says scenario '" + said + "', but its rows are labelled '" + sampler
                    + "': rename it, or give --label " + file.getFileName() + "=," + said + " if the name is right");
        }
        return said;
    }

    private List<Map<String, Tally>> tallies(List<Stretch> stretches, String scenario) {
        List<Map<String, Tally>> tallies = new ArrayList<>();
        for (Stretch stretch : stretches) {
            tallies.add(new TreeMap<>());
            if (scenario != null) {
                tallies.get(tallies.size() - 1).put(scenario, new Tally(stretch));
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
                                    unused -> new Tally(stretch))
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
}
