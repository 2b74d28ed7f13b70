package org.busbench.harness.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.run.Forecast;
import org.busbench.harness.run.RunListener;
import org.busbench.harness.run.TimeRange;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Latency;
import org.busbench.record.ProcessUse;
import org.busbench.record.RunProblem;
import org.busbench.record.Trial;
import org.busbench.reports.Report;

/**
 * Shows a run while it goes: each trial's figures as they come, on a terminal also a bar with the time left, and the run's
 * page, which is drawn again between trials.
 */
final class Progress implements RunListener, AutoCloseable {

    private static final int WIDTH = 78;
    private static final int REDRAW_MILLIS = 1000;
    /** A line with the time left comes no more often. */
    private static final Duration BETWEEN_TIMES = Duration.ofMinutes(1);
    /** The page comes no more often. */
    private static final Duration BETWEEN_PAGES = Duration.ofSeconds(5);
    /** So many times as long as a page took to draw, none is drawn. */
    private static final int REST_OF_PAGES = 20;

    private final Terminal terminal;
    private final boolean quiet;
    private final boolean drawn;
    private Path directory;
    private int trials;
    private long nextPage = System.nanoTime();
    private long told = System.nanoTime();
    private Duration forecast = Duration.ZERO;
    private int recorded;
    /** When the first trial was recorded. */
    private long first;

    private final long began = System.nanoTime();
    /** Read by the bar's own thread. */
    private volatile Duration left = Duration.ZERO;

    private ProgressBar bar;
    /** The adapter and the reason that were told last: what does not come up fails in each scenario and size alike. */
    private String lastRefusal;

    /** A run that begins, and whether its page is drawn. */
    Progress(Terminal terminal, boolean quiet, boolean drawn) {
        this.terminal = terminal;
        this.quiet = quiet;
        this.drawn = drawn;
    }

    @Override
    public void planned(Forecast forecast, Path runDirectory) {
        Plan plan = forecast.plan();
        directory = runDirectory;
        this.forecast = forecast.total().to();
        left = this.forecast;
        trials = plan.suite().repeats().blocks() * plan.trialsInFullBlock();
        line(String.format(
                Locale.ROOT,
                "%s: %s on %s, about %s, into %s",
                plan.suite().name(),
                count(trials, "trial"),
                String.join(", ", plan.adapters()),
                forecast.total().show(),
                runDirectory));
        if (terminal.interactive()) {
            bar = new ProgressBarBuilder()
                    .setTaskName("")
                    .setInitialMax(trials)
                    .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                    .setUpdateIntervalMillis(REDRAW_MILLIS)
                    .setEtaFunction(state -> Optional.of(left))
                    .setConsumer(new DelegatingProgressBarConsumer(terminal::status, WIDTH))
                    .build();
        }
    }

    @Override
    public void extended(Block block) {
        trials = block.trials().get(block.trials().size() - 1).number();
        line("block " + block.number() + ": " + count(block.trials().size(), "trial")
                + " more where there is no verdict yet");
        if (bar != null) {
            bar.maxHint(trials);
        }
    }

    /**
     * As was forecast, until half of the trials or the whole forecast is over: audits, starts and primers come first, so
     * that the first trials tell no pace. Then as long a trial as those since the first one; behind the last one as was forecast.
     */
    private void tellWhatIsLeft(int number) {
        long now = System.nanoTime();
        if (recorded++ == 0) {
            first = now;
        }
        int rest = Math.max(0, trials - number);
        Duration ofForecast = forecast.minus(Duration.ofNanos(now - began));
        boolean paced = recorded > 1 && rest > 0 && (recorded >= rest || ofForecast.isNegative());
        left = paced
                ? Duration.ofNanos((now - first) / (recorded - 1) * rest)
                : ofForecast.isNegative() ? Duration.ZERO : ofForecast;
        if (left.compareTo(BETWEEN_TIMES) > 0 && now - told >= BETWEEN_TIMES.toNanos()) {
            told = now;
            line("still about " + shown());
        }
    }

    /** With no more digits than a guess has. */
    private String shown() {
        return new TimeRange(left, left).show();
    }

    @Override
    public void note(String line) {
        line(line);
    }

    @Override
    public void verified(Verification verification) {
        if (!verification.served()) {
            String reason = verification.target().adapter() + ": " + verification.reason();
            line("not served: " + verification.target().adapter() + " "
                    + verification.target().scenario() + " " + verification.payload() + ": "
                    + (reason.equals(lastRefusal) ? "as above" : verification.reason()));
            lastRefusal = reason;
        }
    }

    @Override
    public void recorded(Trial trial) {
        if (trial.number() > trials) {
            trials = trial.number();
            if (bar != null) {
                bar.maxHint(trials);
            }
        }
        line(String.format(
                Locale.ROOT,
                "%" + Integer.toString(trials).length() + "d/%d  %-14s %4s  %-6s %-10s %s",
                trial.number(),
                trials,
                trial.subject().scenario(),
                trial.subject().payload(),
                level(trial),
                trial.subject().adapter(),
                figures(trial)));
        if (bar != null) {
            bar.stepTo(trial.number());
        }
        tellWhatIsLeft(trial.number());
        if (drawn && System.nanoTime() - nextPage >= 0) {
            drawPage(trial.number());
        }
    }

    private void drawPage(int done) {
        long start = System.nanoTime();
        try {
            Report.underway(directory, done + " of " + count(trials, "trial") + ", about " + shown() + " left");
        } catch (RunProblem e) {
            line("the page is not drawn: " + e.getMessage());
        }
        long end = System.nanoTime();
        nextPage = end + Math.max(BETWEEN_PAGES.toNanos(), REST_OF_PAGES * (end - start));
    }

    static String count(int count, String noun) {
        return count == 1 ? "1 " + noun : count + " " + noun + "s";
    }

    private void line(String text) {
        if (!quiet) {
            terminal.line(text);
        }
    }

    private static String level(Trial trial) {
        Double rate = trial.conditions().load() == null
                ? null
                : trial.conditions().load().ratePerSecond();
        return rate == null ? "c=" + trial.subject().concurrency() : String.format(Locale.ROOT, "%.0f/s", rate);
    }

    private static String figures(Trial trial) {
        Trial.Result result = trial.result();
        if (!trial.measured()) {
            return result.outcome().key() + ": " + result.reason();
        }
        long errors = result.errors().total();
        ProcessUse mediator = trial.use().processes().mediator();
        return String.format(
                Locale.ROOT,
                "%8.0f/s  p50 %s ms  p99 %s ms  %s%s",
                result.goodputPerSecond(),
                millis(result.latencyMicros().p50(), result.latencyResolutionMicros()),
                Latency.tells(99, result.verified())
                        ? millis(result.latencyMicros().p99(), result.latencyResolutionMicros())
                        : "-",
                mediator == null
                        ? trial.use().processes().notMeasured() == null ? "" : "CPU not measured"
                        : String.format(Locale.ROOT, "%.0f CPU-µs/message", mediator.cpuMicrosPerMessage()),
                (errors == 0 ? "" : "  " + errors + (errors == 1 ? " error" : " errors")) + disturbance(trial));
    }

    private static String disturbance(Trial trial) {
        return trial.disturbance().stream()
                .mapToObj(share -> String.format(Locale.ROOT, "  (others took %.0f %% of the CPU)", 100 * share))
                .findFirst()
                .orElse("");
    }

    /** With no more digits than were measured. */
    private static String millis(double micros, int resolutionMicros) {
        return String.format(Locale.ROOT, resolutionMicros < 1000 ? "%7.2f" : "%4.0f", micros / 1000);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            terminal.status("");
        }
    }
}
