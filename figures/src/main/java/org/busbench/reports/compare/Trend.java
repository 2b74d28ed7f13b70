package org.busbench.reports.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Comparison;
import org.busbench.reports.analysis.Measure;
import org.busbench.reports.statistics.ChangePoints;
import org.busbench.reports.statistics.Median;

/**
 * One figure of one cell over many runs, in the order in which they were made. Runs without the figure are left out, and
 * nothing is said of why a level changed: machine, suite and versions may have changed with it.
 *
 * @param changes where the logarithms of the figure changed their level
 */
public record Trend(String adapter, Comparison comparison, Measure measure, List<Point> points, List<Step> changes) {

    /**
     * The figure in one run: the median of its trials.
     *
     * @param run its id
     * @param startedAt ISO-8601 instant
     */
    public record Point(String run, String startedAt, double value) {}

    /**
     * A change of level.
     *
     * @param at place of the first run of the new level, from 0
     * @param ratio geometric mean of the new level over that of the one before
     */
    public record Step(int at, double ratio, double pValue) {}

    private record Key(String adapter, Comparison comparison, Measure measure) {}

    /**
     * The trends of some runs.
     *
     * @param runs in any order
     * @return those figures that at least two runs have, in the order in which they first occur
     */
    public static List<Trend> of(List<RecordedRun> runs) {
        Map<Key, List<Point>> points = new LinkedHashMap<>();
        runs.stream()
                .sorted(Comparator.comparing(run -> run.info().startedAt()))
                .forEach(run -> values(run)
                        .forEach((key, value) -> points.computeIfAbsent(key, unused -> new ArrayList<>())
                                .add(new Point(run.info().id(), run.info().startedAt(), value))));
        return points.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> trend(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Map<Key, Double> values(RecordedRun run) {
        Map<Key, List<Trial>> cells = run.inBlocks().trials().stream()
                .filter(Trial::measured)
                .flatMap(trial -> List.of(Measure.values()).stream()
                        .filter(measure -> measure.of(trial) != null && measure.of(trial) > 0)
                        .map(measure -> Map.entry(new Key(trial.adapter(), Comparison.of(trial), measure), trial)))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        Map<Key, Double> values = new LinkedHashMap<>();
        cells.forEach((key, trials) -> values.put(
                key, Median.of(trials.stream().mapToDouble(key.measure()::of).toArray())));
        return values;
    }

    private static Trend trend(Key key, List<Point> points) {
        double[] logs =
                points.stream().mapToDouble(point -> Math.log(point.value())).toArray();
        List<ChangePoints.Change> found = ChangePoints.of(logs);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            int before = i == 0 ? 0 : found.get(i - 1).at();
            int at = found.get(i).at();
            int end = i + 1 < found.size() ? found.get(i + 1).at() : logs.length;
            double ratio = Math.exp(ChangePoints.mean(logs, at, end) - ChangePoints.mean(logs, before, at));
            steps.add(new Step(at, ratio, found.get(i).pValue()));
        }
        return new Trend(key.adapter(), key.comparison(), key.measure(), points, steps);
    }
}
