package org.busbench.reports.page;

import java.util.List;
import java.util.Map;
import org.busbench.record.RunInfo;
import org.busbench.reports.analysis.Analysis;
import org.busbench.reports.page.Document.ScriptText;
import org.busbench.reports.raw.RawData;

/**
 * A document that draws the charts of a run's page for themselves. A browser that loads it has, when it is done, an
 * {@code <output data-file="NAME">} for each picture with the file's bytes in Base64, and {@code data-drawn} at its root;
 * or {@code data-trouble} there, with what went wrong.
 */
public final class PicturePage {

    private PicturePage() {}

    /**
     * What is to be drawn.
     *
     * @param theme {@code light} or {@code dark}
     * @param vectors whether to make SVG
     * @param pixels whether to make PNG, at twice the size
     */
    public record Wanted(List<String> scenarios, List<String> payloads, String theme, boolean vectors, boolean pixels) {

        /** Refuses what is no theme. */
        public Wanted {
            scenarios = List.copyOf(scenarios);
            payloads = List.copyOf(payloads);
            if (!List.of("light", "dark").contains(theme)) {
                throw new IllegalArgumentException("'" + theme + "' is no theme: choose light or dark");
            }
        }
    }

    /** Makes the document. */
    public static String of(Analysis analysis, RawData raw, Wanted wanted) {
        RunInfo info = analysis.run().info();
        Palette palette = new Palette(info.adapters());
        String charts = Document.charts();
        String script = Document.script("pictures.js");
        Map<String, Object> view = Document.view();
        view.put("charts", charts);
        view.put("script", script);
        view.put("scriptSources", ScriptText.hash(charts) + " " + ScriptText.hash(script));
        view.put("data", ScriptText.json(PageData.of(analysis, raw, palette).json()));
        view.put(
                "wanted",
                ScriptText.json(PageData.json(Map.of(
                        "scenarios", wanted.scenarios(),
                        "payloads", wanted.payloads(),
                        "theme", wanted.theme(),
                        "vectors", wanted.vectors(),
                        "pixels", wanted.pixels(),
                        "source", source(info)))));
        return Document.of("pictures", view);
    }

    private static String source(RunInfo info) {
        return "busbench " + info.busbench().version() + ", suite "
                + info.suite().name() + ", "
                + Format.time(info.startedAt()) + ", " + info.environment().logicalCpus() + " × "
                + info.environment().cpu();
    }
}
