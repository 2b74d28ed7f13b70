package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.busbench.record.Calibration;
import org.busbench.record.Calibration.Subject;
import org.busbench.record.RecordedRun;

/**
 * How goodput goes with the number of injectors that make one and the same load together, each on a host of its own.
 *
 * @param subject what was loaded; its number of injectors is that of the first level
 * @param levels by rising number of injectors, from one
 */
public record EnoughInjectors(Subject subject, List<Level> levels) {

    /** A gain below this share changes nothing. */
    public static final double NOTHING = 0.05;

    /**
     * Loads by the same number of injectors, in the order of time.
     *
     * @param loads at least one
     */
    public record Level(int injectors, List<Calibration.Result> loads) {

        /** The mean of the loads. */
        public double goodputPerSecond() {
            return loads.stream()
                    .mapToDouble(Calibration.Result::goodputPerSecond)
                    .average()
                    .orElseThrow();
        }

        /** The largest difference of the loads, as a share of their mean. */
        double spread() {
            var goodput = loads.stream()
                    .mapToDouble(Calibration.Result::goodputPerSecond)
                    .summaryStatistics();
            return goodput.getMax() == 0 ? 0 : (goodput.getMax() - goodput.getMin()) / goodputPerSecond();
        }
    }

    /** One for each adapter on whose hosts the injectors were calibrated; empty for a run on one machine. */
    public static List<EnoughInjectors> of(RecordedRun run) {
        Map<List<Object>, Subject> subjects = new LinkedHashMap<>();
        Map<List<Object>, Map<Integer, List<Calibration.Result>>> found = new LinkedHashMap<>();
        for (Calibration line : run.calibrations()) {
            Subject subject = line.subject();
            if (subject.injectors() != null) {
                List<Object> key = List.of(subject.adapter(), subject.payload(), subject.concurrency());
                subjects.putIfAbsent(key, subject);
                found.computeIfAbsent(key, any -> new TreeMap<>())
                        .computeIfAbsent(subject.injectors(), any -> new ArrayList<>())
                        .add(line.result());
            }
        }
        List<EnoughInjectors> all = new ArrayList<>();
        found.forEach((key, levels) -> all.add(new EnoughInjectors(
                subjects.get(key),
                levels.entrySet().stream()
                        .map(level -> new Level(level.getKey(), level.getValue()))
                        .toList())));
        return all;
    }

    /** The lowest level to which one more injector adds nothing; empty when each added something, or it is not known. */
    private OptionalInt enoughLevel() {
        return noisy() != null
                ? OptionalInt.empty()
                : IntStream.range(0, levels.size() - 1)
                        .filter(level -> gain(level) <= NOTHING)
                        .findFirst();
    }

    /** The gain of one injector more over a level, as a share. */
    private double gain(int level) {
        double before = levels.get(level).goodputPerSecond();
        return before == 0 ? Double.POSITIVE_INFINITY : levels.get(level + 1).goodputPerSecond() / before - 1;
    }

    /** The level whose loads differ most, when that hides what an injector adds; null when none does. */
    private Level noisy() {
        Level worst = null;
        for (Level level : levels) {
            if (level.spread() > NOTHING && (worst == null || level.spread() > worst.spread())) {
                worst = level;
            }
        }
        return worst;
    }

    /** The answer, without a full stop. */
    public String sentence() {
        String load = subject.adapter() + ", " + subject.payload() + ", " + subject.concurrency() + " clients: ";
        OptionalInt enough = enoughLevel();
        if (enough.isPresent()) {
            int injectors = levels.get(enough.getAsInt()).injectors();
            return load + injectors(injectors) + (injectors == 1 ? " is" : " are") + " enough; one more changes TPS by "
                    + percent(gain(enough.getAsInt()));
        }
        Level noisy = noisy();
        if (noisy != null) {
            return load + "it cannot be told how many injectors are enough; two loads by "
                    + injectors(noisy.injectors()) + " differ by "
                    + percent(noisy.spread()).substring(1) + ": measure longer, on machines that do nothing else";
        }
        return levels.size() == 1
                ? load + "one number of injectors tells nothing"
                : load + injectors(levels.get(levels.size() - 1).injectors())
                        + " are not shown to be enough; the last one" + " changed TPS by "
                        + percent(gain(levels.size() - 2)) + ": add a host";
    }

    private static String injectors(int count) {
        return count == 1 ? "1 injector" : count + " injectors";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }
}
