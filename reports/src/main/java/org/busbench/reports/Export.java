package org.busbench.reports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.busbench.record.RunProblem;
import org.busbench.record.RunReader;
import org.busbench.record.Trial;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.CpuCurve;
import org.busbench.reports.export.Csv;
import org.busbench.reports.export.JunitXml;
import org.busbench.reports.export.Markdown;
import org.busbench.reports.export.ResultsJson;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.IntegrityResults;
import org.busbench.reports.results.RampResults;

/** Writes what a run says as files for other programs. */
public final class Export {

    /** A kind of file. */
    public enum Format {
        /** {@code trials.csv}, {@code seconds.csv}, {@code latencies.csv}: one row a trial, a second, a quantile; {@code duets.csv} a stretch. */
        CSV,
        /** {@code results.md}: a table for each scenario and size. */
        MARKDOWN,
        /** {@code results.json}: every cell with its intervals, distribution, seconds, verdicts and flags. */
        JSON,
        /** {@code cells.xml}: JUnit, a test case for each cell and each duet. */
        JUNIT
    }

    private Export() {}

    /**
     * Writes files.
     *
     * @param out folder to write to; made when it is not there
     * @throws RunProblem with one line for people: the run cannot be read, or a file cannot be written
     */
    public static List<Path> write(Path runDirectory, Set<Format> formats, Path out) {
        Analysis analysis = Analysis.of(RunReader.read(runDirectory));
        RawData raw = RawData.of(runDirectory);
        Map<String, String> files = new LinkedHashMap<>();
        formats.forEach(format -> files.putAll(texts(format, analysis, raw)));
        return written(files, out);
    }

    /**
     * Writes what a run of hostile exchanges says: {@code integrity-results.json}, and {@code integrity.csv} with a row for
     * each adapter and case beside {@code integrity-counts.csv} with one for each adapter and class, and
     * {@code integrity-figures.csv} with one for each figure of an adapter and case.
     *
     * @param formats JSON and CSV
     * @param out folder to write to; made when it is not there
     * @throws RunProblem with one line for people: the run cannot be read, another format is asked for, or a file cannot be
     *     written
     */
    public static List<Path> integrity(Path runDirectory, Set<Format> formats, Path out) {
        Map<String, String> files = new LinkedHashMap<>();
        IntegrityResults results = IntegrityResults.read(runDirectory);
        for (Format format : formats) {
            files.putAll(
                    switch (format) {
                        case JSON -> Map.of("integrity-results.json", ResultsJson.text(results));
                        case CSV ->
                            Map.of(
                                    "integrity.csv", Csv.integrity(results),
                                    "integrity-counts.csv", Csv.counts(results),
                                    "integrity-figures.csv", Csv.figures(results));
                        default ->
                            throw new RunProblem(runDirectory + ": is a run of 'busbench torture', which goes into the"
                                    + " formats json and csv, not "
                                    + format.name().toLowerCase(Locale.ROOT));
                    });
        }
        return written(files, out);
    }

    /**
     * Writes what a run of ramps says: {@code ramp-results.json}.
     *
     * @param formats JSON
     * @param out folder to write to; made when it is not there
     * @throws RunProblem with one line for people: the run cannot be read, another format is asked for, or a file cannot be
     *     written
     */
    public static List<Path> ramps(Path runDirectory, Set<Format> formats, Path out) {
        if (!formats.equals(Set.of(Format.JSON))) {
            throw new RunProblem(runDirectory + ": is a run of ramps, which goes into the format json alone");
        }
        return written(Map.of("ramp-results.json", ResultsJson.text(RampResults.read(runDirectory))), out);
    }

    /**
     * Writes {@code cpus.md}, how TPS goes with the CPUs of the mediator.
     *
     * @param out folder to write to; made when it is not there
     * @throws RunProblem with one line for people: a run cannot be read, none has a mediator that was kept to some CPUs, or
     *     the file cannot be written
     */
    public static Path cpus(List<Path> runDirectories, Path out) {
        List<CpuCurve> curves =
                CpuCurve.of(runDirectories.stream().map(RunReader::read).toList());
        if (curves.isEmpty()) {
            throw new RunProblem("no mediator of these runs was kept to some CPUs: write 'cpus:' in the hosts file, or"
                    + " 'pin: auto' in the suite");
        }
        return written(Map.of("cpus.md", CpuCurve.markdown(curves)), out).get(0);
    }

    /**
     * The text of {@code results.json}.
     *
     * @throws RunProblem with one line for people, when the run cannot be read
     */
    public static String json(Path runDirectory) {
        return ResultsJson.of(Analysis.of(RunReader.read(runDirectory)), RawData.of(runDirectory));
    }

    private static Map<String, String> texts(Format format, Analysis analysis, RawData raw) {
        return switch (format) {
            case CSV -> rows(analysis, raw);
            case MARKDOWN -> Map.of("results.md", Markdown.results(analysis));
            case JSON -> Map.of("results.json", ResultsJson.of(analysis, raw));
            case JUNIT -> Map.of("cells.xml", JunitXml.cells(analysis));
        };
    }

    private static Map<String, String> rows(Analysis analysis, RawData raw) {
        List<Trial> trials = analysis.run().trials();
        Map<String, String> files = new LinkedHashMap<>();
        files.put("trials.csv", Csv.trials(trials));
        files.put("seconds.csv", Csv.seconds(trials, raw));
        files.put("latencies.csv", Csv.latencies(analysis.cells(), raw));
        if (!analysis.duets().isEmpty()) {
            files.put("duets.csv", Csv.duets(analysis.duets()));
        }
        return files;
    }

    private static List<Path> written(Map<String, String> files, Path out) {
        try {
            Files.createDirectories(out);
        } catch (IOException e) {
            throw new RunProblem(out + ": cannot be written to: " + e, e);
        }
        return files.entrySet().stream()
                .map(file -> Report.replace(out.resolve(file.getKey()), file.getValue()))
                .toList();
    }

    /**
     * A kind of file by its name.
     *
     * @throws IllegalArgumentException with one line, when there is none of this name
     */
    public static Format format(String name) {
        return Stream.of(Format.values())
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + name + "' is no format: choose of json, markdown, junit, csv, cpus"));
    }
}
