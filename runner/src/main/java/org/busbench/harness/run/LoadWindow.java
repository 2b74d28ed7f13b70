package org.busbench.harness.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.load.Injector;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.run.LoadRunner.CountedStretch;
import org.busbench.record.Host;
import org.busbench.record.ProcessUse.Sample;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/**
 * What was measured and observed while one trial's load ran.
 *
 * @param startedAt when the load began
 * @param window what was measured
 * @param notMeasured why the mediator has no part in the cost; null when it has, is gone, or does not exist
 * @param counted instructions of the mediator in a stretch behind the window; empty when they were not counted
 * @param samples state of the processes by role and second of the window
 * @param foreignShares by second of the window, how much of the machine went to other processes than those of the run
 * @param waitedSeconds by second of the window, how long the run's threads waited for a CPU; empty where the kernel does not say
 * @param senders what became of all requests, warm-up included; empty when the injector does not count them
 * @param limited messages of the limited key within the window; null where no key is limited
 * @param probe what the probe saw; empty when there was none
 * @param held both ends' counts while the backend held its answers back; null when that was not looked at
 * @param liveHeapBytes what the mediator's heap held after a full collection, when the load had ended; null when it is no
 *     JVM or does not tell
 * @param pinning CPU lists by role, as read from the running processes; null when nothing was pinned
 * @param complete false when the system under test, the backend or the injector died before the window's intended end
 * @param clocks of the hosts around the load; empty on one machine
 * @param readings of clocks, counters and counts, from which the cost, the samples and the shares were made
 */
public record LoadWindow(
        Instant startedAt,
        Window window,
        Cost cost,
        String notMeasured,
        Optional<CountedStretch> counted,
        Map<ProcessRole, List<Sample>> samples,
        List<Double> foreignShares,
        List<Double> waitedSeconds,
        List<Sender> senders,
        Injector.LimitedKey limited,
        Optional<ProbeResult> probe,
        Held held,
        Long liveHeapBytes,
        Map<String, String> pinning,
        boolean complete,
        List<Host.Clocks> clocks,
        List<Readings.Line> readings) {

    public LoadWindow {
        samples = Map.copyOf(samples);
        senders = List.copyOf(senders);
        clocks = List.copyOf(clocks);
        readings = List.copyOf(readings);
    }

    /**
     * An injector of the load.
     *
     * @param salt parts its nonces from all others
     */
    public record Sender(long salt, Totals totals) {}

    /** What the injectors and the probe counted over the whole trial, and both ends while the backend held its answers back. */
    List<Readings.Line> counts() {
        Readings counts = new Readings();
        Moment after = Moment.now("after");
        for (int i = 0; i < senders.size(); i++) {
            Totals totals = senders.get(i).totals();
            counts.of(after, ProcessRole.INJECTOR, "sender-" + (i + 1), "counts")
                    .add("sent", totals.sent())
                    .add("verified", totals.verified())
                    .add("unfinished", totals.unfinished())
                    .addKnown("refused", totals.refused())
                    .addKnown("unsent", totals.unsent());
        }
        if (limited != null) {
            counts.of(after, ProcessRole.INJECTOR, "limited", "counts")
                    .add("letThrough", limited.letThrough())
                    .add("allowed", limited.allowed())
                    .add("burst", limited.burst());
        }
        probe.ifPresent(seen -> counts.of(after, ProcessRole.INJECTOR, "probe", "counts")
                .add("sent", seen.sentInAll())
                .add("verified", seen.verifiedInAll()));
        if (held != null) {
            counts.of(after, ProcessRole.INJECTOR, "held", "counts").add("verified", held.verified());
            counts.of(after, ProcessRole.BACKEND, "held", "counts").add("given", held.given());
        }
        return counts.lines();
    }

    /** What became of all requests; empty when the injector does not count them. */
    public Optional<Totals> totals() {
        return senders.stream().map(Sender::totals).reduce(Totals::plus);
    }
}
