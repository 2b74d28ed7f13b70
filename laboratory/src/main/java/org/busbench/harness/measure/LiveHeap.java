package org.busbench.harness.measure;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What JVMs keep: the heap in use right after a full collection, for which they are asked. What a heap holds between two
 * collections says nothing, since it fills up whether anything is kept or not. Blocks while they collect; for the thread
 * that runs the trial, when the load has ended.
 */
public final class LiveHeap {
    private static final Pattern INVOCATIONS = Pattern.compile("sun\\.gc\\.collector\\.[0-9]+\\.invocations");
    private static final Pattern USED = Pattern.compile("sun\\.gc\\.generation\\.[0-9]+\\.space\\.[0-9]+\\.used");

    private LiveHeap() {}

    /**
     * Has every JVM among some processes of a mediator collect, and reads what is left.
     *
     * @param readings get the bytes of each where all told theirs
     * @return bytes of all together; empty when none is a JVM, or one of them does not tell or did not collect
     */
    public static Optional<Long> collected(Collection<Long> pids, Readings readings) throws InterruptedException {
        long bytes = 0;
        boolean any = false;
        Readings found = new Readings();
        for (long pid : pids) {
            Optional<PerfData> before = PerfData.of(pid);
            if (before.isEmpty()) {
                continue;
            }
            try {
                JvmQuestion.ask(pid, "GC.run");
            } catch (IOException refused) {
                return Optional.empty();
            }
            Optional<PerfData> after = PerfData.of(pid);
            // -XX:+DisableExplicitGC, or a collector that works on beside the program: nothing can be said then.
            if (after.isEmpty() || after.get().sum(INVOCATIONS) == before.get().sum(INVOCATIONS)) {
                return Optional.empty();
            }
            long used = after.get().sum(USED);
            found.of(Readings.Moment.now("after"), ProcessRole.MEDIATOR, Long.toString(pid), PerfData.SOURCE)
                    .add("liveBytes", used);
            bytes += used;
            any = true;
        }
        readings.addAll(found.lines());
        return any ? Optional.of(bytes) : Optional.empty();
    }
}
