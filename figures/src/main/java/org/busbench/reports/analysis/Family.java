package org.busbench.reports.analysis;

import java.util.List;
import java.util.stream.IntStream;
import org.busbench.reports.statistics.Estimate;
import org.busbench.reports.statistics.Holm;

/**
 * Differences that are judged together: the probability of even one false claim among them, over all looks of the run, is
 * at most {@link Verdict#SIGNIFICANCE}.
 *
 * @param shares of that probability that each may spend at its look ({@link org.busbench.reports.statistics.Looks})
 */
record Family(List<Estimate> differences, List<Double> shares) {

    Family {
        differences = List.copyOf(differences);
        shares = List.copyOf(shares);
        if (differences.size() != shares.size()) {
            throw new IllegalArgumentException(differences.size() + " differences have " + shares.size() + " shares");
        }
    }

    /** The judgement on each, in the same order. */
    List<Judgement> judgements() {
        double[] adjusted = Holm.adjusted(IntStream.range(0, differences.size())
                .mapToDouble(i -> Math.min(1, differences.get(i).pValue() / shares.get(i)))
                .toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> new Judgement(
                        adjusted[i],
                        Math.exp(differences
                                .get(i)
                                .detectable(
                                        Verdict.SIGNIFICANCE * shares.get(i) / atOnce(i, adjusted), Verdict.POWER))))
                .toList();
    }

    /** Holm's correction takes those that are claimed away one by one: the others are corrected for what is left. */
    private static long atOnce(int of, double... adjusted) {
        return IntStream.range(0, adjusted.length)
                .filter(i -> i == of || adjusted[i] >= Verdict.SIGNIFICANCE)
                .count();
    }

    /**
     * Of one difference.
     *
     * @param pValue corrected for all differences and looks
     * @param detectable the smallest ratio above 1 that would have been found with {@link Verdict#POWER}
     */
    record Judgement(double pValue, double detectable) {

        /** Of what nothing may be judged by yet. */
        static final Judgement NONE = new Judgement(1, Double.POSITIVE_INFINITY);
    }
}
