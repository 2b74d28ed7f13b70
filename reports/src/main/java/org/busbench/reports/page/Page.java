package org.busbench.reports.page;

import com.samskivert.mustache.Mustache;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.analysis.InjectorTrial;
import org.busbench.reports.analysis.ProbeLatency;
import org.busbench.reports.run.RunInfo;
import org.busbench.reports.run.Suite;

/** The page of a run: one HTML document that needs no other file and no network. */
public final class Page {

    private static final String ECHARTS = "vendor/echarts-6.1.0/";

    private Page() {}

    /**
     * Draws a run.
     *
     * @param analysis what the run says
     * @return an HTML document
     */
    public static String of(Analysis analysis) {
        Palette palette = new Palette(analysis.run().info().adapters());
        String charts = ScriptText.code(Resources.text(ECHARTS + "echarts.common.min.js"));
        // A run at rates alone has no concurrency to draw anything over; its tables need no script.
        boolean charted = !analysis.run().info().suite().concurrency().isEmpty();
        String script =
                !charted ? "" : ScriptText.code(ModuleBundle.of("main.js", name -> Resources.text("script/" + name)));
        Map<String, Object> view = new TreeMap<>();
        view.put("style", Resources.text("style.css"));
        view.put("charts", charts);
        view.put("script", script);
        view.put("scriptSources", ScriptText.hash(charts) + " " + ScriptText.hash(script));
        view.put("data", ScriptText.json(ChartData.of(analysis, palette).json()));
        view.put("licences", licences());
        content(view, analysis, palette);
        return Mustache.compiler()
                .withLoader(name -> new StringReader(Resources.text("template/" + name + ".mustache")))
                .compile(Resources.text("template/index.mustache"))
                .execute(view);
    }

    private static void content(Map<String, Object> view, Analysis analysis, Palette palette) {
        RunInfo info = analysis.run().info();
        List<String> payloads = info.suite().payloads();
        int resolution = ChartData.resolution(analysis);
        view.put("id", info.id());
        view.put("suite", info.suite().name());
        view.put("about", info.suite().about() == null ? "" : info.suite().about());
        view.put("started", Format.time(info.startedAt()));
        view.put(
                "machine",
                info.environment().logicalCpus() + " × " + info.environment().cpu());
        int trials = analysis.run().trials().size();
        view.put("trials", trials == 1 ? "1 trial" : Format.count(trials) + " trials");
        view.put(
                "resolution",
                resolution < 1000 ? Format.count(resolution) + " µs" : Format.number(resolution / 1000.0) + " ms");
        view.put("status", StatusView.of(analysis.run()));
        view.put("headline", HeadlineView.of(analysis, palette));
        view.put("chartScenarios", ChartData.of(analysis, palette).scenarios());
        view.put("levels", levels(info.suite().concurrency()));
        view.put("medians", info.suite().blocks() > 1);
        view.put(
                "cells",
                analysis.cells().stream()
                        .map(cell -> CellView.of(cell, palette, payloads, resolution))
                        .toList());
        view.put(
                "errors",
                analysis.cells().stream()
                        .filter(cell -> cell.errors().total() > 0)
                        .map(cell -> ErrorView.of(cell, palette))
                        .toList());
        List<VerdictView> verdicts = VerdictView.of(analysis, palette);
        view.put("verdicts", verdicts);
        view.put("once", verdicts.stream().allMatch(verdict -> verdict.blocks() == 1));
        view.put("baseline", analysis.baseline().orElse(""));
        view.put("scalings", ScalingView.of(analysis.scalings(), palette));
        view.put("frontiers", FrontierView.of(analysis.frontiers(), palette));
        view.put(
                "frontierConnections",
                analysis.frontiers().stream()
                        .findFirst()
                        .map(frontier -> Format.count(frontier.connections()))
                        .orElse(""));
        view.put("fixedRates", FixedRateView.of(analysis.fixedRate(), palette));
        view.put("fixedShare", fixedShare(info.suite()));
        view.put("probes", ProbeView.of(ProbeLatency.of(analysis.cells()), palette));
        injectors(view, analysis.injectors());
        List<CertaintyView> certainties = analysis.cells().stream()
                .filter(cell -> !cell.trials().isEmpty())
                .map(cell -> CertaintyView.of(cell, palette))
                .toList();
        view.put("certainties", certainties);
        view.put(
                "flagged",
                certainties.stream()
                        .filter(certainty -> !certainty.flags().isEmpty())
                        .toList());
        view.put("charted", !info.suite().concurrency().isEmpty());
        view.put("verifications", VerificationView.of(analysis.run(), palette));
        view.put("fairness", FairnessView.of(analysis.run(), palette));
        view.put("setup", SetupView.of(info, palette));
    }

    private static void injectors(Map<String, Object> view, List<InjectorTrial> injectors) {
        view.put("injectors", InjectorView.of(injectors));
        view.put("injectorSentence", InjectorView.sentence(injectors));
        view.put(
                "injectorControl",
                injectors.isEmpty() ? "" : injectors.get(0).calibration().adapter());
    }

    private static String fixedShare(Suite suite) {
        return suite.fixedRate() == null || suite.fixedRate().shareOfSlowest() == null
                ? ""
                : Format.percent(suite.fixedRate().shareOfSlowest());
    }

    private static String levels(List<Integer> concurrency) {
        return concurrency.size() == 1 ? "at " + Format.clients(concurrency.get(0)) : "over concurrency";
    }

    private static String licences() {
        return String.join(
                "\n\n\n",
                Resources.text(ECHARTS + "NOTICE"),
                Resources.text(ECHARTS + "LICENSE"),
                "ZRender (bundled with Apache ECharts)\n\n" + Resources.text(ECHARTS + "LICENSE-zrender"),
                "d3 (parts of it are in Apache ECharts)\n\n" + Resources.text(ECHARTS + "LICENSE-d3"));
    }
}
