package org.busbench.mediation;

import java.text.MessageFormat;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.apache.log4j.Appender;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.Priority;
import org.apache.log4j.spi.LoggingEvent;
import org.busbench.mediation.log.Outbox;

/**
 * Has events written by the outbox' thread: an I/O thread that has something to complain about must not wait for a terminal or a disk. What
 * does not fit is dropped and counted.
 *
 * <p>Any thread may log.
 */
final class QueuedLog extends AppenderSkeleton {

    private final Outbox outbox;
    private final List<Appender> outlets;

    /** Writes to these outlets. */
    QueuedLog(Outbox outbox, List<Appender> outlets) {
        this.outbox = outbox;
        this.outlets = List.copyOf(outlets);
    }

    /** Takes what is said to the JDK's own log the same way; it comes out whatever level Synapse's log has. */
    void takePlatformLog() {
        LogManager.getLogManager().reset();
        LogManager.getLogManager().getLogger("").addHandler(new Handler() {
            @Override
            public void publish(LogRecord record) {
                append(event(record));
            }

            @Override
            public void flush() {
                // Every line is flushed when it is written.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        });
    }

    @Override
    protected void append(LoggingEvent event) {
        // Who logs may change its message, and is known by name on its own thread only.
        event.getRenderedMessage();
        event.getThreadName();
        outbox.offer(() -> outlets.forEach(outlet -> outlet.doAppend(event)));
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    @Override
    public boolean requiresLayout() {
        return false;
    }

    private static LoggingEvent event(LogRecord record) {
        String text = record.getParameters() == null
                ? record.getMessage()
                : new MessageFormat(record.getMessage()).format(record.getParameters());
        Priority level = record.getLevel().intValue() >= Level.SEVERE.intValue()
                ? org.apache.log4j.Level.ERROR
                : record.getLevel().intValue() >= Level.WARNING.intValue()
                        ? org.apache.log4j.Level.WARN
                        : org.apache.log4j.Level.INFO;
        Logger logger = Logger.getLogger(String.valueOf(record.getLoggerName()));
        return new LoggingEvent(QueuedLog.class.getName(), logger, record.getMillis(), level, text, record.getThrown());
    }
}
