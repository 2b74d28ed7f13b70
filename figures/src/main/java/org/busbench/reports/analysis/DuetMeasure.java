package org.busbench.reports.analysis;

import org.busbench.record.Duet;

/** A figure of which a duet gives the ratio of its two sides. None of them is a figure of either side alone. */
public enum DuetMeasure {
    /** CPU time of the mediator per verified response: less is better. */
    CPU("CPU-µs", "CPU time", "cheaper", "dearer") {
        @Override
        Double of(Duet.Stretch stretch) {
            return stretch.cpuMicros() == null || stretch.verified() == 0
                    ? null
                    : (Double) ((double) stretch.cpuMicros() / stretch.verified());
        }
    },
    /** Verified responses per second, of two that share the machine: more is better. */
    GOODPUT("goodput", "goodput", "faster", "slower") {
        @Override
        Double of(Duet.Stretch stretch) {
            return stretch.verified() * 1e3 / (stretch.endMillis() - stretch.startMillis());
        }

        @Override
        boolean better(double logRatio) {
            return logRatio > 0;
        }
    },
    /** Median latency in the closed loop: less is better. */
    LATENCY("p50", "median latency", "quicker", "later") {
        @Override
        Double of(Duet.Stretch stretch) {
            return stretch.p50Micros();
        }
    };

    private final String title;
    private final String label;
    private final String better;
    private final String worse;

    DuetMeasure(String title, String label, String better, String worse) {
        this.title = title;
        this.label = label;
        this.better = better;
        this.worse = worse;
    }

    /** The figure of one side in one stretch; null or 0 when it has none. */
    abstract Double of(Duet.Stretch stretch);

    /** Whether a difference speaks for the second of a pair. */
    boolean better(double logRatio) {
        return logRatio < 0;
    }

    /**
     * The figure's name, short enough for a table.
     *
     * @return for example {@code CPU-µs}
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
     * A verdict on the second of a pair in the words of this figure.
     *
     * @return for example {@code dearer}
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
