package org.busbench.reports.page;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.busbench.record.RecordedRun;
import org.busbench.record.SampleSource;
import org.busbench.record.Trial;

/** What a page that was drawn from sample logs says of them. */
record SampleView(String drawn, String warmup, List<Row> rows) {

    private static final int RESOLUTION_MICROS = 1000;

    /**
     * A trial and the file that it comes from.
     *
     * @param clients how many
     * @param began first instant of the window
     * @param firstByte p50 and p99 of the time until an answer began, in ms
     */
    record Row(
            String file,
            String look,
            String adapter,
            String scenario,
            String payload,
            String clients,
            int block,
            String began,
            String seconds,
            String verified,
            String errors,
            String firstByte,
            String connects) {}

    /** Null for a run that was recorded. */
    static SampleView of(RecordedRun run, Palette palette) {
        Optional<SampleSource> source = run.samples();
        if (source.isEmpty()) {
            return null;
        }
        SampleSource samples = source.get();
        List<Row> rows = new ArrayList<>();
        Iterator<Trial> trials = run.trials().iterator();
        for (SampleSource.Origin origin : samples.trials()) {
            rows.add(row(trials.next(), origin, palette));
        }
        return new SampleView(
                String.format(
                        Locale.ROOT,
                        "Drawn from %,d samples in %s that JMeter wrote by itself, not from a record of busbench.",
                        samples.samples(),
                        samples.files() == 1 ? "one JTL file" : samples.files() + " JTL files"),
                samples.warmupSeconds() == 0
                        ? "No warm-up was left out"
                        : "The first " + samples.warmupSeconds() + " s of each stretch of steady load were left out as"
                                + " warm-up",
                rows);
    }

    private static Row row(Trial trial, SampleSource.Origin origin, Palette palette) {
        return new Row(
                origin.file(),
                palette.of(trial.adapter()),
                trial.adapter(),
                Format.scenario(trial.scenario()),
                Format.payload(trial.payload()),
                Format.count(trial.concurrency()),
                trial.block(),
                Format.time(trial.conditions().startedAt()),
                Format.number(trial.conditions().measuredSeconds()),
                Format.count(trial.result().verified()),
                Format.count(trial.result().errors().total()),
                origin.firstByteP50Micros() == null
                        ? "–"
                        : Format.millis(origin.firstByteP50Micros(), RESOLUTION_MICROS) + " / "
                                + Format.millis(origin.firstByteP99Micros(), RESOLUTION_MICROS),
                origin.connects() == null ? "–" : Format.count(origin.connects()));
    }
}
