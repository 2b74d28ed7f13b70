package org.busbench.reports.page;

import java.util.List;
import java.util.Map;

/** A page of a heading, sentences and links, without scripts: what a server shows beside reports. Called on any thread. */
public final class PlainPage {

    /**
     * A line of a list.
     *
     * @param link where it leads, relative and encoded; empty for nowhere
     * @param detail beside it; may be empty
     */
    public record Item(String text, String link, String detail) {}

    private PlainPage() {}

    /**
     * Draws a page.
     *
     * @param items of a list below them; may be empty
     * @param back where the way back leads, relative; empty for nowhere
     */
    public static String of(String title, List<String> sentences, List<Item> items, String back) {
        Map<String, Object> view = Document.view();
        view.put("title", title);
        view.put("sentences", sentences);
        view.put("items", items);
        view.put("back", back);
        view.put("policy", Document.WITHOUT_SCRIPTS);
        return Document.of("plain", view);
    }
}
