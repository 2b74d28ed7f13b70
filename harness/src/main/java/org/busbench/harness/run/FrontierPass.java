package org.busbench.harness.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.FrontierSearch;
import org.busbench.harness.plan.FrontierSearch.Attempt;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Purpose;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.TrialRecord;

/**
 * The searches of all adapters of one scenario and size for the highest rates under the suite's bounds, in rounds: each
 * adapter whose search is not over tries one rate in a round, in random order, so that all meet the same minutes of the
 * machine. Used by the run's own thread; what it asks for next depends on what it was told alone.
 */
final class FrontierPass {

    /** A first guess a little below what was reached with clients that wait. */
    private static final double FIRST_SHARE = 0.7;
    /** Where nothing is known. */
    private static final int FIRST_RATE = 500;
    /** A 99th percentile of fewer requests is the highest of them. */
    private static final double FEWEST_REQUESTS = 100;
    /** Less than this share of the requests that were due, answered in the window, is not the rate that was sought. */
    private static final double DELIVERED = 0.99;

    private final Plan plan;
    private final Comparison comparison;
    private final Map<String, FrontierSearch> searches = new LinkedHashMap<>();
    private final Map<String, List<Attempt>> tried = new LinkedHashMap<>();
    private int round;

    FrontierPass(Plan plan, Comparison comparison, Saturation saturation) {
        this.plan = plan;
        this.comparison = comparison;
        double seconds = plan.suite().phases().measure().toMillis() / 1000.0;
        int lowest = (int) Math.ceil(FEWEST_REQUESTS / seconds);
        for (String adapter : plan.adapters()) {
            OptionalDouble reached = saturation.of(adapter, comparison);
            int first = reached.isPresent() ? (int) Math.round(reached.getAsDouble() * FIRST_SHARE) : FIRST_RATE;
            searches.put(adapter, new FrontierSearch(plan.suite().load().frontier(), first, lowest));
            tried.put(adapter, new ArrayList<>());
        }
    }

    /** The trials of the next round, from this number on; empty when all searches are over. */
    List<Trial> next(int firstNumber) {
        round++;
        List<String> order = new ArrayList<>(searches.keySet());
        Collections.shuffle(order, new Random(plan.suite().seed() + round));
        List<Trial> trials = new ArrayList<>();
        for (String adapter : order) {
            OptionalInt rate = searches.get(adapter).next(tried.get(adapter));
            if (rate.isPresent()) {
                Comparison level = comparison.at(rate.getAsInt());
                trials.add(new Trial(firstNumber + trials.size(), round, level.of(adapter), Purpose.FRONTIER));
            }
        }
        return trials;
    }

    /** What became of a trial that it asked for. */
    void record(Trial trial, TrialRecord record) {
        String adapter = trial.cell().adapter();
        boolean loaded = record.conditions().window() != null;
        if (!loaded || record.result().outcome().equals(TrialRecords.FAILED)) {
            // Not served, or dead: there is nothing left to seek.
            searches.remove(adapter);
            return;
        }
        int rate = trial.cell().comparison().ratePerSecond();
        tried.get(adapter).add(new Attempt(rate, held(record, rate) ? p99Micros(record) : Double.POSITIVE_INFINITY));
    }

    private static boolean held(TrialRecord record, int rate) {
        return record.measured()
                && record.result().errors().values().stream().allMatch(count -> count == 0)
                && record.result().goodputPerSecond() >= DELIVERED * rate;
    }

    private static double p99Micros(TrialRecord record) {
        return record.result().latencyMicros().p99();
    }
}
