package org.busbench.harness.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.suite.Repeats;
import org.busbench.record.Purpose;
import org.busbench.record.Trial;

/**
 * The blocks of a run, one after another: those of the plan, then more for comparisons that are still open, until there
 * is none, the budget is spent, or a cell has the highest number of trials. Where the mediators are started anew for each
 * group of blocks, a group that is begun is finished. Used by the run's own thread alone.
 */
final class BlockSequence {

    private final Plan plan;
    private final Verdicts verdicts;
    private final Path runDirectory;
    private final int recorded;
    private final boolean over;
    private final Function<List<Block>, Duration> until;
    private int number;
    private int trials;

    /**
     * From the first block on.
     *
     * @param recorded trials of blocks that stand in the record already: a block that was begun is never refused for want of budget
     * @param over whether the record goes on behind the blocks, so that no more of them begins
     * @param until how much of the budget will be gone when such blocks are over
     */
    BlockSequence(
            Plan plan,
            Verdicts verdicts,
            Path runDirectory,
            int recorded,
            boolean over,
            Function<List<Block>, Duration> until) {
        this.plan = plan;
        this.verdicts = verdicts;
        this.runDirectory = runDirectory;
        this.recorded = recorded;
        this.over = over;
        this.until = until;
    }

    /** The next block, empty when the run is complete. Its trials may be recorded already, where a run is resumed. */
    Optional<Block> next() {
        Repeats repeats = plan.suite().repeats();
        int next = number + 1;
        List<Comparison> all = plan.comparisons();
        if (next <= repeats.blocks()) {
            return Optional.of(block(next, all));
        }
        if (next > repeats.maxBlocks() || (over && trials >= recorded)) {
            return Optional.empty();
        }
        int decidedAt =
                Math.max(repeats.blocks() + 1, next - (next - 1) % plan.suite().blocksTogether());
        Set<Comparison> open = verdicts.open(runDirectory, decidedAt);
        if (open.isEmpty()) {
            return Optional.empty();
        }
        List<Comparison> chosen = all.stream().filter(open::contains).toList();
        boolean begun = recorded > trials || decidedAt < next;
        return begun || fits(next, chosen, repeats) ? Optional.of(block(next, chosen)) : Optional.empty();
    }

    /**
     * The trials of the block before that other programs disturbed, once more; none where the suite fixes how many there are,
     * and none when its budget is spent.
     *
     * @param record all trials until now
     */
    Block again(Block block, List<Trial> record) {
        List<PlannedTrial> due = new ArrayList<>();
        for (PlannedTrial trial : plan.suite().repeats().adaptive() ? block.trials() : List.<PlannedTrial>of()) {
            if (trial.purpose() == Purpose.COMPARISON
                    && record.get(trial.number() - 1).disturbance().isPresent()) {
                due.add(new PlannedTrial(trials + due.size() + 1, block.number(), trial.cell(), trial.purpose()));
            }
        }
        Block again = new Block(block.number(), due);
        // A record that goes on says whether they were made: what is left of the budget may be less by now.
        boolean made = record.size() > trials
                ? record.get(trials).block() == block.number()
                        && record.get(trials).purpose() == Purpose.COMPARISON
                : due.isEmpty() || within(List.of(again));
        trials += made ? due.size() : 0;
        return made ? again : new Block(block.number(), List.of());
    }

    /** A group is begun only when all of it fits. */
    private boolean fits(int next, List<Comparison> comparisons, Repeats repeats) {
        int together = plan.suite().blocksTogether();
        int last = Math.min(repeats.maxBlocks(), next - (next - 1) % together + together - 1);
        List<Block> blocks = IntStream.rangeClosed(next, last)
                .mapToObj(due -> plan.block(due, trials + 1, comparisons))
                .toList();
        return within(blocks);
    }

    private boolean within(List<Block> blocks) {
        return plan.suite()
                .repeats()
                .budget()
                .map(budget -> until.apply(blocks).compareTo(budget) <= 0)
                .orElse(true);
    }

    private Block block(int next, List<Comparison> comparisons) {
        Block block = plan.block(next, trials + 1, comparisons);
        number = next;
        trials += block.trials().size();
        return block;
    }
}
