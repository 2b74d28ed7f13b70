package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.busbench.record.Calibration;

/** The lines of {@code calibration.jsonl}, against their raw data and in themselves. */
record CalibrationFigures(Path directory, Problems problems) {

    static final String FILE = "calibration.jsonl";

    private static final double QUOTIENT_SHARE = 1e-6;

    void check(List<Calibration> lines) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            Calibration line = lines.get(i);
            Problems.Line at = problems.line(FILE, i + 1);
            at.near(
                    "goodputPerSecond",
                    line.result().goodputPerSecond(),
                    line.result().verified() / line.result().measuredSeconds(),
                    QUOTIENT_SHARE,
                    "'verified' / 'measuredSeconds'");
            if (line.evidenceFolder().path() == null || line.evidenceFolder().manifestSha256() == null) {
                at.says("names no raw data from which it could be computed again");
                continue;
            }
            Manifest.check(directory, line.evidenceFolder(), at, problems);
            raw(line, at);
        }
    }

    private void raw(Calibration line, Problems.Line at) throws IOException {
        Path folder = directory.resolve(line.evidenceFolder().path());
        try {
            if (line.result().window() == null) {
                at.says("has no 'window' to compute its figures from");
                return;
            }
            at.near(
                    "measuredSeconds",
                    line.result().measuredSeconds(),
                    line.result().window().seconds(),
                    QUOTIENT_SHARE,
                    "'window'");
            RawFigures raw = line.subject().injector().equals("jmeter-http")
                    ? SampleLogs.trial(folder, line.result().window())
                    : IntervalLogs.trial(folder, "latency.hlog", line.result().window());
            String from = line.evidenceFolder().path() + "/" + raw.source();
            at.same("verified", line.result().verified(), raw.verified(), from);
            at.same("errors", line.result().errors(), raw.errors(), from);
        } catch (IOException e) {
            at.says("does not follow from %s: %s", line.evidenceFolder().path(), e.getMessage());
        }
    }
}
