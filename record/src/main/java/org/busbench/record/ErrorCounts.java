package org.busbench.record;

import java.util.Map;
import org.busbench.common.ErrorClass;

/** Responses that did not count, by class. */
public record ErrorCounts(
        long connect, long timeout, long reset, long cut, long status, long route, long foreign, long content) {

    public static final ErrorCounts NONE = new ErrorCounts(0, 0, 0, 0, 0, 0, 0, 0);

    public ErrorCounts {
        Required.notNegative(connect, "errors.connect");
        Required.notNegative(timeout, "errors.timeout");
        Required.notNegative(reset, "errors.reset");
        Required.notNegative(cut, "errors.cut");
        Required.notNegative(status, "errors.status");
        Required.notNegative(route, "errors.route");
        Required.notNegative(foreign, "errors.foreign");
        Required.notNegative(content, "errors.content");
    }

    /** Counts by class, each 0 or more; one that is not there is 0. */
    public static ErrorCounts of(Map<ErrorClass, Long> counts) {
        return new ErrorCounts(
                counts.getOrDefault(ErrorClass.CONNECT, 0L),
                counts.getOrDefault(ErrorClass.TIMEOUT, 0L),
                counts.getOrDefault(ErrorClass.RESET, 0L),
                counts.getOrDefault(ErrorClass.CUT, 0L),
                counts.getOrDefault(ErrorClass.STATUS, 0L),
                counts.getOrDefault(ErrorClass.ROUTE, 0L),
                counts.getOrDefault(ErrorClass.FOREIGN, 0L),
                counts.getOrDefault(ErrorClass.CONTENT, 0L));
    }

    public long total() {
        return connect + timeout + reset + cut + status + route + foreign + content;
    }

    /** These errors and others. */
    public ErrorCounts plus(ErrorCounts other) {
        return new ErrorCounts(
                connect + other.connect,
                timeout + other.timeout,
                reset + other.reset,
                cut + other.cut,
                status + other.status,
                route + other.route,
                foreign + other.foreign,
                content + other.content);
    }
}
