package org.busbench.reports.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * The Universal Scalability Law (Gunther 2007, Guerrilla Capacity Planning, chapter 4): throughput at load N is
 * {@code lambda N / (1 + sigma (N - 1) + kappa N (N - 1))}. Sigma tells a serialised component from a slow one; kappa is
 * what makes throughput fall again.
 *
 * @param lambda throughput of one client alone, in the unit of the throughput
 * @param sigma contention: the share of work that is done one after another
 * @param rSquared part of the variation that the law explains, at most 1
 */
public record ScalabilityLaw(double lambda, double sigma, double kappa, double rSquared) {

    /** Three coefficients need one point more to be tested by. */
    public static final int FEWEST_POINTS = 4;

    private static final int MOST_STEPS = 2000;

    /**
     * Fits the law by least squares (Levenberg-Marquardt), with sigma and kappa from 0 up; empty with fewer than four
     * levels, or when no fit is found.
     */
    public static Optional<ScalabilityLaw> fit(double[] loads, double[] throughputs) {
        if (Arrays.stream(loads).distinct().count() < FEWEST_POINTS) {
            return Optional.empty();
        }
        return solve(loads, throughputs, true, true)
                .flatMap(free -> free.sigma < 0 || free.kappa < 0 ? bounded(loads, throughputs) : Optional.of(free));
    }

    /** The best fit on the edges of what is allowed. */
    private static Optional<ScalabilityLaw> bounded(double[] loads, double[] throughputs) {
        return Stream.of(
                        solve(loads, throughputs, true, false),
                        solve(loads, throughputs, false, true),
                        solve(loads, throughputs, false, false))
                .flatMap(Optional::stream)
                .filter(law -> law.sigma >= 0 && law.kappa >= 0)
                .max(Comparator.comparingDouble(ScalabilityLaw::rSquared));
    }

    private static Optional<ScalabilityLaw> solve(double[] n, double[] x, boolean sigma, boolean kappa) {
        double scale = Arrays.stream(x).max().orElse(0);
        if (!(scale > 0)) {
            return Optional.empty();
        }
        double start = 0;
        for (int i = 0; i < n.length; i++) {
            start = Math.max(start, x[i] / n[i] / scale);
        }
        double[] relative = Arrays.stream(x).map(value -> value / scale).toArray();
        try {
            Optimum optimum = new LevenbergMarquardtOptimizer()
                    .optimize(new LeastSquaresBuilder()
                            .start(new double[] {start, sigma ? 0.1 : 0, kappa ? 0.001 : 0})
                            .model(point -> model(n, point, sigma, kappa))
                            .target(relative)
                            .maxEvaluations(MOST_STEPS)
                            .maxIterations(MOST_STEPS)
                            .build());
            RealVector found = optimum.getPoint();
            return Optional.of(new ScalabilityLaw(
                    found.getEntry(0) * scale,
                    sigma ? found.getEntry(1) : 0,
                    kappa ? found.getEntry(2) : 0,
                    1 - optimum.getResiduals().dotProduct(optimum.getResiduals()) / total(relative)));
        } catch (MathRuntimeException noFit) {
            return Optional.empty();
        }
    }

    private static Pair<RealVector, RealMatrix> model(double[] n, RealVector point, boolean sigma, boolean kappa) {
        double lambda = point.getEntry(0);
        double contention = sigma ? point.getEntry(1) : 0;
        double coherency = kappa ? point.getEntry(2) : 0;
        RealVector values = new ArrayRealVector(n.length);
        RealMatrix slopes = new Array2DRowRealMatrix(n.length, 3);
        for (int i = 0; i < n.length; i++) {
            double below = 1 + contention * (n[i] - 1) + coherency * n[i] * (n[i] - 1);
            double value = lambda * n[i] / below;
            values.setEntry(i, value);
            slopes.setEntry(i, 0, n[i] / below);
            slopes.setEntry(i, 1, sigma ? -value * (n[i] - 1) / below : 0);
            slopes.setEntry(i, 2, kappa ? -value * n[i] * (n[i] - 1) / below : 0);
        }
        return new Pair<>(values, slopes);
    }

    private static double total(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    /** The load with most throughput; empty when throughput never falls. */
    public Optional<Double> peak() {
        return kappa > 0 && sigma < 1 ? Optional.of(Math.sqrt((1 - sigma) / kappa)) : Optional.empty();
    }
}
