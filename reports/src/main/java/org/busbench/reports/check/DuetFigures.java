package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.busbench.record.Duet;
import org.busbench.record.Purpose;
import org.busbench.record.RecordedRun;
import org.busbench.record.Trial;
import org.busbench.record.Window;

/**
 * The two lines of each duet, against each other and against the raw data of either: that they are sides of one load, that
 * their stretches are the same and lie in the window, and that every ratio can follow from what was logged.
 */
record DuetFigures(Path directory, RecordedRun run, Problems problems) {

    /** Twice the step of a histogram of three digits. */
    private static final double LATENCY_SHARE = 0.002;

    void check() throws IOException {
        Map<String, Trial> dealings = new HashMap<>();
        List<Trial> trials = run.trials();
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            if (trial.purpose() != Purpose.DUET) {
                continue;
            }
            stretches(trial);
            int partner = trial.duet().partner();
            Trial other = partner <= trials.size() ? trials.get(partner - 1) : null;
            if (other == null || other.purpose() != Purpose.DUET || other.duet().partner() != trial.number()) {
                if (other != null || run.finished().isPresent()) {
                    at(trial, "is one side of a duet, but trial %d is not its other side", partner);
                }
                continue;
            }
            pair(trial, other);
            dealt(trial, dealings);
        }
    }

    private void pair(Trial trial, Trial other) {
        same(trial, "block", trial.block(), other.block());
        same(trial, "scenario", trial.scenario(), other.scenario());
        same(trial, "payload", trial.payload(), other.payload());
        same(trial, "concurrency", trial.concurrency(), other.concurrency());
        same(trial, "duet.rival", trial.duet().rival(), other.adapter());
        if (Math.abs(trial.number() - other.number()) != 1) {
            at(trial, "is one side of a duet, but its other side is line %d", other.number());
        }
        if (trial.duet().dealtFirst() == other.duet().dealtFirst()) {
            at(trial, "'duet.dealtFirst' is %s, as in line %d", trial.duet().dealtFirst(), other.number());
        }
        if (trial.window() != null && other.window() != null) {
            same(trial, "window", trial.window(), other.window());
            same(trial, "duet.windows, instants of", instants(trial), instants(other));
        }
        counts(trial, other);
    }

    private void counts(Trial trial, Trial other) {
        if (trial.proof().reconciliation() == null) {
            return;
        }
        Long rivalSent = trial.proof().reconciliation().rivalSent();
        problems.compare();
        if (rivalSent == null) {
            at(trial, "'reconciliation' of a duet has no 'rivalSent'");
        } else if (other.proof().totals() != null) {
            problems.line(Chain.FILE, trial.number())
                    .same(
                            "reconciliation.rivalSent",
                            rivalSent,
                            other.proof().totals().sent(),
                            "'totals.sent' of line " + other.number());
        }
        if (other.proof().reconciliation() != null) {
            same(
                    trial,
                    "reconciliation.backendReceived",
                    trial.proof().reconciliation().backendReceived(),
                    other.proof().reconciliation().backendReceived());
        }
    }

    /** A side gains twice from being dealt first when it is so in two neighbouring blocks of a fork, or in the first blocks of two neighbouring forks. */
    private void dealt(Trial trial, Map<String, Trial> dealings) {
        String place = String.join(
                "\n",
                trial.adapter(),
                trial.duet().rival(),
                trial.scenario(),
                trial.payload(),
                Integer.toString(trial.concurrency()));
        Trial before = dealings.put(place, trial);
        boolean begun = before != null && forkOf(trial) == forkOf(before);
        Trial turned = begun ? before : dealings.put("a fork of " + place, trial);
        problems.compare();
        if (turned != null
                && (begun ? trial.block() == before.block() + 1 : forkOf(trial) == forkOf(turned) + 1)
                && trial.duet().dealtFirst() == turned.duet().dealtFirst()) {
            at(
                    trial,
                    "'duet.dealtFirst' is %s as in block %d: the sides change from block to block",
                    trial.duet().dealtFirst(),
                    turned.block());
        }
    }

    private static int forkOf(Trial trial) {
        return Objects.requireNonNullElse(trial.position().fork(), 0);
    }

    private void stretches(Trial trial) throws IOException {
        List<Duet.Stretch> stretches = trial.duet().windows();
        long free = trial.window() == null ? Long.MIN_VALUE : trial.window().startMillis();
        for (int i = 0; i < stretches.size(); i++) {
            Duet.Stretch stretch = stretches.get(i);
            if (stretch.startMillis() < free) {
                at(trial, "'duet.windows[%d]' begins before what stands before it has ended", i);
            }
            free = stretch.endMillis();
            follows(trial, stretch, i);
        }
        if (trial.window() != null && free > trial.window().endMillis()) {
            at(trial, "'duet.windows' end after 'window'");
        }
        if (trial.measured() && stretches.isEmpty()) {
            at(trial, "is one side of a duet, and has no 'duet.windows'");
        }
    }

    /** An evidence folder that cannot be read is reported where the trial's other figures are checked. */
    private void follows(Trial trial, Duet.Stretch stretch, int place) throws IOException {
        String path = trial.evidenceFolder().path();
        if (path == null) {
            at(trial, "has 'duet.windows', but no evidence to compute them from");
            return;
        }
        Path folder = directory.resolve(path);
        Window window = new Window(stretch.startMillis(), stretch.endMillis());
        RawFigures raw;
        try {
            raw = RawFigures.of(folder, trial, window);
        } catch (IOException unreadable) {
            problems.compare();
            at(trial, "'duet.windows[%d]' cannot be computed: %s", place, unreadable.getMessage());
            return;
        }
        String from = path + "/" + raw.source();
        problems.line(Chain.FILE, trial.number())
                .same("duet.windows[" + place + "].verified", stretch.verified(), raw.verified(), from);
        if (stretch.p50Micros() != null) {
            problems.line(Chain.FILE, trial.number())
                    .near(
                            "duet.windows[" + place + "].p50Micros",
                            stretch.p50Micros(),
                            raw.percentileMicros(50),
                            LATENCY_SHARE,
                            from);
        }
    }

    private static List<List<Long>> instants(Trial trial) {
        return trial.duet().windows().stream()
                .map(stretch -> List.of(stretch.startMillis(), stretch.endMillis()))
                .toList();
    }

    private void same(Trial trial, String figure, Object own, Object others) {
        problems.compare();
        if (!Objects.equals(own, others)) {
            at(
                    trial,
                    "'%s' is %s, but its other side (line %d) has %s",
                    figure,
                    own,
                    trial.duet().partner(),
                    others);
        }
    }

    private void at(Trial trial, String problem, Object... values) {
        problems.line(Chain.FILE, run.trials().indexOf(trial) + 1).says(problem, values);
    }
}
