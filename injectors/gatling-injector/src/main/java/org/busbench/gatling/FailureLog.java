package org.busbench.gatling;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.busbench.common.client.Fault;
import org.busbench.sampler.protocol.LoadException;

/**
 * The failed requests of a load, in the form of JMeter's sample log, so that its readers can read these. Safe for any
 * thread; writers wait for one another, which only failures do.
 */
final class FailureLog implements Closeable {
    private static final String HEADER =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,bytes,sentBytes,"
                    + "grpThreads,allThreads,Latency,Connect\n";

    private final Path file;
    private final BufferedWriter out;
    private final String label;
    private final int users;
    private IOException problem;
    private long rows;

    /** Begins the log; an older one is not overwritten. */
    FailureLog(Path file, String label, int users) throws IOException, LoadException {
        if (Files.exists(file)) {
            throw new LoadException("the JTL " + file + " exists already");
        }
        this.file = file;
        this.label = label;
        this.users = users;
        this.out = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW);
        out.write(HEADER);
    }

    /** Appends a failure; status 0 says that no answer came. */
    synchronized void add(long startMillis, long elapsedMillis, String user, int status, Fault fault, long bytes) {
        if (problem != null) {
            return;
        }
        String code = status > 0
                ? Integer.toString(status)
                : "Non HTTP response code: " + fault.error().exception();
        String message = status > 0 ? "" : "Non HTTP response message: " + fault.message();
        try {
            out.write(startMillis + "," + elapsedMillis + "," + quoted(label) + "," + quoted(code) + ","
                    + quoted(message) + "," + quoted("gatling-" + user) + ",false,"
                    + quoted(fault.error().key() + ": " + fault.message()) + "," + bytes + ",0," + users + "," + users
                    + ",0,0\n");
            rows++;
        } catch (IOException full) {
            problem = full;
        }
    }

    synchronized long rows() {
        return rows;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"").replace('\r', ' ').replace('\n', ' ') + '"';
    }

    /** An error says that rows are missing. */
    @Override
    public synchronized void close() throws IOException {
        try (out) {
            if (problem != null) {
                throw new IOException("the JTL " + file + " cannot be written: " + problem.getMessage(), problem);
            }
        }
    }
}
