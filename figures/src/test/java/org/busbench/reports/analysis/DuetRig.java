package org.busbench.reports.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.busbench.record.Duet;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;
import org.busbench.reports.SampleRuns;

/**
 * Duets on a machine as two shared cores were measured to be: its speed changes by a factor of two from second to second, for
 * both sides alike; what is left of a stretch of 0.8 s has long tails, remembers the stretch before, and varies by 6 to 7.5 %;
 * processes of one program differ, partly alike in all comparisons that they meet.
 */
public final class DuetRig {

    static final String BASE = "reference";
    private static final int STRETCH_MILLIS = 800;
    private static final int TAILS = 5;
    private static final double REMEMBERED = 0.2;

    private final Random random;
    private final Map<String, Double> costs;
    private final List<Suite.Pair> pairs;
    private final Suite.Repeats repeats;
    private final int comparisons;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<String, Double> processes = new HashMap<>();
    private double stretchNoise = 0.0675;
    private double processNoise = 0.02;
    private double sharedPart = 0.5;
    private double sideBias;
    private int stretches = 4;
    private double speed = 1;
    private int blocks;
    private int number;

    /**
     * Mediators by name with what a message costs them, as a ratio of the reference's.
     *
     * @param least forks, of one block each
     * @param most forks
     */
    public DuetRig(long seed, Map<String, Double> costs, int comparisons, int least, int most) {
        this.random = new Random(seed);
        this.costs = costs;
        this.comparisons = comparisons;
        this.pairs =
                costs.keySet().stream().map(name -> new Suite.Pair(BASE, name)).toList();
        this.repeats = new Suite.Repeats(least, most == least ? null : (Integer) most, least, null);
    }

    public DuetRig stretches(int count) {
        stretches = count;
        return this;
    }

    /** Standard deviations of the log ratio: of a stretch, and of a pair of processes, of which a part is common to all comparisons. */
    public DuetRig noise(double ofStretches, double ofProcesses, double common) {
        stretchNoise = ofStretches;
        processNoise = ofProcesses;
        sharedPart = common;
        return this;
    }

    /** The side that is dealt first pays so much more, as a logarithm. */
    public DuetRig sideBias(double log) {
        sideBias = log;
        return this;
    }

    public RecordedRun measured(int forks) {
        for (int i = 0; i < forks; i++) {
            fork(levels().stream()
                    .flatMap(level -> pairs.stream().map(pair -> new Place(pair, level)))
                    .toList());
        }
        return run();
    }

    public RecordedRun measuredUntilDecided() {
        measured(repeats.blocks());
        int most = repeats.maxBlocks() == null ? repeats.blocks() : repeats.maxBlocks();
        while (blocks < most) {
            List<Place> open = StoppingRule.openDuets(run()).stream()
                    .map(one -> new Place(one.pair(), one.comparison().concurrency()))
                    .toList();
            if (open.isEmpty()) {
                break;
            }
            fork(open);
        }
        return run();
    }

    RecordedRun run() {
        List<org.busbench.record.Adapter> adapters = new ArrayList<>(List.of(SampleRuns.mediator(BASE)));
        costs.keySet().forEach(name -> adapters.add(SampleRuns.mediator(name)));
        return SampleRuns.withDuets(SampleRuns.run(adapters, levels(), repeats.blocks(), trials), pairs, repeats);
    }

    private record Place(Suite.Pair pair, int level) {}

    private void fork(List<Place> places) {
        blocks++;
        processes.put(BASE, random.nextGaussian() / Math.sqrt(2));
        costs.keySet().forEach(name -> processes.put(name, random.nextGaussian() / Math.sqrt(2)));
        for (Place place : places) {
            duet(place);
        }
    }

    private void duet(Place place) {
        String second = place.pair().second();
        boolean secondFirst = blocks % 2 == 0;
        double ofProcesses = processNoise
                * (Math.sqrt(sharedPart) * (processes.get(second) - processes.get(BASE))
                        + Math.sqrt(1 - sharedPart) * random.nextGaussian());
        double centre = Math.log(costs.get(second)) + ofProcesses + (secondFirst ? sideBias : -sideBias);
        List<Duet.Stretch> below = new ArrayList<>();
        List<Duet.Stretch> above = new ArrayList<>();
        double noise = tailed();
        for (int i = 0; i < stretches; i++) {
            noise = i == 0 ? noise : REMEMBERED * noise + Math.sqrt(1 - REMEMBERED * REMEMBERED) * tailed();
            speed = Math.max(0.5, Math.min(1, speed * Math.exp(random.nextGaussian() * 0.3)));
            double ratio = Math.exp(centre + stretchNoise * noise);
            double goodput = Math.exp(-(centre + 0.7 * stretchNoise * tailed()));
            below.add(stretch(i, 8_000 * speed, 50 / speed));
            above.add(stretch(i, 8_000 * speed * goodput, 50 / speed * ratio));
        }
        int own = ++number;
        int other = ++number;
        int fork = blocks;
        trials.add(SampleRuns.trial(SampleRuns.mediator(BASE), blocks, place.level())
                .number(own)
                .fork(fork)
                .duet(new Duet(other, second, !secondFirst, below))
                .build());
        trials.add(SampleRuns.trial(SampleRuns.mediator(second), blocks, place.level())
                .number(other)
                .fork(fork)
                .duet(new Duet(own, BASE, secondFirst, above))
                .build());
    }

    private static Duet.Stretch stretch(int place, double verified, double cpuMicros) {
        long from = 1_000_000L + (long) place * STRETCH_MILLIS;
        return new Duet.Stretch(
                from, from + STRETCH_MILLIS, Math.round(verified), Math.round(verified * cpuMicros), 10_000 / verified);
    }

    /** Student's t with few degrees of freedom, of variance 1. */
    private double tailed() {
        double squares = 0;
        for (int i = 0; i < TAILS; i++) {
            double one = random.nextGaussian();
            squares += one * one;
        }
        return random.nextGaussian() / Math.sqrt(squares / (TAILS - 2.0));
    }

    private List<Integer> levels() {
        return IntStream.rangeClosed(1, comparisons).boxed().toList();
    }
}
