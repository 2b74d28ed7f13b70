package org.busbench.harness.suite;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.busbench.record.Keyed;
import org.busbench.record.Suite.Pair;

/**
 * How the load of a suite is made.
 *
 * @param rates requests per second of an open model, one level each; empty for a closed one
 * @param think pause of a closed model's client between answer and next request
 * @param probeRatePerSecond requests per second of the probe beside the load; empty for no probe
 * @param frontier bounds of the 99th percentile under which the highest rate is sought; may be empty
 * @param fixedRate the rate at which CPU time is measured once more; empty for none
 * @param duets pairs of adapters that are under load at the same time, in place of trials of one or beside them; empty for none
 * @param calibrate whether every injector is first tried on a control, so that it shows which one is the bottleneck
 */
public record LoadShape(
        InjectorKind injector,
        List<Integer> rates,
        Duration think,
        Optional<Integer> probeRatePerSecond,
        List<Duration> frontier,
        Optional<FixedRate> fixedRate,
        Optional<Duets> duets,
        boolean calibrate) {

    /** Connections that carry an open model, where the suite does not say how many. */
    public static final int OPEN_CONNECTIONS = 200;

    /** Makes the lists unchangeable, and refuses what contradicts itself. */
    public LoadShape {
        rates = List.copyOf(rates);
        frontier = List.copyOf(frontier);
        if (!rates.isEmpty() && !think.isZero()) {
            throw new IllegalArgumentException("an open model (rates " + rates + ") has no think time " + think);
        }
        boolean closed = rates.isEmpty() && think.isZero();
        boolean soloAlone = probeRatePerSecond.isEmpty() && frontier.isEmpty() && fixedRate.isEmpty() && !calibrate;
        if (duets.isPresent() && (!closed || injector != InjectorKind.NIO)) {
            throw new IllegalArgumentException(
                    "duets are closed loads of the injector nio: neither rates nor think time go with them");
        }
        if (duets.isPresent() && !duets.get().solo() && !soloAlone) {
            throw new IllegalArgumentException(
                    "probe, frontier, fixed rate and calibration are for trials of one system,"
                            + " which a suite of duets alone does not have");
        }
    }

    /** A closed model without pause and probe. */
    public static LoadShape closed(InjectorKind injector) {
        return new LoadShape(
                injector,
                List.of(),
                Duration.ZERO,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** Whether requests come at a rate of their own: not when each client waits for its answer. */
    public boolean open() {
        return !rates.isEmpty();
    }

    public LoadShape by(InjectorKind other) {
        return new LoadShape(other, rates, think, probeRatePerSecond, frontier, fixedRate, duets, calibrate);
    }

    LoadShape withoutDuets() {
        return new LoadShape(
                injector, rates, think, probeRatePerSecond, frontier, fixedRate, Optional.empty(), calibrate);
    }

    /**
     * Which adapters are under load at the same time, and in how short windows.
     *
     * @param window the length of each
     * @param measure of how many of them a duet is made: a whole multiple of the window
     * @param solo whether each system is measured alone as well
     */
    public record Duets(List<Pair> pairs, Duration window, Duration measure, boolean solo, When when) {

        /** The machines on which duets are measured. */
        public enum When implements Keyed {
            ALWAYS,
            /** On machines whose CPU counters of instructions cannot be read; elsewhere systems are measured alone. */
            WITHOUT_COUNTERS
        }

        /** Refuses duets without a pair. */
        public Duets {
            pairs = List.copyOf(pairs);
            if (pairs.isEmpty()
                    || window.isZero()
                    || window.isNegative()
                    || measure.compareTo(window) < 0
                    || measure.toMillis() % window.toMillis() != 0) {
                throw new IllegalArgumentException(
                        "duets of " + pairs + " in windows of " + window + " that make up " + measure);
            }
        }
    }

    /**
     * The one rate at which the CPU time per message of all adapters is measured beside that at saturation: it depends on the
     * load, so it is compared under the same one.
     *
     * @param ratePerSecond requests per second; empty for half of what the slowest adapter of the same scenario and size
     *     reached in the run
     */
    public record FixedRate(Optional<Integer> ratePerSecond) {

        /** The factor on the slowest adapter's goodput: low enough that all keep up, high enough that none idles. */
        public static final double SHARE_OF_SLOWEST = 0.5;

        public static final FixedRate AUTO = new FixedRate(Optional.empty());

        public FixedRate {
            if (ratePerSecond.isPresent() && ratePerSecond.get() < 1) {
                throw new IllegalArgumentException("a fixed rate of " + ratePerSecond.get() + " requests per second");
            }
        }

        /** The rate, at least 1 request per second, where the slowest adapter reached this goodput of verified responses per second. */
        public int rate(double slowestPerSecond) {
            return ratePerSecond.orElseGet(() -> (int) Math.max(1, Math.floor(slowestPerSecond * SHARE_OF_SLOWEST)));
        }
    }
}
