package org.busbench.sampler;

import java.io.IOException;
import java.io.Serial;
import java.util.Map;
import org.apache.jmeter.config.ConfigTestElement;
import org.apache.jmeter.protocol.http.control.HeaderManager;
import org.apache.jmeter.samplers.AbstractSampler;
import org.apache.jmeter.samplers.Entry;
import org.apache.jmeter.samplers.Interruptible;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testbeans.TestBean;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.testelement.ThreadListener;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.util.JMeterStopTestNowException;
import org.busbench.sampler.message.SettingException;
import org.busbench.sampler.record.LoadRecord;

/**
 * A JMeter sampler of which each thread drives many connections. JMeter calls {@link #sample} again and again; each call
 * goes on with the thread's share of the load for a tenth of a second and tells the listeners itself of every request, so
 * that it returns no result of its own. One instance belongs to one thread, save that any thread may {@link #interrupt}.
 */
public final class NioSampler extends AbstractSampler
        implements TestBean, TestStateListener, ThreadListener, Interruptible {
    /**
     * The settings and what they are where a plan does not say: all of them text, so that each may be an expression. {@code
     * NioSamplerResources.properties} and {@code docs/injectors.md} say what they mean.
     */
    static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("protocol", "http"),
            Map.entry("host", "127.0.0.1"),
            Map.entry("port", "8280"),
            Map.entry("path", "/"),
            Map.entry("method", "POST"),
            Map.entry("trustAll", "false"),
            Map.entry("rows", ""),
            Map.entry("body", ""),
            Map.entry("nonce", ""),
            Map.entry("content", ""),
            Map.entry("lacks", ""),
            Map.entry("status", "200"),
            Map.entry("route", ""),
            Map.entry("end", ""),
            Map.entry("refusal", ""),
            Map.entry("users", "20"),
            Map.entry("rampUp", "1"),
            Map.entry("requestsPerUser", "-1"),
            Map.entry("thinkMillis", "0"),
            Map.entry("ratePerSecond", "0"),
            Map.entry("backlog", "10000"),
            Map.entry("keepAlive", "true"),
            Map.entry("connectTimeout", "5000"),
            Map.entry("responseTimeout", "30000"));

    @Serial
    private static final long serialVersionUID = 1L;

    private transient volatile Driver driver;
    private transient HeaderManager headers;

    Value value(String name) {
        return new Value(name, text(name));
    }

    String text(String name) {
        return getPropertyAsString(name, DEFAULTS.get(name));
    }

    /** JMeter wants accessors of a bean's properties. The settings are read where the plan has them, so these do for all. */
    public String getSetting() {
        return "";
    }

    public void setSetting(String ignored) {
        // As above.
    }

    /** Goes on with the load; the entry is ignored, as by all samplers. */
    @Override
    public SampleResult sample(Entry entry) {
        JMeterContext context = JMeterContextService.getContext();
        try {
            if (driver == null) {
                driver = new DriverSettings(this, context, LoadRecord.current()).driver(headers);
            }
            driver.run(context.getThread().getEndTime());
            if (driver.isOver()) {
                context.getThread().stop();
            }
        } catch (SettingException | IOException problem) {
            giveUp("The plan cannot run: " + problem.getMessage());
            throw new JMeterStopTestNowException(problem.getMessage());
        } catch (RuntimeException defect) {
            giveUp("the sampler broke off: " + defect);
            throw new JMeterStopTestNowException(defect.toString());
        }
        return null;
    }

    private static void giveUp(String reason) {
        LoadRecord record = LoadRecord.current();
        if (record != null && record.problem() == null) {
            record.spoil(reason);
            JMeterUtils.reportErrorToUser(reason);
        }
    }

    /** Takes the header managers around the sampler; no other configuration concerns it. */
    @Override
    public void addTestElement(TestElement element) {
        if (element instanceof HeaderManager manager) {
            headers = headers == null ? manager : headers.merge(manager);
        }
    }

    @Override
    public void clearTestElementChildren() {
        headers = null;
    }

    @Override
    public boolean applies(ConfigTestElement element) {
        return element instanceof HeaderManager;
    }

    @Override
    public boolean interrupt() {
        Driver running = driver;
        if (running != null) {
            running.abort();
        }
        return running != null;
    }

    @Override
    public void threadStarted() {
        driver = null;
    }

    @Override
    public void threadFinished() {
        if (driver == null) {
            return;
        }
        try {
            driver.finish();
        } catch (IOException | RuntimeException defect) {
            // JMeter would only log it, and the load would seem complete.
            giveUp("the last answers could not be waited for: " + defect);
        }
        driver = null;
    }

    /** Begins the record of the load, unless who runs the plan has. */
    @Override
    public void testStarted() {
        if (LoadRecord.current() != null) {
            return;
        }
        try {
            LoadRecords.open(null);
        } catch (IOException unwritable) {
            JMeterUtils.reportErrorToUser("The plan cannot run: " + unwritable.getMessage());
            throw new IllegalStateException(unwritable.getMessage(), unwritable);
        }
    }

    @Override
    public void testStarted(String host) {
        testStarted();
    }

    @Override
    public void testEnded() {
        LoadRecord record = LoadRecord.current();
        if (record != null) {
            record.close();
        }
    }

    @Override
    public void testEnded(String host) {
        testEnded();
    }
}
