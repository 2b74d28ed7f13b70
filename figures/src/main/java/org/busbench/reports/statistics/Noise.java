package org.busbench.reports.statistics;

/**
 * How much a difference varies from pair to pair, and how well that is known.
 *
 * @param degrees degrees of freedom of that variance
 */
public record Noise(double variance, double degrees) {

    public Noise {
        if (!(variance >= 0) || !(degrees > 0)) {
            throw new IllegalArgumentException("no noise: variance " + variance + " with " + degrees + " degrees");
        }
    }

    public static Noise of(PairedSample sample) {
        return new Noise(sample.variance(), sample.degrees());
    }
}
