package org.busbench.thrift.jmeter;

import java.io.IOException;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.thrift.TException;
import org.busbench.thrift.echo.EchoClient;
import org.busbench.thrift.ramp.Ramp;
import org.busbench.thrift.ramp.RampSettings;

/**
 * A plain Java sampler: each thread of JMeter has a blocking client, takes the next request of the ramp, waits until it is
 * due, and calls. The wait is not part of the sample.
 */
public final class BlockingSampler extends AbstractJavaSamplerClient {
    private Ramp ramp;
    private EchoClient client;

    @Override
    public void setupTest(JavaSamplerContext context) {
        ramp = Ramp.current();
        ramp.begin();
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
        String nonce = ramp.nonce();
        ramp.log().started();
        long begin = System.nanoTime();
        result.sampleStart();
        try {
            if (client == null) {
                client = EchoClient.connect(ramp.settings().port(), RampSettings.TIMEOUT_MILLIS);
            }
            client.call(nonce, ramp.payload());
            result.sampleEnd();
            ramp.log().verified(System.nanoTime() - begin);
            result.setResponseOK();
        } catch (EchoClient.WrongAnswerException wrong) {
            result.sampleEnd();
            ramp.log().wrong();
            failed(result, wrong);
        } catch (TException lost) {
            result.sampleEnd();
            ramp.log().failed();
            failed(result, lost);
        }
        return result;
    }

    private void failed(SampleResult result, TException reason) {
        result.setSuccessful(false);
        result.setResponseMessage(String.valueOf(reason.getMessage()));
        close();
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
        close();
        try {
            if (ramp.log().finished() >= ramp.settings().schedule().total()) {
                ramp.log().close();
            }
        } catch (IOException full) {
            throw new java.io.UncheckedIOException(full);
        }
    }

    private void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
