package org.busbench.harness.run;

import java.io.IOException;
import java.util.List;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Trial;

/** What a run does behind its blocks, at rates that follow from them: CPU time at one rate, then the frontiers. */
final class RatePasses {

    private final Plan plan;
    private final TrialLog log;
    private final RunListener listener;

    RatePasses(Plan plan, TrialLog log, RunListener listener) {
        this.plan = plan;
        this.log = log;
        this.listener = listener;
    }

    void run() throws IOException, InterruptedException {
        List<Trial> fixed = FixedRatePass.trials(plan, log.all());
        if (!fixed.isEmpty()) {
            listener.note("all adapters at one rate: " + fixed.size() + " trials");
        }
        for (Trial trial : fixed) {
            log.take(trial);
        }
        if (!plan.suite().load().frontier().isEmpty()) {
            seekFrontiers();
        }
    }

    private void seekFrontiers() throws IOException, InterruptedException {
        Saturation saturation = new Saturation(log.all());
        for (Comparison comparison : plan.searched()) {
            listener.note("seeking the frontier of " + comparison.scenario() + ", " + comparison.payload());
            FrontierPass pass = new FrontierPass(plan, comparison, saturation);
            for (List<Trial> round = pass.next(log.next()); !round.isEmpty(); round = pass.next(log.next())) {
                for (Trial trial : round) {
                    pass.record(trial, log.take(trial));
                }
            }
        }
    }
}
