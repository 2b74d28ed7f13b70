package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.busbench.record.Host;
import org.busbench.record.RecordedRun;
import org.busbench.record.Suite;
import org.busbench.record.Trial;

/**
 * In a run over several hosts: whether every trial knows the clock of each host, no clock was set while it measured, and the log
 * that its figures follow from is the sum of what the injectors wrote.
 */
record HostFigures(Path directory, RecordedRun run, Problems problems) {

    void check() throws IOException {
        for (int i = 0; i < run.trials().size(); i++) {
            Trial trial = run.trials().get(i);
            if (!trial.measured()) {
                continue;
            }
            Problems.Line line = problems.line(Chain.FILE, i + 1);
            clocks(trial, line);
            if (!hosts().isEmpty()) {
                sums(trial, line);
            }
        }
    }

    private List<Host> hosts() {
        return run.info().hosts();
    }

    /** From the beginning of the load to the end of the window, and a second for its preparation. */
    private double loadSeconds() {
        Suite.Phases phases = run.info().suite().phases();
        return phases.warmupSeconds() + phases.measureSeconds() + 1;
    }

    private void clocks(Trial trial, Problems.Line line) {
        List<String> known = trial.conditions().clocks().stream()
                .map(clocks -> name(clocks.role(), clocks.host()))
                .sorted()
                .toList();
        List<String> all = hosts().stream()
                .map(host -> name(host.role(), host.name()))
                .sorted()
                .toList();
        if (!known.equals(all)) {
            line.says("has the clocks of %s, but the hosts of run.json are %s", known, all);
        }
        for (Host.Clocks clocks : trial.conditions().clocks()) {
            problems.compare();
            if (!clocks.before().agreesWith(clocks.after(), loadSeconds())) {
                line.says(
                        "was measured while the clock of %s was set, from %d to %d microseconds ahead",
                        name(clocks.role(), clocks.host()),
                        clocks.before().aheadMicros(),
                        clocks.after().aheadMicros());
            }
        }
    }

    private static String name(Host.Part part, String host) {
        return part.key() + " " + host;
    }

    private void sums(Trial trial, Problems.Line line) throws IOException {
        if (trial.evidenceFolder().path() == null || trial.result().histogram() == null || trial.window() == null) {
            return;
        }
        Path folder = directory.resolve(trial.evidenceFolder().path());
        List<RawFigures> parts = new ArrayList<>();
        RawFigures whole;
        try {
            whole = IntervalLogs.trial(folder, trial.result().histogram(), trial.window());
            for (Host host : hosts()) {
                if (host.role() == Host.Part.INJECTOR) {
                    parts.add(IntervalLogs.trial(
                            folder.resolve(host.name()), trial.result().histogram(), trial.window()));
                }
            }
        } catch (IOException broken) {
            problems.at(
                    trial.evidenceFolder().path(),
                    "has not the log of every injector (%s), so %s cannot be their sum",
                    broken.getMessage(),
                    line);
            return;
        }
        TreeMap<String, Long> errors = new TreeMap<>();
        long verified = 0;
        for (RawFigures part : parts) {
            verified += part.allVerified();
            part.allErrors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
        }
        problems.compare();
        if (verified != whole.allVerified() || !errors.equals(new TreeMap<>(whole.allErrors()))) {
            problems.at(
                    trial.evidenceFolder().path() + "/" + whole.source(),
                    "has %d verified responses and errors %s, but the logs of the injectors have %d and %s",
                    whole.allVerified(),
                    whole.allErrors(),
                    verified,
                    errors);
        }
    }
}
