package org.busbench.harness.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Purpose;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.suite.FixedRate;

/**
 * The trials in which all adapters of a scenario and size get requests at one rate, so that their CPU time per message is
 * compared under the same load. They follow the blocks, since the rate may follow from those; each block of the suite has
 * one pass, in a random order of its own. Depends on plan and record alone.
 */
final class FixedRatePass {

    private FixedRatePass() {}

    /** All of them, in their order; empty when the suite asks for none, or nothing was measured that a rate follows from. */
    static List<Trial> trials(Plan plan, List<TrialRecord> recorded) {
        if (plan.suite().load().fixedRate().isEmpty()) {
            return List.of();
        }
        List<Comparison> comparisons = new ArrayList<>();
        FixedRate rate = plan.suite().load().fixedRate().get();
        Saturation saturation = new Saturation(recorded);
        for (Comparison open : plan.searched()) {
            OptionalDouble slowest = saturation.ofSlowest(open);
            if (slowest.isPresent() || rate.ratePerSecond().isPresent()) {
                comparisons.add(open.at(rate.rate(slowest.orElse(0))));
            }
        }
        List<Trial> trials = new ArrayList<>();
        for (int pass = 1; pass <= plan.suite().repeats().blocks(); pass++) {
            Random random = new Random(plan.suite().seed() - pass);
            List<Comparison> order = new ArrayList<>(comparisons);
            Collections.shuffle(order, random);
            for (Comparison comparison : order) {
                List<String> adapters = new ArrayList<>(plan.adapters());
                Collections.shuffle(adapters, random);
                for (String adapter : adapters) {
                    int number = 1 + blockTrials(recorded) + trials.size();
                    trials.add(new Trial(number, pass, comparison.of(adapter), Purpose.FIXED_RATE));
                }
            }
        }
        return trials;
    }

    private static int blockTrials(List<TrialRecord> recorded) {
        return (int) recorded.stream()
                .filter(trial -> trial.subject().purpose() == null)
                .count();
    }
}
