package org.busbench.reports.run;

/**
 * Responses that did not count, by class.
 *
 * @param connect no connection
 * @param timeout no answer in time
 * @param reset the connection broke
 * @param status an HTTP status other than 200
 * @param content an answer with the wrong content
 */
public record ErrorCounts(long connect, long timeout, long reset, long status, long content) {

    /** No error at all. */
    public static final ErrorCounts NONE = new ErrorCounts(0, 0, 0, 0, 0);

    /** Refuses negative counts. */
    public ErrorCounts {
        Required.notNegative(connect, "errors.connect");
        Required.notNegative(timeout, "errors.timeout");
        Required.notNegative(reset, "errors.reset");
        Required.notNegative(status, "errors.status");
        Required.notNegative(content, "errors.content");
    }

    /**
     * All classes together.
     *
     * @return count
     */
    public long total() {
        return connect + timeout + reset + status + content;
    }

    /**
     * These errors and others.
     *
     * @param other counts to add
     * @return the sums
     */
    public ErrorCounts plus(ErrorCounts other) {
        return new ErrorCounts(
                connect + other.connect,
                timeout + other.timeout,
                reset + other.reset,
                status + other.status,
                content + other.content);
    }
}
