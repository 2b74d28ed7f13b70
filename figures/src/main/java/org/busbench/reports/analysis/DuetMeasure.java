package org.busbench.reports.analysis;

import java.util.function.Function;
import org.busbench.record.Duet.Stretch;

/** A figure of which a duet gives the ratio of its two sides. None of them is a figure of either side alone. */
public enum DuetMeasure {
    /** CPU time of the mediator per verified response: less is better. */
    CPU(
            "CPU-µs",
            "CPU time",
            "cheaper",
            "dearer",
            one -> one.cpuMicros() == null || one.verified() == 0
                    ? null
                    : (Double) ((double) one.cpuMicros() / one.verified())),
    /** Verified responses per second, of two that share the machine: more is better. */
    GOODPUT(
            "goodput",
            "goodput",
            "faster",
            "slower",
            one -> one.verified() * 1e3 / (one.endMillis() - one.startMillis())),
    /** Median latency in the closed loop: less is better. */
    LATENCY("p50", "median latency", "quicker", "later", Stretch::p50Micros);

    private final String title;
    private final String label;
    private final String better;
    private final String worse;

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Function<Stretch, Double> figure;

    DuetMeasure(String title, String label, String better, String worse, Function<Stretch, Double> figure) {
        this.title = title;
        this.label = label;
        this.better = better;
        this.worse = worse;
        this.figure = figure;
    }

    /** The figure of one side in one stretch; null or 0 when it has none. */
    Double of(Stretch stretch) {
        return figure.apply(stretch);
    }

    /** Whether a difference speaks for the second of a pair. */
    boolean better(double logRatio) {
        return this == GOODPUT ? logRatio > 0 : logRatio < 0;
    }

    /** The figure's name, short enough for a table, for example {@code CPU-µs}. */
    public String title() {
        return title;
    }

    /** What it is called in a sentence, for example {@code CPU time}. */
    public String label() {
        return label;
    }

    /** A verdict on the second of a pair in the words of this figure, for example {@code dearer}. */
    public String word(Verdict verdict) {
        return verdict.word(better, worse);
    }
}
