package org.busbench.harness.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.LoadShape.Duets;
import org.busbench.harness.suite.Repeats;
import org.busbench.harness.suite.Suite;
import org.busbench.record.Purpose;

/**
 * What a run measures, in which order. A block visits every cell of the comparisons in it once. The cells of one
 * comparison follow each other directly, so that they meet the same machine; the order of the comparisons, and of the
 * adapters within each, is shuffled by the suite's seed and the block's number alone, so that no adapter always goes
 * first and a resumed run finds the order again. Each second block runs the one before it backwards (A B, then B A): a
 * machine that grows slower or faster steadily favours no adapter in the two together. Equal plans give equal blocks.
 *
 * @param adapters names of those that are available, in the suite's order
 */
public record Plan(Suite suite, List<String> adapters) {

    public Plan {
        adapters = List.copyOf(adapters);
    }

    /** What is compared, in the order of the suite's scenarios, payloads, and levels of load. */
    public List<Comparison> comparisons() {
        List<Comparison> comparisons = new ArrayList<>();
        for (Scenario scenario : suite.scenarios()) {
            for (String payload : suite.payloads(scenario)) {
                for (int concurrency : suite.concurrency()) {
                    for (Integer rate : rates()) {
                        comparisons.add(new Comparison(scenario.name(), payload, concurrency, rate));
                    }
                }
            }
        }
        comparisons.removeIf(comparison -> together(comparison).isEmpty());
        return comparisons;
    }

    private boolean measures(Comparison comparison, String adapter) {
        return suite.measures(adapter, comparison.scenario(), comparison.payload(), comparison.concurrency());
    }

    /**
     * Where a rate is sought or set by the run itself: after the blocks, on each scenario and size.
     *
     * @return comparisons over the connections that carry such a rate, still without one
     */
    public List<Comparison> searched() {
        int connections = suite.load().open() ? Collections.max(suite.concurrency()) : LoadShape.OPEN_CONNECTIONS;
        List<Comparison> searched = new ArrayList<>();
        for (Scenario scenario : suite.scenarios()) {
            for (String payload : suite.payloads(scenario)) {
                searched.add(new Comparison(scenario.name(), payload, connections, null));
            }
        }
        return searched;
    }

    /** The adapters that are under load at the same time: each alone, and the pairs of duets of which both are available. */
    private List<List<String>> together(Comparison comparison) {
        Stream<List<String>> alone = suite.load().duets().map(Duets::solo).orElse(true)
                ? adapters.stream().map(List::of)
                : Stream.empty();
        Stream<List<String>> pairs = suite.load().duets().map(Duets::pairs).orElse(List.of()).stream()
                .map(pair -> List.of(pair.first(), pair.second()))
                .filter(adapters::containsAll);
        return Stream.concat(alone, pairs)
                .filter(sides -> sides.stream().allMatch(adapter -> measures(comparison, adapter)))
                .toList();
    }

    private List<Integer> rates() {
        return suite.load().open() ? suite.load().rates() : Collections.singletonList(null);
    }

    /**
     * One block. Where a comparison stands in it does not depend on which others are in it.
     *
     * @param number of the block, from 1
     * @param firstTrial number of its first trial
     * @param chosen the comparisons in it
     */
    public Block block(int number, int firstTrial, Collection<Comparison> chosen) {
        // A duet's two cells follow each other; a mirrored block turns them round with all others.
        boolean mirror = number % 2 == 0;
        boolean turned = turnsSides(number);
        Random random = random(mirror ? number - 1 : number);
        List<Load> loads = new ArrayList<>();
        List<Comparison> comparisons = comparisons();
        Collections.shuffle(comparisons, random);
        for (Comparison comparison : comparisons) {
            List<List<String>> order = new ArrayList<>(together(comparison));
            Collections.shuffle(order, random);
            if (chosen.contains(comparison)) {
                for (List<String> together : order) {
                    Purpose purpose = together.size() > 1 ? Purpose.DUET : Purpose.COMPARISON;
                    List<String> sides = new ArrayList<>(together);
                    if (turned) {
                        Collections.reverse(sides);
                    }
                    sides.forEach(adapter -> loads.add(new Load(comparison.of(adapter), purpose)));
                }
            }
        }
        if (mirror) {
            Collections.reverse(loads);
        }
        List<PlannedTrial> trials = new ArrayList<>();
        loads.forEach(
                load -> trials.add(new PlannedTrial(firstTrial + trials.size(), number, load.cell, load.purpose)));
        return new Block(number, trials);
    }

    /**
     * Whether the sides of duets are turned round in a block. The first block of a fork meets processes that are not warm, so
     * the side that is dealt its first users has to change from fork to fork, too: by itself it does where the blocks of a fork
     * are odd. Each second fork is so the mirror of the one before, with the order of start.
     */
    private boolean turnsSides(int block) {
        Repeats repeats = suite.repeats();
        return repeats.forks() > 1 && repeats.blocksOfFork() % 2 == 0 && repeats.forkOf(block) % 2 == 0;
    }

    /** The subject of a load: a cell alone, or one side of a duet. */
    private record Load(Cell cell, Purpose purpose) {}

    /** The blocks that run in any case, at least one: each holds every comparison. */
    public List<Block> firstBlocks() {
        List<Block> blocks = new ArrayList<>();
        for (int number = 1; number <= suite.repeats().blocks(); number++) {
            blocks.add(block(number, 1 + (number - 1) * trialsInFullBlock(), comparisons()));
        }
        return blocks;
    }

    /** How many trials a block has in which every comparison is. */
    public int trialsInFullBlock() {
        return comparisons().stream()
                .flatMap(comparison -> together(comparison).stream())
                .mapToInt(List::size)
                .sum();
    }

    /**
     * The trials behind the blocks that give all adapters of a comparison its rate: one pass for each block of the suite, in a
     * random order of its own.
     *
     * @param firstTrial number of the first one
     * @param comparisons each with its rate
     */
    public List<PlannedTrial> atFixedRate(int firstTrial, List<Comparison> comparisons) {
        List<PlannedTrial> trials = new ArrayList<>();
        for (int pass = 1; pass <= suite.repeats().blocks(); pass++) {
            Random random = random(-pass);
            List<Comparison> order = new ArrayList<>(comparisons);
            Collections.shuffle(order, random);
            for (Comparison comparison : order) {
                List<String> turns = new ArrayList<>(adapters);
                Collections.shuffle(turns, random);
                for (String adapter : turns) {
                    int number = firstTrial + trials.size();
                    trials.add(new PlannedTrial(number, pass, comparison.of(adapter), Purpose.FIXED_RATE));
                }
            }
        }
        return trials;
    }

    /** The order of adapters in a round of a search, from 1. */
    public List<String> shuffled(Collection<String> searching, int round) {
        List<String> order = new ArrayList<>(searching);
        Collections.shuffle(order, random(round));
        return order;
    }

    /** Random numbers of neighbouring seeds begin alike, so that two adapters would have one order in all blocks: the seeds are mixed. */
    private Random random(int number) {
        return new Random(new SplittableRandom(suite.seed() + number).nextLong());
    }
}
