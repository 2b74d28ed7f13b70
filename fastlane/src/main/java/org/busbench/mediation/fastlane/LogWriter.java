package org.busbench.mediation.fastlane;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.log.LogQueue;

/**
 * Has the thread of the queue write the lines of {@code log} mediators, whatever the appenders of the log are, so that a slow disk keeps no I/O
 * thread waiting. Lines that come faster than they can be written are dropped and counted there.
 *
 * <p>For any thread; lines of one thread keep their order.
 */
public final class LogWriter {

    /** As Synapse names the log of its mediator, and those of its services. */
    private static final Log MEDIATOR = LogFactory.getLog("org.apache.synapse.mediators.builtin.LogMediator");

    private static final String OF_SERVICES = "SERVICE_LOGGER.";
    /** A line can hold a whole message, so that a bound on the number of lines alone would bound no memory. */
    private static final long MAX_CHARACTERS = 16 << 20;

    private final LogQueue queue;
    private final AtomicLong characters = new AtomicLong();

    LogWriter(LogQueue queue) {
        this.queue = queue;
    }

    /** Returns the log of a Synapse service. */
    public static Log ofService(String name) {
        return LogFactory.getLog(OF_SERVICES + name);
    }

    /** Returns whether a line of this category would be written, by the mediator's log or by that of its service. */
    public static boolean isOn(Log service, LogLine.Category category) {
        return isOnFor(MEDIATOR, category) || isOnFor(service, category);
    }

    /** Has a line written; a line that finds no room is dropped and counted. */
    void write(Log service, LogLine.Category category, String text) {
        if (characters.addAndGet(text.length()) > MAX_CHARACTERS) {
            characters.addAndGet(-text.length());
            queue.drop();
        } else if (!queue.offer(() -> writeNow(service, category, text))) {
            characters.addAndGet(-text.length());
        }
    }

    private void writeNow(Log service, LogLine.Category category, String text) {
        characters.addAndGet(-text.length());
        writeTo(MEDIATOR, category, text);
        writeTo(service, category, text);
    }

    private static boolean isOnFor(Log log, LogLine.Category category) {
        return switch (category) {
            case INFO -> log.isInfoEnabled();
            case DEBUG -> log.isDebugEnabled();
            case TRACE -> log.isTraceEnabled();
            case WARN -> log.isWarnEnabled();
            case ERROR -> log.isErrorEnabled();
            case FATAL -> log.isFatalEnabled();
        };
    }

    private static void writeTo(Log log, LogLine.Category category, String text) {
        switch (category) {
            case INFO -> log.info(text);
            case DEBUG -> log.debug(text);
            case TRACE -> log.trace(text);
            case WARN -> log.warn(text);
            case ERROR -> log.error(text);
            case FATAL -> log.fatal(text);
        }
    }
}
