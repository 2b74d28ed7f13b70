package org.busbench.reports.page;

import com.samskivert.mustache.Mustache;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What all pages have in common: style and scripts inside, and a policy that admits exactly these scripts. */
final class Document {

    /** Where the chart library lies. */
    static final String ECHARTS = "vendor/echarts-6.1.0/";

    private static final List<String> STYLES =
            List.of("style/base.css", "style/answer.css", "style/charts.css", "style/tables.css", "style/media.css");

    /** The policy of a page without scripts. */
    static final String WITHOUT_SCRIPTS =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    private Document() {}

    /** The values that every template may use, to be filled up by its page. */
    static Map<String, Object> view() {
        Map<String, Object> view = new TreeMap<>();
        view.put("style", style(STYLES.stream()));
        return view;
    }

    /** Adds a sheet to the style of a view. */
    static void addStyle(Map<String, Object> view, String sheet) {
        view.put("style", style(Stream.concat(STYLES.stream(), Stream.of(sheet))));
    }

    private static String style(Stream<String> sheets) {
        return String.join("\n", sheets.map(Resources::text).toList());
    }

    /** The chart library, as it came. */
    static String charts() {
        return ScriptText.code(Resources.text(ECHARTS + "echarts.common.min.js"));
    }

    /** The module of this name and all that it imports, as one script. */
    static String script(String module) {
        return ScriptText.code(ModuleBundle.of(module, name -> Resources.text("script/" + name)));
    }

    /** Fills a template. */
    static String of(String template, Map<String, Object> view) {
        return Mustache.compiler()
                .withLoader(name -> new StringReader(Resources.text("template/" + name + ".mustache")))
                .compile(Resources.text("template/" + template + ".mustache"))
                .execute(view);
    }
}
