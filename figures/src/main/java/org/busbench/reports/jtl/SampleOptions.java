package org.busbench.reports.jtl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.busbench.record.RunProblem;

/**
 * How logs are to be read.
 *
 * @param scenarios names of the scenarios that are known: one stands in a file's name, and a plan's samplers are named like it
 * @param labels by file, as it is named among the logs or by its last part; what is not said here is read from the name
 *     of the file, then from its rows
 * @param errorBound highest share of errors with which a trial has a figure
 */
public record SampleOptions(Set<String> scenarios, Map<String, Labels> labels, int warmupSeconds, double errorBound) {

    /** So much of each stretch is left out when nothing else is said. */
    public static final int WARMUP_SECONDS = 5;

    private static final Labels NOTHING = new Labels(null, null, null, null, null);

    public SampleOptions {
        scenarios = Set.copyOf(scenarios);
        labels = Map.copyOf(labels);
        if (warmupSeconds < 0) {
            throw new RunProblem("--warmup must not be negative, not " + warmupSeconds + " s");
        }
        if (!(errorBound >= 0 && errorBound <= 1)) {
            throw new RunProblem("--error-bound must be a share from 0 to 1, not " + errorBound);
        }
    }

    Labels of(Path file) {
        Labels whole = labels.get(file.toString());
        return whole != null ? whole : labels.getOrDefault(file.getFileName().toString(), NOTHING);
    }

    /** Refuses labels of files that are not there: a typo must not be passed over. */
    void requireOnly(List<Path> files) {
        List<String> unknown = new ArrayList<>(labels.keySet());
        files.forEach(file ->
                unknown.removeAll(List.of(file.toString(), file.getFileName().toString())));
        if (!unknown.isEmpty()) {
            throw new RunProblem("--label " + unknown.get(0) + "=...: there is no such file among "
                    + files.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
    }
}
