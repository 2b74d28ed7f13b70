package org.busbench.mediation;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.log.LogFile;
import org.busbench.mediation.log.Outbox;
import org.busbench.mediation.traffic.AccessLog;

/** What the mediator writes down, all by one thread: a line for each message, if that is wanted, and what went wrong. For any thread. */
final class Logs {
    private final LogFile file;
    private final Outbox outbox;

    /**
     * Begins to write.
     *
     * @param accessLog file of the access log, or null for none
     * @throws BadConfigException if the file cannot be written
     */
    Logs(Path accessLog) throws BadConfigException {
        try {
            file = accessLog == null ? null : new LogFile(accessLog);
        } catch (IOException e) {
            throw new BadConfigException("--access-log " + accessLog + ": cannot be written: " + e, e);
        }
        outbox = new Outbox(file == null ? () -> {} : file::flush);
    }

    /** The access log, or null. */
    AccessLog access() {
        return file == null ? null : new AccessLog(outbox, file);
    }

    Outbox outbox() {
        return outbox;
    }

    /** The files may have been moved away: goes on in new ones. */
    void reopen() {
        if (file != null) {
            file.reopen();
        }
    }

    long dropped() {
        return outbox.dropped();
    }

    /** Writes what waits. */
    void close() throws InterruptedException {
        outbox.close();
    }
}
