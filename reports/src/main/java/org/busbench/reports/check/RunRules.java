package org.busbench.reports.check;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.busbench.record.Finished;
import org.busbench.record.RecordedRun;
import org.busbench.record.Resume;
import org.busbench.record.Trial;

/** The rules between the lines of a run: one suite, one injector, numbers without gap, attempts with a reason. */
record RunRules(RecordedRun run, Problems problems) {

    private static final String END = "finished.json";

    void check(Chain chain) throws IOException {
        Instant before = instant(run.info().startedAt(), "run.json", 1);
        Map<String, Integer> folders = new HashMap<>();
        ForkRules forks = new ForkRules(run);
        List<Trial> trials = run.trials();
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            number(trial, i);
            sameRun(trial, i + 1);
            forks.check(trial, problems.line(Chain.FILE, i + 1));
            evidence(trial, i + 1, folders);
            if (trial.conditions().startedAt() != null) {
                Instant started = instant(trial.conditions().startedAt(), Chain.FILE, i + 1);
                if (started.isBefore(before)) {
                    at(i + 1, "started at %s, before what stands above it (%s)", started, before);
                }
                before = started;
            }
        }
        resumes();
        if (run.finished().isPresent()) {
            end(run.finished().get(), chain);
            log(ParityFigures.FILE, run.finished().get().paritySha256(), run.parities());
        }
    }

    private void number(Trial trial, int index) {
        if (trial.number() != index + 1) {
            at(
                    index + 1,
                    "holds trial %d where trial %d must stand: a line is missing or was moved",
                    trial.number(),
                    index + 1);
        }
        if (trial.position().attempt() > 1 + run.resumes().size()) {
            at(
                    index + 1,
                    "is attempt %d of its trial, but the run was resumed only %d times (resumes.jsonl)",
                    trial.position().attempt(),
                    run.resumes().size());
        }
    }

    private void sameRun(Trial trial, int line) {
        String injector = run.info().suite().injector();
        if (trial.conditions().injector() != null
                && injector != null
                && !trial.conditions().injector().equals(injector)) {
            at(
                    line,
                    "was loaded by %s, the suite by %s: they must not be mixed in one run",
                    trial.conditions().injector(),
                    injector);
        }
        if (trial.run() == null) {
            at(line, "does not say to which run it belongs");
        }
    }

    private void evidence(Trial trial, int line, Map<String, Integer> folders) {
        if (trial.evidenceFolder().path() == null
                || !trial.evidenceFolder().path().startsWith("trials/")) {
            return;
        }
        String own = String.format(Locale.ROOT, "trials/%04d", trial.number())
                + (trial.position().attempt() > 1 ? "-" + trial.position().attempt() : "");
        if (!trial.evidenceFolder().path().equals(own)) {
            at(
                    line,
                    "names %s as its raw data, which must be in %s",
                    trial.evidenceFolder().path(),
                    own);
        }
        Integer earlier = folders.putIfAbsent(trial.evidenceFolder().path(), line);
        if (earlier != null) {
            at(
                    line,
                    "names the same raw data as line %d: %s",
                    earlier,
                    trial.evidenceFolder().path());
        }
    }

    private void resumes() {
        List<Resume> resumes = run.resumes();
        for (int i = 0; i < resumes.size(); i++) {
            String sha256 = resumes.get(i).suiteSha256();
            if (sha256 != null && !sha256.equals(run.info().suite().source().sha256())) {
                problems.line("resumes.jsonl", i + 1)
                        .says("went on with another suite file than run.json names: two suites are mixed in one run");
            }
        }
    }

    private void end(Finished finished, Chain chain) throws IOException {
        if (finished.trials() == null || finished.lastTrialSha256() == null) {
            problems.at(END, "does not say with which line the run ended");
            return;
        }
        if (finished.trials() != chain.size()) {
            problems.at(
                    END,
                    "the run ended with %d trials, but %s has %d lines",
                    finished.trials(),
                    Chain.FILE,
                    chain.size());
        } else if (!finished.lastTrialSha256().equals(chain.last())) {
            problems.at(END, "the run ended with another last line than %s has: it was edited", Chain.FILE);
        }
        log("verifications.jsonl", finished.verificationsSha256(), List.of());
        log(CalibrationFigures.FILE, finished.calibrationSha256(), run.calibrations());
    }

    /** The end of a run may leave out the digest of a log without lines alone; older runs have none of their verifications. */
    private void log(String file, String sha256, List<?> lines) throws IOException {
        if (sha256 != null || !lines.isEmpty()) {
            problems.edited(file, sha256, END);
        }
    }

    private Instant instant(String text, String file, int line) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            problems.line(file, line).says("'%s' is no instant", text);
            return Instant.EPOCH;
        }
    }

    private void at(int line, String problem, Object... values) {
        problems.line(Chain.FILE, line).says(problem, values);
    }
}
