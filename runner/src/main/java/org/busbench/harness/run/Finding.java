package org.busbench.harness.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.busbench.record.Keyed;

/**
 * Something that was looked at before a run.
 *
 * @param host role and name; null for this machine
 * @param advice what to do; empty when all is well
 */
public record Finding(
        @JsonInclude(JsonInclude.Include.NON_NULL) String host,
        String check,
        Level level,
        String found,
        String advice) {

    /** Fewer open files carry no run, and suites with thousands of clients want more than enough of them. */
    private static final long LEAST_FILES = 1024;

    /** The number of open files that is enough for every suite. */
    public static final long ENOUGH_FILES = 16_384;

    /** How bad it is. */
    public enum Level implements Keyed {
        /** The part is in order. */
        OK,
        /** A run goes on, and its figures may suffer. */
        WARN,
        FAIL
    }

    public static Finding ok(String check, String found) {
        return new Finding(null, check, Level.OK, found, "");
    }

    public static Finding warn(String check, String found, String advice) {
        return new Finding(null, check, Level.WARN, found, advice);
    }

    public static Finding fail(String check, String found, String advice) {
        return new Finding(null, check, Level.FAIL, found, advice);
    }

    /** The limit of open files, as the system says it. */
    public static Finding openFiles(String limit, String advice) {
        long files =
                limit.matches("[0-9]{1,18}") ? Long.parseLong(limit) : limit.equals("unlimited") ? Long.MAX_VALUE : 0;
        if (files < LEAST_FILES) {
            return fail("open files", limit, advice);
        }
        return files < ENOUGH_FILES
                ? warn("open files", limit, "suites with thousands of clients need more: " + advice)
                : ok("open files", limit);
    }

    /** The same on another host. */
    public Finding on(String other) {
        return new Finding(other, check, level, found, advice);
    }
}
