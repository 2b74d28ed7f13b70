package org.busbench.mediation;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.log.LogFile;
import org.busbench.mediation.log.LogQueue;
import org.busbench.mediation.traffic.AccessLog;

/** The access log, if there is one, and the queue through which one thread writes all logs. For any thread. */
final class LogFiles {
    private final LogFile file;
    private final LogQueue queue;

    /**
     * @param accessLog file of the access log, or null for none
     * @param mostLines lines that may wait to be written
     * @throws BadConfigException if the file cannot be written
     */
    LogFiles(Path accessLog, int mostLines) throws BadConfigException {
        try {
            file = accessLog == null ? null : new LogFile(accessLog);
        } catch (IOException e) {
            throw new BadConfigException("--access-log " + accessLog + ": cannot be written: " + e, e);
        }
        queue = new LogQueue(file == null ? () -> {} : file::flush, mostLines);
    }

    /** The access log, or null. */
    AccessLog access() {
        return file == null ? null : new AccessLog(queue, file);
    }

    LogQueue queue() {
        return queue;
    }

    /** Opens new files, since the present ones may have been renamed. */
    void reopen() {
        if (file != null) {
            file.reopen();
        }
    }

    long dropped() {
        return queue.dropped();
    }

    /** Writes the waiting lines. */
    void close() throws InterruptedException {
        queue.close();
    }
}
