package org.busbench.mediation.fastlane;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.compile.LogLine;
import org.busbench.mediation.log.LogQueue;

/**
 * Has the queue's thread write what {@code log} mediators say, whatever the appenders of the log are, so that a slow disk keeps no I/O thread waiting.
 * What comes faster than it can be written is dropped and counted there.
 *
 * <p>For any thread; lines of one thread keep their order.
 */
final class LogWriter {

    /** As Synapse names the log of its mediator, and those of its services. */
    private static final Log MEDIATOR = LogFactory.getLog("org.apache.synapse.mediators.builtin.LogMediator");

    private static final String OF_SERVICES = "SERVICE_LOGGER.";
    /** A line can hold a whole message: a bound on lines alone would be none. */
    private static final long MOST_CHARACTERS = 16 << 20;

    private final LogQueue queue;
    private final AtomicLong characters = new AtomicLong();

    /** Whose lines that queue writes. */
    LogWriter(LogQueue queue) {
        this.queue = queue;
    }

    /** The log of a service. */
    static Log ofService(String name) {
        return LogFactory.getLog(OF_SERVICES + name);
    }

    /** Whether anybody would see a line. */
    static boolean isOn(Log service, LogLine.Category category) {
        return isOnFor(MEDIATOR, category) || isOnFor(service, category);
    }

    /** Has a line written, or drops and counts it. */
    void write(Log service, LogLine.Category category, String text) {
        if (characters.addAndGet(text.length()) > MOST_CHARACTERS) {
            characters.addAndGet(-text.length());
            queue.drop();
        } else if (!queue.offer(() -> say(service, category, text))) {
            characters.addAndGet(-text.length());
        }
    }

    private void say(Log service, LogLine.Category category, String text) {
        characters.addAndGet(-text.length());
        sayTo(MEDIATOR, category, text);
        sayTo(service, category, text);
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

    private static void sayTo(Log log, LogLine.Category category, String text) {
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
