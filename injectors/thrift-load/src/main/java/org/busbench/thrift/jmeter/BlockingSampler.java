package org.busbench.thrift.jmeter;

import java.io.IOException;
import java.util.Optional;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.busbench.thrift.ramp.Caller;
import org.busbench.thrift.ramp.Ramp;

/**
 * A plain Java sampler: each thread of JMeter has a blocking client, takes the next request of the ramp, waits until it is
 * due, and calls. The wait is not part of the sample.
 */
public final class BlockingSampler extends AbstractJavaSamplerClient {
    private Ramp ramp;
    private Caller caller;

    @Override
    public void setupTest(JavaSamplerContext context) {
        ramp = Ramp.current();
        ramp.begin();
        caller = new Caller(ramp);
    }

    @Override
    public SampleResult runTest(JavaSamplerContext context) {
        SampleResult result = new SampleResult();
        result.setSampleLabel("echo");
        try {
            if (!ramp.awaitNext()) {
                return ended(result);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return ended(result);
        }
        ramp.log().started();
        result.sampleStart();
        Optional<String> fault = caller.call();
        result.sampleEnd();
        if (fault.isEmpty()) {
            result.setResponseOK();
        } else {
            result.setSuccessful(false);
            result.setResponseMessage(fault.get());
        }
        return result;
    }

    /** No sample: it ends the thread and reaches no listener. */
    static SampleResult ended(SampleResult result) {
        result.setSuccessful(true);
        result.setIgnore();
        result.setStopThread(true);
        return result;
    }

    @Override
    public void teardownTest(JavaSamplerContext context) {
        caller.close();
        try {
            if (ramp.log().finished() >= ramp.settings().schedule().total()) {
                ramp.log().close();
            }
        } catch (IOException full) {
            throw new java.io.UncheckedIOException(full);
        }
    }
}
