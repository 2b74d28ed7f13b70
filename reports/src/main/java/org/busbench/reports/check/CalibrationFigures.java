package org.busbench.reports.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.record.Calibration;

/** The lines of {@code calibration.jsonl}, against their raw data and in themselves. */
final class CalibrationFigures {

    static final String FILE = "calibration.jsonl";

    private static final double QUOTIENT_SHARE = 1e-6;
    /** wrk prints the length of its run with two digits behind the point. */
    private static final double WRK_SHARE = 0.01;

    private static final Pattern WRK_REQUESTS = Pattern.compile("(?m)^ *([0-9]+) requests in ([0-9.]+)(ms|s|m),");
    private static final Pattern WRK_BROKEN =
            Pattern.compile("Socket errors: connect ([0-9]+), read ([0-9]+), write ([0-9]+), timeout ([0-9]+)");
    private static final Pattern WRK_BAD = Pattern.compile("Non-2xx or 3xx responses: ([0-9]+)");

    private final Path directory;
    private final Problems problems;

    CalibrationFigures(Path directory, Problems problems) {
        this.directory = directory;
        this.problems = problems;
    }

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
            if (line.subject().injector().equals("wrk")) {
                wrk(line, at, folder.resolve("wrk.txt"));
                return;
            }
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

    private static void wrk(Calibration line, Problems.Line at, Path output) throws IOException {
        String text = Files.readString(output);
        Matcher requests = WRK_REQUESTS.matcher(text);
        if (!requests.find()) {
            throw new IOException("wrk.txt counts no requests");
        }
        Matcher bad = WRK_BAD.matcher(text);
        long refused = bad.find() ? Long.parseLong(bad.group(1)) : 0;
        long errors = refused;
        Matcher broken = WRK_BROKEN.matcher(text);
        if (broken.find()) {
            for (int kind = 1; kind <= broken.groupCount(); kind++) {
                errors += Long.parseLong(broken.group(kind));
            }
        }
        double unit = requests.group(3).equals("s") ? 1 : requests.group(3).equals("m") ? 60 : 0.001;
        String from = line.evidenceFolder().path() + "/wrk.txt";
        at.same("verified", line.result().verified(), Long.parseLong(requests.group(1)) - refused, from);
        at.same("errors", line.result().errors(), errors, from);
        at.near(
                "measuredSeconds",
                line.result().measuredSeconds(),
                Double.parseDouble(requests.group(2)) * unit,
                WRK_SHARE,
                from);
    }
}
