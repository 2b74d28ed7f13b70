package org.busbench.reports.page;

import static org.busbench.reports.results.Results.each;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.record.RecordedRun;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.EnoughInjectors;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.Fields;

/** The page of a run: one HTML document that needs no other file and no network. */
public final class Page {
    /** So many jobs are seen at a glance on the cards. */
    private static final int FEW_JOBS = 3;

    private Page() {}

    public static String of(Analysis analysis) {
        return of(analysis, RawData.none());
    }

    public static String of(Analysis analysis, RawData raw) {
        return of(analysis, raw, List.of());
    }

    /** Draws a run that has ended; {@code older} are the adapters of which today's program is another one. */
    public static String of(Analysis analysis, RawData raw, List<String> older) {
        return drawn(analysis, raw, older, null);
    }

    /** Draws a run that goes on: the page says how far it is, and reloads itself. */
    public static String underway(Analysis analysis, RawData raw, String howFar) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return drawn(analysis, raw, List.of(), Fields.of("howFar", howFar, "drawn", now, "time", Format.time(now)));
    }

    /** {@code underway} is null for a run that has ended. */
    private static String drawn(Analysis analysis, RawData raw, List<String> older, Map<String, Object> underway) {
        Palette palette = new Palette(analysis.run().info().adapters());
        String charts = Document.charts();
        String script = Document.script("main.js");
        Map<String, Object> view = Document.view();
        view.put("underway", underway);
        view.put("older", older.isEmpty() ? null : String.join(", ", older));
        view.put("charts", charts);
        view.put("script", script);
        view.put("scriptSources", ScriptText.hash(charts) + " " + ScriptText.hash(script));
        view.put("data", Document.packed(PageData.of(analysis, raw, palette)));
        view.put("licences", licences());
        view.putAll(run(analysis));
        view.putAll(sections(analysis, palette));
        return Document.of("index", view);
    }

    private static Map<String, Object> run(Analysis analysis) {
        RunInfo info = analysis.run().info();
        Suite suite = info.suite();
        int trials = analysis.run().trials().size();
        int resolution = PageData.resolution(analysis);
        return Fields.of(
                "id", info.id(),
                "suite", suite.name(),
                "about", suite.source().about(),
                "started", Format.time(info.startedAt()),
                "made", info.busbench() == null ? null : info.busbench().words(),
                "machine",
                        Optional.ofNullable(info.environment())
                                .map(machine -> machine.logicalCpus() + " × " + machine.cpu()),
                "costed", analysis.run().samples().isEmpty(),
                "trials", trials == 1 ? "1 trial" : Format.count(trials) + " trials",
                "resolution",
                        resolution < 1000
                                ? Format.count(resolution) + " µs"
                                : Format.number(resolution / 1000.0) + " ms",
                "duetsAlone", analysis.duetsAlone(),
                "chartScenarios", PageData.scenarios(suite),
                "steps", PageData.steps(suite),
                "medians", suite.repeats().blocks() > 1,
                "controls", analysis.cells().stream().anyMatch(Cell::control),
                "ceiling", analysis.ceilingKnown(),
                "charted", !suite.concurrency().isEmpty(),
                "jobs", suite.scenarios().size() > FEW_JOBS,
                "fixedShare",
                        Optional.ofNullable(suite.extraLoads().fixedRate())
                                .map(Suite.FixedRate::shareOfSlowest)
                                .map(Format::percent));
    }

    private static Map<String, Object> sections(Analysis analysis, Palette palette) {
        RecordedRun run = analysis.run();
        RateTables rates = new RateTables(run.info().suite(), palette);
        SetupTables setup = new SetupTables(run, palette);
        return Fields.of(
                "samples", setup.samples(),
                "status", StatusView.of(run),
                "headline", HeadlineView.of(analysis, palette),
                "duets", DuetView.of(analysis, palette),
                "publication", PublicationView.of(analysis, palette),
                "frontiers", rates.frontiers(analysis.frontiers()),
                "frontierConnections",
                        analysis.frontiers().stream().findFirst().map(frontier -> Format.count(frontier.connections())),
                "fixedRates", each(analysis.fixedRate(), rates::fixedRate),
                "probes", each(ProbeLatency.of(analysis.cells()), rates::probe),
                "injectors", each(analysis.injectors(), SetupTables::injector),
                "injectorSentence", SetupTables.sentence(analysis.injectors()),
                "injectorControl",
                        analysis.injectors().stream()
                                .findFirst()
                                .map(trial -> trial.calibration().adapter()),
                "enoughInjectors", each(EnoughInjectors.of(run), SetupTables::enough),
                "verifications", setup.verifications(),
                "fairness", FairnessView.of(run, palette),
                "setup", setup.setup());
    }

    /** The licences of what a page with charts brings along. */
    static String licences() {
        return String.join(
                "\n\n\n",
                Document.resource(Document.ECHARTS + "NOTICE"),
                Document.resource(Document.ECHARTS + "LICENSE"),
                "ZRender (bundled with Apache ECharts)\n\n" + Document.resource(Document.ECHARTS + "LICENSE-zrender"),
                "d3 (parts of it are in Apache ECharts)\n\n" + Document.resource(Document.ECHARTS + "LICENSE-d3"));
    }
}
