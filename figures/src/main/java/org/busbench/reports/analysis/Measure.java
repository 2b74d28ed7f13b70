package org.busbench.reports.analysis;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.busbench.record.Duet;
import org.busbench.record.ProcessUse;
import org.busbench.record.Trial;

/** A figure on which adapters are told apart. */
public enum Measure {
    /** Verified responses per second: more is better. */
    GOODPUT(
            "TPS",
            "goodput",
            "faster",
            "slower",
            trial -> trial.result().goodputPerSecond(),
            one -> one.verified() * 1e3 / (one.endMillis() - one.startMillis())),
    /** CPU time of the mediator per verified response: less is better. It survives a noisy machine best. */
    CPU(
            "CPU-µs",
            "CPU time",
            "cheaper",
            "dearer",
            ofMediator(ProcessUse::cpuMicrosPerMessage),
            one -> one.cpuMicros() == null || one.verified() == 0
                    ? null
                    : (Double) ((double) one.cpuMicros() / one.verified())),
    /**
     * Instructions of the mediator per verified response: less is better. It is work, and not time: it tells a program
     * from its next version where no clock can be trusted, but programs differ in how many instructions they do in a
     * second.
     */
    INSTRUCTIONS(
            "instructions",
            "instructions",
            "less work",
            "more work",
            ofMediator(ProcessUse::instructionsPerMessage),
            one -> null),
    /** Median latency in the closed loop of duets: less is better. Trials of one at a time are not told apart by it. */
    LATENCY("p50", "median latency", "quicker", "later", trial -> null, Duet.Stretch::p50Micros);

    /** Those of which a duet gives the ratio of its two sides: none of them is a figure of either side alone. */
    public static final List<Measure> OF_DUETS = List.of(CPU, GOODPUT, LATENCY);

    private final String title;
    private final String label;
    private final String better;
    private final String worse;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Function<Trial, Double> figure;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Function<Duet.Stretch, Double> ofStretch;

    Measure(
            String title,
            String label,
            String better,
            String worse,
            Function<Trial, Double> figure,
            Function<Duet.Stretch, Double> ofStretch) {
        this.title = title;
        this.label = label;
        this.better = better;
        this.worse = worse;
        this.figure = figure;
        this.ofStretch = ofStretch;
    }

    private static Function<Trial, Double> ofMediator(Function<ProcessUse, Double> figure) {
        return trial -> {
            ProcessUse mediator = trial.use().processes().mediator();
            return mediator == null ? null : figure.apply(mediator);
        };
    }

    /** The figure of a trial; null when it has none. */
    public Double of(Trial trial) {
        return figure.apply(trial);
    }

    /** The figure of one side of a duet in one stretch; null or 0 when it has none. */
    Double of(Duet.Stretch stretch) {
        return ofStretch.apply(stretch);
    }

    /**
     * Whether adapters may be told apart by it. A figure of resources does not count when one of the cell's trials lacks it:
     * the other trials would speak for that one.
     *
     * @param trials of one cell
     */
    public boolean isKnown(Collection<Trial> trials) {
        return this == GOODPUT
                || trials.stream().allMatch(trial -> trial.use().processes().notMeasured() == null);
    }

    /** Whether a difference speaks for the adapter: the logarithm of adapter over baseline, or of after over before. */
    public boolean better(double logRatio) {
        return this == GOODPUT ? logRatio > 0 : logRatio < 0;
    }

    /** The figure's name and unit, short enough for a table: {@code TPS}, {@code CPU-µs} or {@code instructions}. */
    public String title() {
        return title;
    }

    /** What it is called in a sentence, for example {@code CPU time}. */
    public String label() {
        return label;
    }

    /** A verdict in the words of this figure, for example {@code slower}, or {@code dearer}. */
    public String word(Verdict verdict) {
        return verdict.word(better, worse);
    }
}
