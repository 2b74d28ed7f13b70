package org.busbench.reports.page;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.busbench.record.Adapter;
import org.busbench.record.RunInfo;
import org.busbench.record.Suite;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.Cell;
import org.busbench.reports.analysis.EnoughInjectors;
import org.busbench.reports.analysis.InjectorTrial;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.page.RateTables.FixedRateView;
import org.busbench.reports.page.RateTables.FrontierView;
import org.busbench.reports.page.RateTables.ProbeView;
import org.busbench.reports.page.SetupTables.InjectorView;
import org.busbench.reports.page.SetupTables.SampleView;
import org.busbench.reports.page.SetupTables.SetupView;
import org.busbench.reports.page.SetupTables.VerificationView;
import org.busbench.reports.raw.RawData;
import org.busbench.reports.results.IntegrityResults;

/** The page of a run: one HTML document that needs no other file and no network. */
public final class Page {

    private Page() {}

    /** Draws a run from its record alone. */
    public static String of(Analysis analysis) {
        return of(analysis, RawData.none());
    }

    /** Draws a run. */
    public static String of(Analysis analysis, RawData raw) {
        return drawn(analysis, raw, null, null);
    }

    /**
     * The same with a section of what the adapters made of hostile exchanges, in another run.
     *
     * @param link to the page of that run, from this one
     */
    public static String of(Analysis analysis, RawData raw, IntegrityResults hostile, String link) {
        return drawn(analysis, raw, null, HostileView.of(analysis, hostile, link));
    }

    /**
     * Draws a run that goes on: the page says how far it is, and reloads itself.
     *
     * @param howFar for people
     */
    public static String underway(Analysis analysis, RawData raw, String howFar) {
        return drawn(analysis, raw, new Underway(howFar, Instant.now().truncatedTo(ChronoUnit.SECONDS)), null);
    }

    /** How far a run was when its page was drawn. */
    record Underway(String howFar, Instant drawn) {

        String time() {
            return Format.time(drawn.toString());
        }
    }

    /** The adapters of this run that were wrong in a run of hostile exchanges, by class. */
    record HostileView(String id, String link, List<String> classes, List<Row> rows) {

        /** An adapter, and how often it was wrong in each class. */
        record Row(String adapter, List<Wrong> cells) {}

        /** In a class. */
        record Wrong(String mark, String text) {}

        static HostileView of(Analysis analysis, IntegrityResults hostile, String link) {
            List<String> own =
                    analysis.run().info().adapters().stream().map(Adapter::name).toList();
            return new HostileView(
                    hostile.run().id(),
                    link,
                    hostile.classes().stream()
                            .map(IntegrityResults.CaseClass::title)
                            .toList(),
                    hostile.adapters().stream()
                            .filter(adapter -> own.contains(adapter.name()))
                            .map(adapter -> new Row(
                                    adapter.name(),
                                    adapter.counts().stream()
                                            .map(HostileView::wrong)
                                            .toList()))
                            .toList());
        }

        private static Wrong wrong(IntegrityResults.Counts counts) {
            int judged = counts.right() + counts.tolerable() + counts.wrong();
            return judged == 0
                    ? new Wrong("", counts.notApplicable() > 0 ? "not applicable" : "not tried")
                    : new Wrong(
                            counts.wrong() > 0 ? "bad" : "good",
                            counts.wrong() + " of " + Format.count(judged) + " wrong");
        }
    }

    /** {@code underway} is null for a run that has ended, {@code hostile} where there is no such run. */
    private static String drawn(Analysis analysis, RawData raw, Underway underway, HostileView hostile) {
        Palette palette = new Palette(analysis.run().info().adapters());
        String charts = Document.charts();
        String script = Document.script("main.js");
        Map<String, Object> view = Document.view();
        view.put("underway", underway == null ? false : underway);
        view.put("hostile", hostile == null ? false : hostile);
        view.put("charts", charts);
        view.put("script", script);
        view.put("scriptSources", ScriptText.hash(charts) + " " + ScriptText.hash(script));
        view.put("data", PageData.of(analysis, raw, palette).packed());
        view.put("licences", licences());
        content(view, analysis, palette);
        return Document.of("index", view);
    }

    private static void content(Map<String, Object> view, Analysis analysis, Palette palette) {
        RunInfo info = analysis.run().info();
        int resolution = PageData.resolution(analysis);
        view.put("id", info.id());
        view.put("suite", info.suite().name());
        view.put(
                "about",
                info.suite().source().about() == null
                        ? ""
                        : info.suite().source().about());
        view.put("started", Format.time(info.startedAt()));
        view.put(
                "machine",
                info.environment() == null
                        ? ""
                        : info.environment().logicalCpus() + " × "
                                + info.environment().cpu());
        view.put("samples", SampleView.of(analysis.run(), palette));
        view.put("costed", analysis.run().samples().isEmpty());
        int trials = analysis.run().trials().size();
        view.put("trials", trials == 1 ? "1 trial" : Format.count(trials) + " trials");
        view.put(
                "resolution",
                resolution < 1000 ? Format.count(resolution) + " µs" : Format.number(resolution / 1000.0) + " ms");
        view.put("status", StatusView.of(analysis.run()));
        view.put("headline", HeadlineView.of(analysis, palette));
        view.put("duets", DuetView.of(analysis, palette));
        view.put("publication", PublicationView.of(analysis, palette));
        view.put("duetsAlone", analysis.duetsAlone());
        view.put("chartScenarios", PageData.scenarios(info.suite()));
        view.put("steps", PageData.Step.of(info.suite()));
        view.put("medians", info.suite().repeats().blocks() > 1);
        view.put("controls", analysis.cells().stream().anyMatch(Cell::control));
        view.put("ceiling", analysis.ceilingKnown());
        view.put("baseline", analysis.baseline().orElse(""));
        view.put(
                "frontiers",
                FrontierView.of(analysis.frontiers(), analysis.run().info().suite(), palette));
        view.put(
                "frontierConnections",
                analysis.frontiers().stream()
                        .findFirst()
                        .map(frontier -> Format.count(frontier.connections()))
                        .orElse(""));
        view.put(
                "fixedRates",
                FixedRateView.of(analysis.fixedRate(), analysis.run().info().suite(), palette));
        view.put("fixedShare", fixedShare(info.suite()));
        view.put(
                "probes",
                ProbeView.of(
                        ProbeLatency.of(analysis.cells()), analysis.run().info().suite(), palette));
        injectors(view, analysis.injectors());
        view.put(
                "enoughInjectors",
                EnoughInjectors.of(analysis.run()).stream()
                        .map(EnoughInjectorsView::of)
                        .toList());
        view.put("charted", !info.suite().concurrency().isEmpty());
        view.put("verifications", VerificationView.of(analysis.run(), palette));
        view.put("fairness", FairnessView.of(analysis.run(), palette));
        view.put("setup", info.environment() == null ? null : SetupView.of(analysis.run(), palette));
    }

    private static void injectors(Map<String, Object> view, List<InjectorTrial> injectors) {
        view.put("injectors", InjectorView.of(injectors));
        view.put("injectorSentence", InjectorView.sentence(injectors));
        view.put(
                "injectorControl",
                injectors.isEmpty() ? "" : injectors.get(0).calibration().adapter());
    }

    private static String fixedShare(Suite suite) {
        return suite.extraLoads().fixedRate() == null
                        || suite.extraLoads().fixedRate().shareOfSlowest() == null
                ? ""
                : Format.percent(suite.extraLoads().fixedRate().shareOfSlowest());
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
