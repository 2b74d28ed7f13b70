package org.busbench.mediation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.apache.log4j.Appender;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.busbench.mediation.log.Outbox;

/**
 * Holds the log back while the mediator starts. When the start fails, what Synapse logged on the way says the same as the one line that the user
 * gets, several times over, and is dropped; when it succeeds, everything comes out.
 *
 * <p>Any thread may log; one thread makes and releases it.
 */
final class HeldLog extends AppenderSkeleton {

    private final List<LoggingEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final List<Appender> outlets = new ArrayList<>();

    /** Begins to hold. */
    HeldLog() {
        Logger root = Logger.getRootLogger();
        for (Enumeration<?> all = root.getAllAppenders(); all.hasMoreElements(); ) {
            outlets.add((Appender) all.nextElement());
        }
        // Not all at once, which would close them.
        outlets.forEach(root::removeAppender);
        root.addAppender(this);
    }

    /** Writes out what was held, and holds no more: from now on the outbox' thread writes. */
    void release(Outbox outbox) {
        Logger root = Logger.getRootLogger();
        QueuedLog queued = new QueuedLog(outbox, outlets);
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
}
