package org.busbench.reports.page;

/**
 * What a server adds to a page so that it follows a run.
 *
 * @param version of what is drawn in the page; empty for nothing yet
 */
record LiveView(String version) {

    static final String STYLE = "style/live.css";

    /** The one thing that a page may ask for, of the server that it came from. */
    static final String CONNECT = "; connect-src 'self'";

    static final LiveView NOTHING_DRAWN = new LiveView("");
}
