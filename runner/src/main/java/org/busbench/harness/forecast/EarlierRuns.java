package org.busbench.harness.forecast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.busbench.harness.record.StepLog;
import org.busbench.harness.text.Problem;
import org.busbench.record.Step;

/**
 * How long the steps of the newest runs took that are kept here.
 *
 * @param runs how many these are
 * @param unreadable a line for each that could not be read, and teaches nothing
 */
public record EarlierRuns(List<Step> steps, int runs, List<String> unreadable) {

    /** Older ones are of machines, adapters and builds that may have changed since. */
    private static final int NEWEST = 10;

    /** Makes the lists unchangeable. */
    public EarlierRuns {
        steps = List.copyOf(steps);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Reads them.
     *
     * @param runs the folder of all run directories, which need not be there
     */
    public static EarlierRuns in(Path runs) {
        List<Step> steps = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        List<StepLog> logs = newest(runs);
        for (StepLog log : logs) {
            try {
                steps.addAll(log.steps());
            } catch (IOException | Problem malformed) {
                unreadable.add("nothing learned from " + log.file() + ": " + Problem.brief(malformed));
            }
        }
        return new EarlierRuns(steps, logs.size() - unreadable.size(), unreadable);
    }

    /** Names of runs begin with their time, unless the user chose them: the files' own time decides. */
    private static List<StepLog> newest(Path runs) {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(runs)) {
            return folders.map(StepLog::in)
                    .filter(log -> Files.isRegularFile(log.file()))
                    .sorted(Comparator.comparing(
                                    (StepLog log) -> log.file().toFile().lastModified())
                            .reversed())
                    .limit(NEWEST)
                    .toList();
        } catch (IOException unlisted) {
            throw new Problem("the runs in " + runs + " cannot be listed: " + Problem.brief(unlisted), unlisted);
        }
    }
}
