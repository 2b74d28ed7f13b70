package org.busbench.reports.analysis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.record.Suite;
import org.busbench.reports.statistics.Interval;

/**
 * The second of a pair over the first by one figure, from duets: both were under load at the same time.
 *
 * @param comparison a cell, or the mean over all cells of the pair
 * @param forks the units of all that follows, at least one: what two processes have of their own counts once. Of a mean each has
 *     the ratios of its cells in the place of stretches
 * @param lost duets of the pair in which one side has no figure, or too few stretches
 * @param ratio geometric mean over the forks
 * @param interval 95 %, of this ratio alone, over all looks of the run; empty with one fork
 * @param pValue corrected for all duets of the run (Holm) and for its looks, means apart from cells; 1 where nothing may be judged yet
 * @param detectable the smallest ratio above 1 that would have been found nine times out of ten; infinite where nothing
 *     may be judged yet
 * @param verdict what may be said of the second: the duet's own verdict, but that of the solo trials where the duet
 *     interferes, and open where the copies of the sitting do not bear the figure out
 * @param basis what that rests on
 * @param solo the same pair from trials of one at a time, where the run has them
 * @param cells of a mean, how far its cells differ from one another
 */
public record DuetContrast(
        Measure measure,
        Comparison comparison,
        Suite.Pair pair,
        List<Fork> forks,
        int lost,
        double ratio,
        Optional<Interval> interval,
        double pValue,
        double detectable,
        Verdict verdict,
        Basis basis,
        Optional<Contrast> solo,
        Optional<CellSpread> cells) {

    /** The basis of the verdict on a pair (run rule 36). */
    public enum Basis {
        /** Both are of one product, so that what a neighbour costs them is alike: the duet decides. */
        SAME_PRODUCT("one product: the duet decides"),
        /** They are of different products, and the solo trials of the run do not contradict: the duet decides. */
        CONFIRMED("solo trials of the run agree"),
        /** They are of different products, and the solo trials contradict beyond chance: these decide. */
        INTERFERES("interferes: solo trials of the run contradict, and decide"),
        /** They are of different products, and nothing in the run says whether they interfere. */
        UNCONFIRMED("different products, and no solo trials to hold it against"),
        /** The copies of the sitting differ by this figure beyond chance, and may differ by as much: there is no verdict. */
        BIASED("a copy may differ by as much from its original here: no verdict"),
        /** A figure by which neighbours hinder each other, and no copies in the run say how much: there is no verdict. */
        UNCHECKED("no copies in the run say what it is worth: no verdict");

        private final String words;

        Basis(String words) {
            this.words = words;
        }

        /** It in a few words, for example {@code solo trials of the run agree}. */
        public String words() {
            return words;
        }
    }

    /**
     * The duets of one pair of processes: a unit of what is judged.
     *
     * @param unit number of the process of either side, {@code first/second}; the block where no process was started anew
     * @param ratio geometric middle of its stretches, each dealing with the same weight
     */
    public record Fork(String unit, double ratio, List<Stretch> stretches) {

        /** The whole of it, as one of the cells of a mean. */
        Stretch asStretch(int place) {
            Stretch last = stretches.get(stretches.size() - 1);
            return new Stretch(last.block, last.trial, place, last.secondFirst, ratio);
        }
    }

    /**
     * One of the short windows.
     *
     * @param trial number of the first side's
     * @param place from 1, in that trial
     * @param secondFirst whether the first client was the second's
     * @param ratio of the second over the first
     */
    public record Stretch(int block, int trial, int place, boolean secondFirst, double ratio) {}

    /**
     * The interaction of a pair with the cells: by how much its ratio differs from cell to cell.
     *
     * @param deviation standard deviation of the logarithm of the ratio, beyond what noise explains
     * @param pValue how improbable it is without any difference between cells
     */
    public record CellSpread(double deviation, double pValue) {

        boolean beyondChance() {
            return pValue < Verdict.SIGNIFICANCE;
        }
    }

    /** Whether more forks could decide it, or have: neither solo trials nor the copies of the sitting speak against it. */
    public boolean trusted() {
        return switch (basis) {
            case SAME_PRODUCT, CONFIRMED, UNCONFIRMED -> true;
            case INTERFERES, BIASED, UNCHECKED -> false;
        };
    }

    /** Held against the copies of the sitting, which are among all its duets (run rule 37). */
    DuetContrast heldAgainstCopies(List<DuetContrast> all) {
        if (ofCopies() || !trusted()) {
            return this;
        }
        List<DuetContrast> copies = all.stream()
                .filter(one -> one.ofCopies() && one.measure == measure && one.comparison.equals(comparison))
                .toList();
        double bias = copies.stream().mapToDouble(DuetContrast::bias).max().orElse(0);
        if (bias > 0 && Math.abs(Math.log(ratio)) <= bias) {
            return undecided(Basis.BIASED);
        }
        return copies.isEmpty() && measure != Measure.CPU ? undecided(Basis.UNCHECKED) : this;
    }

    /** How far the sides may differ that should not, as a logarithm: the far end of the interval; 0 where nothing was found. */
    private double bias() {
        boolean found = verdict == Verdict.FASTER || verdict == Verdict.SLOWER;
        return found && interval.isPresent()
                ? Math.max(
                        Math.abs(Math.log(interval.get().low())),
                        Math.abs(Math.log(interval.get().high())))
                : 0;
    }

    private DuetContrast undecided(Basis why) {
        return new DuetContrast(
                measure,
                comparison,
                pair,
                forks,
                lost,
                ratio,
                interval,
                pValue,
                detectable,
                Verdict.OPEN,
                why,
                solo,
                cells);
    }

    /** Whether the pair is a mediator and its copy: what is found there is the bias and the noise of the sitting. */
    public boolean ofCopies() {
        return pair.second().equals(pair.first() + "-copy");
    }

    /** The same as a contrast of two adapters, for what counts verdicts whatever they come from. */
    public Contrast asContrast() {
        List<Integer> blocks = forks.stream()
                .flatMap(fork -> fork.stretches().stream().map(Stretch::block))
                .distinct()
                .sorted()
                .toList();
        return new Contrast(
                measure,
                comparison,
                pair.second(),
                pair.first(),
                blocks,
                forks.size(),
                ratio,
                interval,
                pValue,
                detectable,
                verdict,
                List.of());
    }

    /**
     * What a mean is about; or why an interval on one side of zero is no difference, without a full stop; empty where the verdict is
     * what the interval suggests, or the basis says why not.
     */
    public Optional<String> explanation() {
        if (cells.isPresent()) {
            return cells.map(spread -> String.format(
                    Locale.ROOT,
                    "%s of %s, %s: true of these cells together, of no single one; %s (%.0f %% standard deviation, p %.2g)",
                    measure.label(),
                    pair.second(),
                    comparison.words(),
                    spread.beyondChance()
                            ? "the cells differ from one another"
                            : "the cells do not differ from one another beyond chance",
                    Math.expm1(spread.deviation) * 100,
                    spread.pValue));
        }
        boolean undecided = verdict == Verdict.TIE || verdict == Verdict.OPEN;
        return interval.filter(range -> undecided && trusted() && !tooFew() && !range.contains(1))
                .map(range -> measure.label() + " of " + pair.second() + ", " + comparison.words() + ": "
                        + measure.word(verdict)
                        + " although zero lies outside the interval, which is of this figure alone; of all duets of"
                        + " the run together one may lie so far off by chance");
    }

    /** Whether too little was measured for any verdict. */
    public boolean tooFew() {
        return Double.isInfinite(detectable);
    }
}
