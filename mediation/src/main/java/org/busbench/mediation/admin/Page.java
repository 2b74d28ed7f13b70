package org.busbench.mediation.admin;

/**
 * An answer to an operator.
 *
 * @param status HTTP status
 * @param type content type
 * @param text the body
 */
record Page(int status, String type, String text) {

    static Page plain(int status, String text) {
        return new Page(status, "text/plain; charset=utf-8", text + "\n");
    }

    /** Makes a page when it is asked for. May block. */
    @FunctionalInterface
    interface Source {
        Page page() throws InterruptedException;
    }
}
