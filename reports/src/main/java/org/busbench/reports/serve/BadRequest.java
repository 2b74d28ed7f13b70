package org.busbench.reports.serve;

/** A request that is answered with 400; the message is one line for people. */
final class BadRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadRequest(String message) {
        super(message);
    }
}
