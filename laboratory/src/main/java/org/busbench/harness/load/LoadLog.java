package org.busbench.harness.load;

import java.io.IOException;
import java.nio.file.Path;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.record.Window;

/** The log of an injector for one trial, once the plan has ended. */
public sealed interface LoadLog permits SampleLog, NioLog {

    /**
     * The log of a trial.
     *
     * @param samples the sample log that it was asked for; what else it writes stands beside it
     */
    static LoadLog of(InjectorKind injector, Path samples) {
        return switch (injector) {
            case NIO, GATLING -> new NioLog(samples);
            case JMETER_HTTP -> new SampleLog(samples);
        };
    }

    /** The step in which an injector counts latency, in microseconds: JMeter counts whole milliseconds. */
    static int resolutionMicros(InjectorKind injector) {
        return injector.keepsRecord() ? 1 : 1000;
    }

    /**
     * The figures of one window.
     *
     * @param window what counts
     * @throws IOException when the log cannot be read, or says what cannot be
     */
    Figures within(Window window) throws IOException;

    /**
     * Brings the log into the form in which it is kept, in the folder in which it is.
     *
     * @throws IOException when that cannot be written; the log then still stands
     */
    void pack() throws IOException;
}
