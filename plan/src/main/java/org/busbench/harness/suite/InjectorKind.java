package org.busbench.harness.suite;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.record.Keyed;

/** The kinds of injectors. */
public enum InjectorKind implements Keyed {
    /** JMeter with our non-blocking sampler: nanoseconds, a fifth of the CPU time. */
    NIO,
    /** JMeter with its own HttpClient4 sampler: milliseconds. */
    JMETER_HTTP,
    /** Gatling's HTTP engine; the code of the non-blocking sampler judges the answers: nanoseconds. */
    GATLING;

    /** Where neither suite nor user names one. */
    public static final InjectorKind DEFAULT = NIO;

    /** Whether it counts each request, keeps an interval log, and sends the nonces in a known order. */
    public boolean keepsRecord() {
        return this != JMETER_HTTP;
    }

    /** Whether one process can make loads of both kinds. */
    public boolean sharesProcess(InjectorKind other) {
        return (this == GATLING) == (other == GATLING);
    }

    /** The kind of a name; empty when there is none. */
    public static Optional<InjectorKind> of(String label) {
        return Keyed.find(values(), label);
    }

    /** All names in the order of preference. */
    public static List<String> labels() {
        return Stream.of(values()).map(InjectorKind::key).toList();
    }
}
