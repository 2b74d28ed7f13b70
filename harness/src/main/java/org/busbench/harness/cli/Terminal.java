package org.busbench.harness.cli;

import java.io.PrintStream;

/**
 * Lines of output, and on a terminal one status line below them that is redrawn. Without a terminal there is no status
 * line and no escape code.
 */
final class Terminal {

    private static final String CLEAR_LINE = "\r\u001B[K";

    private final PrintStream out;
    private final boolean interactive;
    private String status = "";

    Terminal(PrintStream out, boolean interactive) {
        this.out = out;
        this.interactive = interactive;
    }

    boolean interactive() {
        return interactive;
    }

    synchronized void line(String text) {
        out.println((status.isEmpty() ? "" : CLEAR_LINE) + text);
        draw();
    }

    synchronized void status(String text) {
        if (interactive) {
            out.print(status.isEmpty() ? "" : CLEAR_LINE);
            status = text;
            draw();
        }
    }

    private void draw() {
        out.print(status);
        out.flush();
    }
}
