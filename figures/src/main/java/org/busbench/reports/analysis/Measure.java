package org.busbench.reports.analysis;

import java.util.Collection;
import org.busbench.record.Trial;

/** A figure on which adapters are told apart. */
public enum Measure {
    /** Verified responses per second: more is better. */
    GOODPUT("TPS", "goodput", "faster", "slower") {
        @Override
        public Double of(Trial trial) {
            return trial.result().goodputPerSecond();
        }

        @Override
        public boolean better(double logRatio) {
            return logRatio > 0;
        }
    },
    /** CPU time of the mediator per verified response: less is better. It survives a noisy machine best. */
    CPU("CPU-µs", "CPU time", "cheaper", "dearer") {
        @Override
        public Double of(Trial trial) {
            return trial.use().processes().mediator() == null
                    ? null
                    : trial.use().processes().mediator().cpuMicrosPerMessage();
        }

        @Override
        public boolean better(double logRatio) {
            return logRatio < 0;
        }
    },
    /**
     * Instructions of the mediator per verified response: less is better. It is work, and not time: it tells a program
     * from its next version where no clock can be trusted, but programs differ in how many instructions they do in a
     * second.
     */
    INSTRUCTIONS("instructions", "instructions", "less work", "more work") {
        @Override
        public Double of(Trial trial) {
            return trial.use().processes().mediator() == null
                    ? null
                    : trial.use().processes().mediator().instructionsPerMessage();
        }

        @Override
        public boolean better(double logRatio) {
            return logRatio < 0;
        }
    };

    private final String title;
    private final String label;
    private final String better;
    private final String worse;

    Measure(String title, String label, String better, String worse) {
        this.title = title;
        this.label = label;
        this.better = better;
        this.worse = worse;
    }

    /**
     * The figure of a trial.
     *
     * @return null when it has none
     */
    public abstract Double of(Trial trial);

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

    /**
     * Whether a difference speaks for the adapter.
     *
     * @param logRatio logarithm of adapter over baseline, or of after over before
     */
    public abstract boolean better(double logRatio);

    /**
     * The figure's name and unit, short enough for a table.
     *
     * @return {@code TPS}: verified responses per second; {@code CPU-µs}, {@code instructions}: of the mediator, for each of
     *     them
     */
    public String title() {
        return title;
    }

    /**
     * What it is called in a sentence.
     *
     * @return for example {@code CPU time}
     */
    public String label() {
        return label;
    }

    /**
     * A verdict in the words of this figure.
     *
     * @return for example {@code slower}, or {@code dearer}
     */
    public String word(Verdict verdict) {
        return switch (verdict) {
            case FASTER -> better;
            case SLOWER -> worse;
            case TIE -> "tie";
            case OPEN -> "open";
        };
    }
}
