package org.busbench.thrift.jmeter;

import java.io.IOException;
import org.apache.jmeter.protocol.java.sampler.AbstractJavaSamplerClient;
import org.apache.jmeter.protocol.java.sampler.JavaSamplerContext;
import org.apache.jmeter.samplers.SampleResult;
import org.busbench.thrift.drive.NonBlockingDriver;
import org.busbench.thrift.drive.NonBlockingDriver.Stretch;
import org.busbench.thrift.ramp.Ramp;

/**
 * Our sampler: one thread of JMeter drives all connections. A sample stands for all requests of a quarter of a second, with
 * their number and that of the bad ones.
 */
public final class NonBlockingSampler extends AbstractJavaSamplerClient {
    private static final long STRETCH_MILLIS = 250;

    private Ramp ramp;
    private NonBlockingDriver driver;

    @Override
    public void setupTest(JavaSamplerContext context) {
        ramp = Ramp.current();
    }

    @Override
    public SampleResult runTest(JavaSamplerContext context) {
        SampleResult result = new SampleResult();
        result.setSampleLabel("echo");
        result.sampleStart();
        try {
            if (driver == null) {
                driver = NonBlockingDriver.connect(ramp);
                ramp.begin();
            }
            Stretch stretch = driver.drive(STRETCH_MILLIS);
            result.sampleEnd();
            if (stretch.over()) {
                return BlockingSampler.ended(result);
            }
            result.setSampleCount(Math.max(1, stretch.verified() + stretch.bad()));
            result.setErrorCount(stretch.bad());
            result.setResponseOK();
            result.setSuccessful(stretch.bad() == 0);
        } catch (IOException lost) {
            result.sampleEnd();
            result.setSuccessful(false);
            result.setResponseMessage(String.valueOf(lost.getMessage()));
            result.setStopThread(true);
        }
        return result;
    }

    @Override
    public void teardownTest(JavaSamplerContext context) {
        try {
            if (driver != null) {
                driver.close();
            }
            ramp.log().close();
        } catch (IOException full) {
            throw new java.io.UncheckedIOException(full);
        }
    }
}
