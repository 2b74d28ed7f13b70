package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Latency;
import org.busbench.record.ProcessUse;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial;
import org.busbench.record.Trial.Second;

/** The figures of one trial, against its raw data and against each other. */
final class TrialFigures {

    /** Twice the step of a histogram of three digits. */
    private static final double LATENCY_SHARE = 0.002;

    private static final double QUOTIENT_SHARE = 1e-6;

    private final Path directory;
    private final double errorBound;
    private final Problems problems;
    private final Trial trial;
    private final Problems.Line line;
    private boolean onTrust;

    TrialFigures(Path directory, double errorBound, Problems problems, Trial trial, int line) {
        this.directory = directory;
        this.errorBound = errorBound;
        this.problems = problems;
        this.trial = trial;
        this.line = problems.line(Chain.FILE, line);
    }

    void check() throws IOException {
        if (trial.conditions().startedAt() != null || trial.measured()) {
            checkRaw();
        }
        checkQuotients();
        checkReconciliation();
    }

    /** Whether what it used and the backend's counts are only told. */
    boolean isOnTrust() {
        return onTrust;
    }

    private void checkRaw() throws IOException {
        if (trial.window() == null || trial.evidenceFolder().path() == null) {
            if (trial.measured() || trial.result().verified() > 0) {
                line.says(
                        "has figures, but no %s to compute them from", trial.window() == null ? "window" : "evidence");
            }
            return;
        }
        near(
                "measuredSeconds",
                orZero(trial.conditions().measuredSeconds()),
                trial.window().seconds(),
                "'window'");
        Path folder = directory.resolve(trial.evidenceFolder().path());
        try {
            compare(RawFigures.of(folder, trial, trial.window()));
            onTrust = trial.measured() && !ReadingFigures.check(folder, trial, line);
            checkCounted(folder);
            checkProbe(folder);
        } catch (IOException e) {
            String file = trial.result().histogram() == null
                    ? SampleLogs.NAME
                    : trial.result().histogram();
            problems.at(
                    trial.evidenceFolder().path() + "/" + file,
                    "%s, so %s does not follow from it",
                    Files.exists(folder.resolve(file)) ? "cannot be read: " + e.getMessage() : "is missing",
                    line);
        }
    }

    /** Checks the responses verified while instructions were counted. */
    private void checkCounted(Path folder) throws IOException {
        ProcessUse mediator = trial.use().processes().mediator();
        if (mediator != null && mediator.instructions() != null) {
            RawFigures raw =
                    RawFigures.of(folder, trial, mediator.instructions().window());
            line.same(
                    "processes.mediator.instructions.verified",
                    mediator.instructions().verified(),
                    raw.verified(),
                    trial.evidenceFolder().path() + "/" + raw.source());
        }
    }

    private void compare(RawFigures raw) {
        String from = trial.evidenceFolder().path() + "/" + raw.source();
        line.same("verified", trial.result().verified(), raw.verified(), from);
        classes(trial.result().errors())
                .forEach((kind, count) -> line.same("errors." + kind, count, raw.errors(kind), from));
        if (trial.result().latencyMicros() != null) {
            compare("latencyMicros", trial.result().latencyMicros(), raw, from);
        }
        line.same("series, length of", trial.result().series().size(), raw.seconds(), "'window'");
        for (int i = 0; i < Math.min(trial.result().series().size(), raw.seconds()); i++) {
            Second second = trial.result().series().get(i);
            String name = "series[" + i + "].";
            line.same(name + "verified", second.verified(), raw.verifiedIn(i), from);
            line.same(name + "errors", second.errors(), raw.errorsIn(i), from);
            if (second.p50Micros() != null) {
                latency(name + "p50Micros", second.p50Micros(), raw.percentileMicrosIn(i, 50), from);
            }
            if (second.p99Micros() != null) {
                latency(name + "p99Micros", second.p99Micros(), raw.percentileMicrosIn(i, 99), from);
            }
        }
        if (trial.proof().totals() != null) {
            line.same(
                    "totals.sent",
                    trial.proof().totals().sent(),
                    trial.proof().totals().verified()
                            + trial.proof().totals().errors().total()
                            + trial.proof().totals().unfinished()
                            + refused(),
                    "the sum of 'verified', 'refused', 'errors' and 'unfinished' in 'totals'");
            line.same("totals.verified", trial.proof().totals().verified(), raw.allVerified(), from);
            classes(trial.proof().totals().errors())
                    .forEach((kind, count) -> line.same("totals.errors." + kind, count, raw.allErrors(kind), from));
        }
    }

    private long refused() {
        Long refused = trial.proof().totals().refused();
        return refused == null ? 0 : refused;
    }

    private void compare(String name, Latency recorded, RawFigures raw, String from) {
        latency(name + ".min", recorded.min(), raw.minMicros(), from);
        latency(name + ".mean", recorded.mean(), raw.meanMicros(), from);
        latency(name + ".p50", recorded.p50(), raw.percentileMicros(50), from);
        latency(name + ".p90", recorded.p90(), raw.percentileMicros(90), from);
        latency(name + ".p95", recorded.p95(), raw.percentileMicros(95), from);
        latency(name + ".p99", recorded.p99(), raw.percentileMicros(99), from);
        latency(name + ".p999", recorded.p999(), raw.percentileMicros(99.9), from);
        latency(name + ".max", recorded.max(), raw.maxMicros(), from);
    }

    private void checkProbe(Path folder) throws IOException {
        if (trial.probe() == null) {
            return;
        }
        line.same(
                "probe.sent",
                trial.probe().sent(),
                trial.probe().verified() + trial.probe().errors(),
                "the sum of 'probe.verified' and 'probe.errors'");
        if (trial.probe().histogram() != null) {
            RawFigures raw = IntervalLogs.latencies(
                    folder.resolve(trial.probe().histogram()), trial.probe().histogram(), trial.window());
            String from = trial.evidenceFolder().path() + "/" + raw.source();
            line.same("probe.verified", trial.probe().verified(), raw.verified(), from);
            if (trial.probe().latencyMicros() != null) {
                compare("probe.latencyMicros", trial.probe().latencyMicros(), raw, from);
            }
        }
    }

    private void checkQuotients() {
        if (trial.measured()) {
            near(
                    "goodputPerSecond",
                    trial.result().goodputPerSecond(),
                    trial.result().verified() / trial.conditions().measuredSeconds(),
                    "'verified' / 'measuredSeconds'");
            double all = trial.result().verified() + trial.result().errors().total();
            if (trial.result().verified() == 0 || trial.result().errors().total() / all > errorBound) {
                line.says(
                        "is called measured with %d errors among %.0f responses, more than the suite's bound of %s",
                        trial.result().errors().total(), all, errorBound);
            }
        }
        instructions(trial.use().processes().mediator());
        cpu("mediator", trial.use().processes().mediator());
        cpu("backend", trial.use().processes().backend());
        cpu("injector", trial.use().processes().injector());
    }

    private void cpu(String role, ProcessUse use) {
        if (use != null && use.cpuMicrosPerMessage() != null) {
            near(
                    "processes." + role + ".cpuMicrosPerMessage",
                    use.cpuMicrosPerMessage(),
                    use.cpuMicros() / (double) trial.result().verified(),
                    "('userMicros' + 'systemMicros') / 'verified'");
        }
    }

    private void instructions(ProcessUse use) {
        if (use != null && use.instructionsPerMessage() != null) {
            ProcessUse.Instructions counted = use.instructions();
            near(
                    "processes.mediator.instructions.perMessage",
                    counted.perMessage(),
                    (counted.user() + counted.kernel()) / (double) counted.verified(),
                    "('user' + 'kernel') / 'verified'");
            if (trial.window() != null
                    && counted.window().startMillis() < trial.window().endMillis()) {
                line.says("'processes.mediator.instructions' was counted within 'window', whose times it falsifies");
            }
        }
    }

    private void checkReconciliation() {
        Reconciliation found = trial.proof().reconciliation();
        if (found == null) {
            return;
        }
        long answered = found.backendAnswered().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        if (answered + found.backendRefused() > found.backendReceived()) {
            line.says(
                    "'reconciliation' has %d answers and refusals of %d messages",
                    answered + found.backendRefused(), found.backendReceived());
        }
        if (found.rivalSent() != null && trial.duet() == null) {
            line.says("'reconciliation.rivalSent' is %d, but the trial was no duet", found.rivalSent());
        }
        if (trial.proof().totals() != null) {
            line.same(
                    "reconciliation.sent",
                    found.sent(),
                    trial.proof().totals().sent() - refused(),
                    "'totals.sent' without 'totals.refused'");
        }
        if (found.verdict() == Reconciliation.Verdict.EXACT) {
            exact(found);
        } else if (found.explanation() == null) {
            line.says(
                    "'reconciliation.verdict' is %s without an explanation",
                    found.verdict().key());
        }
    }

    private void exact(Reconciliation found) {
        long quotes = found.backendReceived() - found.backendRefused();
        long requests = found.sent() + found.probeSent() + (found.rivalSent() == null ? 0 : found.rivalSent());
        long most = requests * found.messagesPerRequest() + (found.late() == null ? 0 : found.late());
        if (found.difference() != 0) {
            line.says("'reconciliation.verdict' is exact with a difference of %d", found.difference());
        } else if (found.backendReceived() > most) {
            line.says(
                    "'reconciliation.verdict' is exact, but the backend received %d messages where %d were sent",
                    found.backendReceived(), most);
        } else if (found.held() != null
                && found.held().verified() > found.held().given()) {
            line.says(
                    "'reconciliation.verdict' is exact, but %d answers had come when the backend had given %d",
                    found.held().verified(), found.held().given());
        } else if (trial.proof().totals() != null
                && quotes < trial.proof().totals().verified() * found.messagesPerRequest()) {
            line.says(
                    "'reconciliation.verdict' is exact, but %d answers were right and the backend gave %d",
                    trial.proof().totals().verified(), quotes);
        }
    }

    private static Map<String, Long> classes(ErrorCounts errors) {
        Map<String, Long> classes = new LinkedHashMap<>();
        classes.put("connect", errors.connect());
        classes.put("timeout", errors.timeout());
        classes.put("reset", errors.reset());
        classes.put("cut", errors.cut());
        classes.put("status", errors.status());
        classes.put("route", errors.route());
        classes.put("foreign", errors.foreign());
        classes.put("content", errors.content());
        return classes;
    }

    private static double orZero(Double value) {
        return value == null ? 0 : value;
    }

    private void near(String figure, double recorded, double follows, String from) {
        line.near(figure, recorded, follows, QUOTIENT_SHARE, from);
    }

    private void latency(String figure, double recorded, double follows, String from) {
        line.near(figure, recorded, follows, LATENCY_SHARE, from);
    }
}
