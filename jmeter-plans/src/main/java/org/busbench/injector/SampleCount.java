package org.busbench.injector;

import java.util.concurrent.atomic.LongAdder;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.testelement.TestStateListener;

/** A listener in the plan that sees the test start and end, and counts the samples beside the JTL's writer. */
final class SampleCount extends AbstractTestElement implements SampleListener, TestStateListener, NoThreadClone {
    private static final long serialVersionUID = 1L;

    private final transient Runnable onStart;
    private final transient LongAdder samples = new LongAdder();
    private volatile boolean started;
    private volatile boolean ended;

    SampleCount(Runnable onStart) {
        this.onStart = onStart;
        setName("busbench sample count");
    }

    long samples() {
        return samples.sum();
    }

    /** Whether the plan could be compiled, so that its listeners were told of its start. */
    boolean started() {
        return started;
    }

    boolean ended() {
        return ended;
    }

    @Override
    public void testStarted() {
        started = true;
        onStart.run();
    }

    @Override
    public void testStarted(String host) {
        testStarted();
    }

    @Override
    public void testEnded() {
        ended = true;
    }

    @Override
    public void testEnded(String host) {
        testEnded();
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
        samples.increment();
    }

    @Override
    public void sampleStarted(SampleEvent event) {
        // Only complete samples count.
    }

    @Override
    public void sampleStopped(SampleEvent event) {
        // Only complete samples count.
    }
}
