package org.busbench.reports.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.busbench.reports.SampleRuns.mediator;
import static org.busbench.reports.SampleRuns.trial;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.busbench.record.Machine;
import org.busbench.record.ProcessUse;
import org.busbench.record.Processes;
import org.junit.jupiter.api.Test;

/** What a busy machine excuses, and what it does not. */
class SteadinessTest {
    private static final double[] SLOWS_DOWN = {1300, 1290, 1310, 1300, 330, 320, 325, 330};
    private static final double[] STALLS = {1300, 1290, 1310, 1300, 90, 1320, 1325, 1330};
    private static final double[] STEADY = {1300, 1290, 1310, 1300, 1305, 1320, 1295, 1300};

    @Test
    void aSlowdownIsTheMediatorsWhereNothingWaitedForACpuHoweverMuchOthersUsed() {
        Steadiness.Judgement judgement = judge(SLOWS_DOWN, 0.5, 0.2, constant(30), constant(10));

        assertThat(judgement.own())
                .containsExactly("the second half is at least 63 % slower than the first, whatever others took");
        assertThat(judgement.noise()).isEmpty();
    }

    @Test
    void aSlowdownIsTheMachinesWhereWaitingForACpuExplainsIt() {
        Steadiness.Judgement judgement = judge(SLOWS_DOWN, 0.5, 0.55, constant(30), constant(10));

        assertThat(judgement.own()).isEmpty();
        assertThat(judgement.noise())
                .containsExactly("the second half is 75 % slower than the first, but others used up to 50 % of the"
                        + " machine in 8 of 8 seconds");
    }

    @Test
    void aSlowdownIsTheMachinesWhereBackendAndInjectorBecameDearerWithIt() {
        double[] dearer = {10, 10, 10, 10, 30, 30, 30, 30};

        assertThat(judge(SLOWS_DOWN, 0.5, 0.2, constant(30), dearer).own()).isEmpty();
    }

    @Test
    void nothingIsSaidOnABusyMachineThatDoesNotTellHowLongThreadsWaited() {
        assertThat(judge(SLOWS_DOWN, 0.5, null, constant(30), constant(10)).own())
                .isEmpty();
    }

    @Test
    void aStallIsTheMediatorsWhereNothingWaitedForACpu() {
        assertThat(judge(STALLS, 0.5, 0.1, constant(30), constant(10)).own())
                .containsExactly("stalled in second 5: 90 responses, without the others at most 108, usually 1305");
        assertThat(judge(STALLS, 0.5, 0.5, constant(30), constant(10)).own()).isEmpty();
    }

    /** Seconds of a mediator whose every message cost more than the one before, on a machine that had nothing else to do. */
    @Test
    void aSteadyDeclineIsNoNoiseThoughEachSecondDiffersFromTheNext() {
        double[] declining = {1269, 1120, 1036, 928, 856, 794, 791};

        assertThat(judge(declining, 0, 0.0, constant(30), constant(10)).own())
                .containsExactly("drifted by -53 % over the window (Mann-Kendall, p = 0.00040)");
    }

    @Test
    void whoBecomesDearerIsNamedThoughNoResponseIsMissing() {
        double[] dearer = {30, 40, 50, 60, 70, 80, 90, 100};

        assertThat(judge(STEADY, 0.5, 0.9, dearer, constant(10)).own())
                .singleElement()
                .asString()
                .startsWith("drifted by +89 % in CPU time per message");
    }

    @Test
    void whereBackendAndInjectorBecomeDearerTooTheMachineIsSlowAndNobodyIsNamed() {
        double[] dearer = {30, 40, 50, 60, 70, 80, 90, 100};

        assertThat(judge(STEADY, 0.5, 0.9, dearer, dearer).own()).isEmpty();
    }

    @Test
    void whoBecomesCheaperOnlySlowerThanTheOthersIsNotNamed() {
        double[] cheaper = {30, 29, 28, 27, 26, 25, 24, 23};
        double[] muchCheaper = {50, 40, 30, 20, 15, 12, 10, 9};

        assertThat(judge(STEADY, 0.0, 0.0, cheaper, muchCheaper).own()).isEmpty();
    }

    /** All seconds alike but for what is given: CPU-µs per message of the mediator, and of each of the others. */
    private static Steadiness.Judgement judge(
            double[] seconds, double foreign, Double waited, double[] mediator, double[] others) {
        List<Double> waits = waited == null ? null : Collections.nCopies(seconds.length, waited);
        Machine machine = new Machine(
                0.9, 0, 0.1, null, null, new ArrayList<>(Collections.nCopies(seconds.length, foreign)), waits);
        return Steadiness.of(trial(mediator("own"), 1, 8)
                .series(seconds)
                .machine(machine)
                .processes(new Processes(use(seconds, mediator), use(seconds, others), use(seconds, others), null))
                .build());
    }

    private static ProcessUse use(double[] seconds, double[] costs) {
        List<ProcessUse.Sample> samples = IntStream.rangeClosed(0, seconds.length)
                .mapToObj(second -> new ProcessUse.Sample(
                        second,
                        1,
                        1,
                        null,
                        null,
                        Math.round(IntStream.range(0, second)
                                .mapToDouble(before -> seconds[before] * costs[before])
                                .sum())))
                .toList();
        return new ProcessUse(10.0, 1, 1, null, 1, 1, null, null, samples, null);
    }

    private static double[] constant(double cost) {
        double[] costs = new double[8];
        Arrays.fill(costs, cost);
        return costs;
    }
}
