package org.busbench.harness.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.Window;
import org.busbench.harness.measure.CountersException;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.measure.Instructions;

/**
 * Instructions of a mediator over a stretch of the load that lies behind the window: counters make it slower, and no time
 * is measured here.
 *
 * @param window from mark to mark of the injector, so that its log tells what was verified within
 * @param instructions of the mediator and its descendants between two readings, each just before a mark
 */
record CountedStretch(Window window, Instructions instructions) {

    /**
     * Counts now. Called by the thread that runs the trial, which it blocks, while the load goes on.
     *
     * @param mediator its process
     * @return empty where nothing can be counted, or a process ended
     */
    static Optional<CountedStretch> take(long mediator, Duration length, Watch watch, Injector injector)
            throws IOException, InterruptedException {
        try (InstructionCounters counters = InstructionCounters.attach(mediator)) {
            Instructions before = counters.read();
            long start = injector.mark().millis();
            if (!watch.lives(length)) {
                return Optional.empty();
            }
            Instructions counted = counters.since(before);
            return Optional.of(
                    new CountedStretch(new Window(start, injector.mark().millis()), counted));
        } catch (CountersException notHere) {
            // The doctor says why, and the report that nothing was counted.
            return Optional.empty();
        }
    }
}
