package org.busbench.reports.analysis;

import org.busbench.reports.run.Trial;

/** A figure on which adapters are told apart. */
public enum Measure {
    /** Verified responses per second: more is better. */
    GOODPUT("faster", "slower") {
        @Override
        Double of(Trial trial) {
            return trial.goodputPerSecond();
        }

        @Override
        boolean better(double logRatio) {
            return logRatio > 0;
        }
    },
    /** CPU time of the mediator per verified response: less is better. It survives a noisy machine best. */
    CPU("cheaper", "dearer") {
        @Override
        Double of(Trial trial) {
            return trial.processes().mediator() == null
                    ? null
                    : trial.processes().mediator().cpuMicrosPerMessage();
        }

        @Override
        boolean better(double logRatio) {
            return logRatio < 0;
        }
    };

    private final String better;
    private final String worse;

    Measure(String better, String worse) {
        this.better = better;
        this.worse = worse;
    }

    /** The figure of a trial, null when it has none. */
    abstract Double of(Trial trial);

    /** Whether a logarithm of adapter over baseline speaks for the adapter. */
    abstract boolean better(double logRatio);

    /**
     * A verdict in the words of this figure.
     *
     * @param verdict what was found
     * @return for example {@code slower}, or {@code dearer}
     */
    public String word(Verdict verdict) {
        return switch (verdict) {
            case FASTER -> better;
            case SLOWER -> worse;
            case TIE -> "tie";
            case UNDECIDED -> "open";
        };
    }
}
