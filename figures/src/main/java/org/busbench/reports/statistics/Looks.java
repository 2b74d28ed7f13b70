package org.busbench.reports.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * When a run that goes on until it is decided may decide, and at which part of the accepted probability of a false claim.
 * Repeated looks at the same growing data find something by chance sooner or later, and a rule that stops where the data
 * look sharp stops where their noise is underestimated. So the looks are fixed beforehand, and each spends a part of the
 * probability that no other look spends again (Lan and DeMets 1983, Biometrika 70, 659). The parts are added up as if the
 * looks had nothing in common, which is never too little: it holds for Student's t with few degrees of freedom, for every
 * dependence, and whatever the reason to stop at one of them was.
 *
 * <p>The first look comes after the least number of blocks, and each further one when they have grown by half. A look
 * spends half of what is left, the last possible one all of it. A run of a fixed length has one look.
 *
 * @param blocks after which there is a look, rising, at least one
 */
public record Looks(List<Integer> blocks) {

    private static final double GROWTH = 1.5;

    /** Refuses looks without an order. */
    public Looks {
        blocks = List.copyOf(blocks);
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i) <= (i == 0 ? 0 : blocks.get(i - 1))) {
                throw new IllegalArgumentException("no rising looks: " + blocks);
            }
        }
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("no look");
        }
    }

    /**
     * Those of a run.
     *
     * @param least blocks that it has in any case
     * @param most blocks that it may have
     * @param together blocks of one fork, which are never parted; 1 where each block stands alone
     */
    public static Looks of(int least, int most, int together) {
        List<Integer> blocks = new ArrayList<>();
        int next = least;
        while (next < most) {
            blocks.add(next);
            int grown = (int) Math.ceil(next * GROWTH - 1e-9);
            next = (grown + together - 1) / together * together;
        }
        blocks.add(Math.max(least, most));
        return new Looks(blocks);
    }

    /**
     * What may be spent on data that reach so far: the part of the look that is due at these blocks, or of the next one,
     * where a run ended between two.
     *
     * @param reached number of the last block
     * @return a part of 1; over all looks they add up to 1
     */
    public double share(int reached) {
        double share = 1;
        for (int i = 0; i < blocks.size() - 1; i++) {
            share /= 2;
            if (reached <= blocks.get(i)) {
                return share;
            }
        }
        return share;
    }

    /**
     * The last look that such data have passed.
     *
     * @param reached number of the last block
     * @return number of a block; {@code reached} itself before the first look
     */
    public int latest(int reached) {
        return blocks.stream()
                .filter(block -> block <= reached)
                .reduce((first, second) -> second)
                .orElse(reached);
    }
}
