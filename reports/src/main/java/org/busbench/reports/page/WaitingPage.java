package org.busbench.reports.page;

import java.util.Map;

/** What a server shows of a run before there is anything to draw: how far it is. Called on any thread. */
public final class WaitingPage {

    private WaitingPage() {}

    /** Draws a page that makes way for the report as soon as there is one. */
    public static String of() {
        String script = Document.script("waiting.js");
        Map<String, Object> view = Document.view();
        Document.addStyle(view, LiveView.STYLE);
        view.put("live", LiveView.NOTHING_DRAWN);
        view.put("script", script);
        view.put("policy", Document.WITHOUT_SCRIPTS + "; script-src " + ScriptText.hash(script) + LiveView.CONNECT);
        return Document.of("waiting", view);
    }
}
