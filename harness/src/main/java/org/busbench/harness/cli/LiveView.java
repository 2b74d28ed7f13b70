package org.busbench.harness.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.forecast.TimeRange;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.plan.Trial;
import org.busbench.harness.record.TrialRecord;
import org.busbench.harness.run.RunListener;
import org.busbench.harness.verify.Verification;
import org.busbench.reports.serve.LiveRun;

/** Tells a live view what a run does, and then whoever is told it anyway. For the run's own thread. */
final class LiveView implements RunListener {

    private final RunListener next;
    private final LiveRun live;

    LiveView(RunListener next, LiveRun live) {
        this.next = next;
        this.live = live;
    }

    @Override
    public boolean watched() {
        return true;
    }

    @Override
    public void planned(Forecast forecast, Path runDirectory) {
        next.planned(forecast, runDirectory);
        Plan plan = forecast.plan();
        live.planned(runDirectory, plan.suite().repeats().blocks() * plan.trialsInFullBlock());
        live.forecast(forecast.total().from(), forecast.total().to());
    }

    @Override
    public void extended(Block block) {
        next.extended(block);
        live.extended(block.trials().get(block.trials().size() - 1).number());
    }

    @Override
    public void note(String line) {
        next.note(line);
        live.note(line);
    }

    @Override
    public void left(TimeRange time) {
        next.left(time);
        live.forecast(time.from(), time.to());
    }

    @Override
    public void verified(Verification verification) {
        next.verified(verification);
    }

    @Override
    public void calibrating() {
        next.calibrating();
        quietly(() -> live.measuring("calibrating the injectors"));
    }

    @Override
    public void calibrated() {
        next.calibrated();
        live.idle();
    }

    @Override
    public void starting(Trial trial) {
        next.starting(trial);
        quietly(() -> live.measuring("trial " + trial.number() + ": " + shown(trial.cell())));
    }

    @Override
    public void recorded(TrialRecord trial) {
        next.recorded(trial);
        quietly(() -> live.recorded(trial.subject().number()));
    }

    private static String shown(Cell cell) {
        Integer rate = cell.comparison().ratePerSecond();
        return String.format(
                Locale.ROOT,
                "%s, %s, %s, %s",
                cell.scenario(),
                cell.payload(),
                rate == null ? "c=" + cell.concurrency() : rate + "/s",
                cell.adapter());
    }

    /** What may be ended by an interrupt. */
    private interface Work {
        void run() throws InterruptedException;
    }

    /** The run itself finds the interrupt when it next waits. */
    private static void quietly(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
