package org.busbench.mediation.fastlane;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.compile.LogLine;

/**
 * Writes what {@code log} mediators say, on a thread of its own, so that a slow disk keeps no I/O thread waiting. What comes faster than it can be
 * written is dropped and counted; the count is written.
 *
 * <p>For any thread; lines of one thread keep their order.
 */
final class LogWriter {

    private static final Log LOG = LogFactory.getLog(LogWriter.class);

    /** As Synapse names the log of its mediator, and those of its services. */
    private static final Log MEDIATOR = LogFactory.getLog("org.apache.synapse.mediators.builtin.LogMediator");

    private static final String OF_SERVICES = "SERVICE_LOGGER.";
    private static final long MOST_CHARACTERS = 16 << 20;

    private final ArrayBlockingQueue<Line> waiting;
    private final AtomicLong characters = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private boolean started;

    private record Line(Log service, LogLine.Category category, String text) {}

    /** With room for that many lines. */
    LogWriter(int lines) {
        this.waiting = new ArrayBlockingQueue<>(lines);
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
        start();
        if (characters.addAndGet(text.length()) > MOST_CHARACTERS
                || !waiting.offer(new Line(service, category, text))) {
            characters.addAndGet(-text.length());
            dropped.incrementAndGet();
        }
    }

    /** How many lines were dropped and not yet counted in the log. */
    long dropped() {
        return dropped.get();
    }

    /** Waits until everything is written, or the time is up. */
    void flush(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (characters.get() > 0 && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
    }

    private synchronized void start() {
        if (!started) {
            started = true;
            Thread thread = new Thread(this::run, "fast-lane-log");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void run() {
        try {
            while (true) {
                Line line = waiting.take();
                say(MEDIATOR, line.category(), line.text());
                say(line.service(), line.category(), line.text());
                characters.addAndGet(-line.text().length());
                long lost = dropped.getAndSet(0);
                if (lost > 0) {
                    LOG.error(lost + " lines of <log> mediators came faster than they could be written and are lost");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    private static void say(Log log, LogLine.Category category, String text) {
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
