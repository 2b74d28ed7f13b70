package org.busbench.record;

/** One of the hosts of a run over several. */
public record Host(
        Part role,
        String name,
        String os,
        String kernel,
        String cpu,
        int logicalCpus,
        long memoryBytes,
        String java,
        Clock clock) {

    /** The part of a host in a run. */
    public enum Part implements Keyed {
        /** Sends load, with others or alone. */
        INJECTOR,
        /** Has the systems under test. */
        MEDIATOR,
        BACKEND
    }

    public Host {
        Required.present(role, "hosts.role");
        Required.text(name, "hosts.name");
        Required.positive(logicalCpus, "hosts.logicalCpus");
        Required.notNegative(memoryBytes, "hosts.memoryBytes");
        Required.present(clock, "hosts.clock");
    }

    /** How far a clock is ahead. */
    public record Clock(long aheadMicros, long boundMicros) {

        /** The apparent jump of a clock that was not set, in µs: a machine under load reads it late. */
        private static final double LEAST_DRIFT_MICROS = 20_000;
        /** The drift between two clocks in µs per second: each may run 500 millionths fast or slow while NTP corrects it. */
        private static final double DRIFT_MICROS_A_SECOND = 1000;

        public Clock {
            if (boundMicros < 1) {
                throw new IllegalArgumentException("a clock cannot be known to " + boundMicros + " microseconds");
            }
        }

        /** Whether a reading so many seconds later agrees with this one, so that no clock was set in between. */
        public boolean agreesWith(Clock later, double seconds) {
            double drift = LEAST_DRIFT_MICROS + seconds * DRIFT_MICROS_A_SECOND;
            return Math.abs(later.aheadMicros - aheadMicros) <= boundMicros + later.boundMicros + drift;
        }
    }

    /** A host's clock around a trial. */
    public record Clocks(Part role, String host, Clock before, Clock after) {

        /** Refuses a clock that was not measured twice. */
        public Clocks {
            Required.present(role, "clocks.role");
            Required.text(host, "clocks.host");
            Required.present(before, "clocks.before");
            Required.present(after, "clocks.after");
        }
    }
}
