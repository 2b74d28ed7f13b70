package org.busbench.reports.jtl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A sample log in the columns of a stock JMeter 5.6.3, written second by second. */
final class LogDraft {

    static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,"
            + "failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect";

    /** A full second. */
    static final long START = 1_700_000_000_000L;

    private final StringBuilder rows = new StringBuilder(HEADER).append('\n');
    private long second;
    private String host = "";
    private int thread = 1;

    /** As many seconds, in each of which so many samples of so many milliseconds end. */
    LogDraft steady(int threads, int seconds, int perSecond, int elapsedMillis) {
        for (int i = 0; i < seconds; i++, second++) {
            for (int n = 0; n < perSecond; n++) {
                end(n * 1000L / perSecond, elapsedMillis, threads);
            }
        }
        return this;
    }

    /** A second in which the threads rise from 1, or fall to it. */
    LogDraft change(int threads) {
        end(100, 10, 1);
        end(900, 10, threads);
        second++;
        return this;
    }

    /** What follows is from the beginning again, and of a server of a distributed test. */
    LogDraft host(String name) {
        host = name + "-";
        second = 0;
        return this;
    }

    /** What follows is of this thread. */
    LogDraft thread(int number) {
        thread = number;
        return this;
    }

    LogDraft pause(int seconds) {
        second += seconds;
        return this;
    }

    /** A sample that ends so many milliseconds after the beginning of this second. */
    LogDraft end(long atMillis, long elapsedMillis, int threads) {
        return row(atMillis, elapsedMillis, "cbr", "200", "OK", true, "", threads);
    }

    /** A transaction that ended so many milliseconds after the beginning of this second, and had pauses. */
    LogDraft idle(long atMillis, long elapsedMillis, long idleMillis) {
        return raw(String.format(
                Locale.ROOT,
                "%d,%d,order,200,\"Number of samples in transaction : 2\",users 1-1,,true,,700,900,4,4,null,0,%d,0\n",
                START + 1000 * second + atMillis - elapsedMillis - idleMillis,
                elapsedMillis,
                idleMillis));
    }

    LogDraft row(
            long atMillis,
            long elapsedMillis,
            String label,
            String code,
            String message,
            boolean success,
            String failure,
            int threads) {
        rows.append(String.format(
                Locale.ROOT,
                "%d,%d,%s,%s,%s,%susers 1-%d,text,%s,%s,700,900,%d,%d,http://127.0.0.1/x,%d,0,%d\n",
                START + 1000 * second + atMillis - elapsedMillis,
                elapsedMillis,
                label,
                code,
                message,
                host,
                thread,
                success,
                failure,
                threads,
                threads,
                Math.max(0, elapsedMillis - 1),
                0));
        return this;
    }

    LogDraft raw(String text) {
        rows.append(text);
        return this;
    }

    Path in(Path folder, String name) {
        try {
            return Files.writeString(folder.resolve(name), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
