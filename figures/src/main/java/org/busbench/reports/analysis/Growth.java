package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.busbench.record.Adapter;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;
import org.busbench.reports.statistics.MannKendall;
import org.busbench.reports.statistics.TheilSen;

/**
 * Whether a mediator grows with the messages that it handles: resident memory, threads, descriptors, connections to the
 * backend. A process may well grow until it has reached its working size, so growth counts only when it is beyond
 * chance, large, and in the second half no slower than half as fast as in the first. A JVM touches the pages of its heap
 * little by little, so that its memory grows for long without a leak: its memory counts only beyond the heap that it was
 * given, and of the heap only what is left after full collections.
 */
final class Growth {

    private static final String MEMORY = "memory";
    private static final String MAX_HEAP = "-XX:MaxHeapSize=";
    private static final double SIGNIFICANCE = 0.01;
    private static final double NOTABLE = 0.05;
    /** Caches of what is rare fill slowly. */
    private static final double NOTABLE_HEAP = 0.1;
    /** Fewer samples cannot be beyond chance and steady. */
    static final int FEWEST = 8;

    /**
     * What may grow.
     *
     * @param of the value of a sample; NaN when it was not read
     */
    private record Size(String name, String unit, double least, ToDoubleFunction<ProcessUse.Sample> of) {}

    private static final List<Size> SIZES = List.of(
            new Size(MEMORY, " bytes", 16L << 20, sample -> (double) sample.rssBytes()),
            new Size("threads", "", 5, ProcessUse.Sample::threads),
            new Size("descriptors", "", 16, sample -> orNotRead(sample.descriptors())),
            new Size("backend connections", "", 16, sample -> orNotRead(sample.connections())));

    /** Memory that a process may fill without a word, in bytes: a JVM's heap. */
    private final long heapBytes;

    Growth(long heapBytes) {
        this.heapBytes = heapBytes;
    }

    /** The growth of memory that is possible for an adapter with the flags it ran with. */
    static Growth of(Adapter adapter) {
        return new Growth(adapter.process().jvmFlags().stream()
                .filter(flag -> flag.startsWith(MAX_HEAP))
                .mapToLong(flag -> Long.parseLong(flag.substring(MAX_HEAP.length())))
                .findFirst()
                .orElse(0));
    }

    List<String> within(Trial trial) {
        ProcessUse mediator = trial.use().processes().mediator();
        if (mediator == null
                || mediator.samples().size() < FEWEST
                || trial.result().goodputPerSecond() == null) {
            return List.of();
        }
        List<ProcessUse.Sample> samples = mediator.samples();
        double[] messages = samples.stream()
                .mapToDouble(sample -> verifiedBefore(sample.second(), trial))
                .toArray();
        List<String> found = new ArrayList<>();
        for (Size size : SIZES) {
            double[] values = samples.stream().mapToDouble(size.of()).toArray();
            if (size.name().equals(MEMORY) && withinHeap(values)) {
                continue;
            }
            perMessage(messages, values, size.least())
                    .ifPresent(slope -> found.add(sentence(size.name(), size.unit(), slope, "within a trial")));
        }
        return found;
    }

    /** Messages of the window until a second, by its series where it reaches so far: a machine has fast and slow seconds. */
    private static double verifiedBefore(double second, Trial trial) {
        if (second > trial.result().series().size()) {
            return second * trial.result().goodputPerSecond();
        }
        return trial.result().series().stream()
                .filter(entry -> entry.second() < second)
                .mapToDouble(entry -> (double) entry.verified())
                .sum();
    }

    /** The growth from trial to trial of one process, in their order. */
    List<String> across(List<Trial> trials) {
        List<Trial> sized = trials.stream()
                .filter(trial -> trial.use().processes().mediator() != null)
                .toList();
        if (sized.size() < FEWEST) {
            return List.of();
        }
        double[] messages = sized.stream()
                .mapToDouble(trial -> trial.proof().totals() == null
                        ? trial.result().verified()
                        : trial.proof().totals().verified())
                .toArray();
        Arrays.parallelPrefix(messages, Double::sum);
        List<ProcessUse> uses =
                sized.stream().map(trial -> trial.use().processes().mediator()).toList();
        double[] memory = uses.stream().mapToDouble(ProcessUse::rssBytes).toArray();
        double[] threads = uses.stream().mapToDouble(ProcessUse::threads).toArray();
        double[] heap = uses.stream()
                .mapToDouble(use ->
                        use.gc() == null ? Double.NaN : orNotRead(use.gc().liveBytes()))
                .toArray();
        List<String> found = new ArrayList<>();
        if (!withinHeap(memory)) {
            perMessage(messages, memory, 64L << 20)
                    .ifPresent(slope -> found.add(sentence(MEMORY, " bytes", slope, "from trial to trial")));
        }
        perMessage(messages, heap, Math.max(4L << 20, NOTABLE_HEAP * heap[0]))
                .ifPresent(slope ->
                        found.add(sentence("heap", " bytes", slope, "from trial to trial, after full collections")));
        perMessage(messages, threads, 8)
                .ifPresent(slope -> found.add(sentence("threads", "", slope, "from trial to trial")));
        return found;
    }

    private boolean withinHeap(double[] memory) {
        return memory[memory.length - 1] <= heapBytes;
    }

    /** The slope, when it is a leak. */
    private static Optional<Double> perMessage(double[] messages, double[] values, double least) {
        if (Arrays.stream(values).anyMatch(Double::isNaN) || messages[0] == messages[messages.length - 1]) {
            return Optional.empty();
        }
        double slope = TheilSen.slope(messages, values);
        double total = slope * (messages[messages.length - 1] - messages[0]);
        if (total < Math.max(least, NOTABLE * values[0])) {
            return Optional.empty();
        }
        MannKendall trend = MannKendall.of(messages, values);
        int half = values.length / 2;
        double first = TheilSen.slope(Arrays.copyOf(messages, half), Arrays.copyOf(values, half));
        double second = TheilSen.slope(
                Arrays.copyOfRange(messages, half, messages.length), Arrays.copyOfRange(values, half, values.length));
        boolean goesOn = second > 0 && second >= first / 2;
        return trend.score() > 0 && trend.pValue() < SIGNIFICANCE && goesOn ? Optional.of(slope) : Optional.empty();
    }

    private static double orNotRead(Number count) {
        return count == null ? Double.NaN : count.doubleValue();
    }

    private static String sentence(String name, String unit, double slope, String where) {
        String format = slope >= 100 ? "%s grow%s by %,.0f%s a message %s" : "%s grow%s by %.2g%s a message %s";
        return String.format(Locale.ROOT, format, name, name.endsWith("s") ? "" : "s", slope, unit, where);
    }
}
