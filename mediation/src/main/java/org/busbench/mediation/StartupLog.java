package org.busbench.mediation;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
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
import org.busbench.mediation.log.LogQueue;

/**
 * Keeps log events back while the mediator starts. When the start fails they are dropped, since they repeat the one line that the user gets. When it succeeds
 * they are written, and later events go through the log's queue.
 *
 * <p>Any thread may log; one thread makes and releases it.
 */
final class StartupLog extends AppenderSkeleton {

    private final List<LoggingEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final List<Appender> outlets = new ArrayList<>();

    StartupLog() {
        Logger root = Logger.getRootLogger();
        for (Enumeration<?> all = root.getAllAppenders(); all.hasMoreElements(); ) {
            outlets.add((Appender) all.nextElement());
        }
        // One by one: Log4j's removeAllAppenders() would close them.
        outlets.forEach(root::removeAppender);
        root.addAppender(this);
    }

    /** Writes the events that were kept. From now on the queue's thread writes. */
    void release(LogQueue queue) {
        Logger root = Logger.getRootLogger();
        QueuedAppender queued = new QueuedAppender(queue, outlets);
        root.addAppender(queued);
        root.removeAppender(this);
        queued.takePlatformLog();
        synchronized (events) {
            events.forEach(event -> outlets.forEach(outlet -> outlet.doAppend(event)));
        }
    }

    @Override
    protected void append(LoggingEvent event) {
        events.add(event);
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    @Override
    public boolean requiresLayout() {
        return false;
    }

    /**
     * Has events written by the queue's thread: an I/O thread must not wait for a terminal or a disk. What does not fit is dropped and counted.
     *
     * <p>Any thread may log.
     */
    private static final class QueuedAppender extends AppenderSkeleton {

        private final LogQueue queue;
        private final List<Appender> outlets;

        QueuedAppender(LogQueue queue, List<Appender> outlets) {
            this.queue = queue;
            this.outlets = List.copyOf(outlets);
        }

        /** Also takes the events of the JDK's own log, whatever level Synapse's log has. */
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
            // The caller may change its message later, and only its own thread knows its name.
            event.getRenderedMessage();
            event.getThreadName();
            queue.offer(() -> outlets.forEach(outlet -> outlet.doAppend(event)));
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
            return new LoggingEvent(
                    QueuedAppender.class.getName(), logger, record.getMillis(), level, text, record.getThrown());
        }
    }
}
