package org.busbench.reports.raw;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.busbench.record.Trial;

/**
 * The evidence folders of one run directory. A file that is absent or cannot be read is as good as none: the
 * record itself holds the figures, and {@code busbench check} is what complains.
 */
record EvidenceFolders(Path directory) implements RawData {

    private static final String TAG = "verified";
    private static final String ERRORS = "errors.csv";
    private static final int DIGITS = 3;

    @Override
    public Optional<Distribution> latencies(List<Trial> trials) {
        Histogram all = new Histogram(DIGITS);
        for (Trial trial : trials) {
            if (trial.measured() && !addWindow(trial, all)) {
                return Optional.empty();
            }
        }
        return all.getTotalCount() == 0 ? Optional.empty() : Optional.of(Distribution.of(all));
    }

    private boolean addWindow(Trial trial, Histogram all) {
        if (trial.evidenceFolder().path() == null || trial.result().histogram() == null || trial.window() == null) {
            return false;
        }
        Path log = directory
                .resolve(trial.evidenceFolder().path())
                .resolve(trial.result().histogram());
        if (!Files.isRegularFile(log)) {
            return false;
        }
        long before = all.getTotalCount();
        try (InputStream in = Files.newInputStream(log);
                HistogramLogReader reader = new HistogramLogReader(in)) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                double middle = (next.getStartTimeStamp() + next.getEndTimeStamp()) / 2.0;
                if (TAG.equals(next.getTag())
                        && next instanceof Histogram interval
                        && trial.window().contains(middle)) {
                    all.add(interval);
                }
            }
        } catch (IOException | RuntimeException broken) {
            return false;
        }
        return all.getTotalCount() > before;
    }

    @Override
    public Map<String, long[]> errors(Trial trial) {
        if (trial.evidenceFolder().path() == null || trial.window() == null) {
            return Map.of();
        }
        Path file = directory.resolve(trial.evidenceFolder().path()).resolve(ERRORS);
        if (trial.result().errors().total() == 0 || !Files.isRegularFile(file)) {
            return Map.of();
        }
        Map<String, long[]> counts = new TreeMap<>();
        try {
            List<String> lines = Files.readAllLines(file);
            for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                String[] fields = line.split(",", -1);
                double instant = Long.parseLong(fields[0]);
                if (trial.window().contains(instant)) {
                    counts.computeIfAbsent(
                                            fields[1],
                                            name -> new long[trial.window().secondCount()])[
                                    trial.window().secondOf(instant)] +=
                            Long.parseLong(fields[2]);
                }
            }
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException broken) {
            return Map.of();
        }
        return counts;
    }
}
