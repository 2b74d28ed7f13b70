package org.busbench.sampler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContext;
import org.apache.jmeter.threads.JMeterThread;
import org.apache.jmeter.threads.JMeterVariables;
import org.apache.jmeter.threads.ListenerNotifier;
import org.apache.jmeter.threads.SamplePackage;
import org.busbench.common.ErrorClass;
import org.busbench.common.client.Fault;
import org.busbench.sampler.record.Evidence;
import org.busbench.sampler.wire.ExchangeListener;
import org.busbench.sampler.wire.SampledExchange;

/** Tells JMeter's listeners of each request, or of the failed ones only, and hands in evidence. Used by one loop. */
final class SampleEvents implements ExchangeListener {
    enum Told {
        ALL,
        FAILURES
    }

    private static final int OK = 200;
    /** Ends the label of a sample of which the right answer was a refusal. */
    private static final String REFUSED_LABEL = " (refused)";

    private static final String NO_HTTP_CODE = "Non HTTP response code: ";
    private static final String NO_HTTP_MESSAGE = "Non HTTP response message: ";
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(UTF_8);

    private final String threadName;
    private final String groupName;
    private final JMeterVariables variables;
    private final ListenerNotifier notifier;
    private final SamplePackage listeners;
    private final String label;
    private final int users;
    private final Told told;
    private final boolean withData;
    private final Evidence evidence;
    private final long epochMillis = System.currentTimeMillis();
    private final long epochNanos = System.nanoTime();
    private long verified;

    SampleEvents(
            JMeterContext context,
            SamplePackage listeners,
            String label,
            int users,
            Told told,
            boolean withData,
            Evidence evidence) {
        // The context itself is emptied before the last answers come in.
        this.threadName = context.getThread().getThreadName();
        this.groupName = context.getThreadGroup().getName();
        this.variables = context.getVariables();
        this.notifier = context.getThread().getNotifier();
        this.listeners = listeners;
        this.label = label;
        this.users = users;
        this.told = told;
        this.withData = withData;
        this.evidence = evidence;
    }

    @Override
    public void verified(SampledExchange exchange) {
        if (exchange.isRefusal()) {
            tellRight(exchange, label + REFUSED_LABEL);
            return;
        }
        verified++;
        if (!exchange.countedAsKnown()
                && evidence.contents().wants(exchange.fields().kind())
                && exchange.isWhole()) {
            evidence.differs(
                    exchange.fields().kind(),
                    exchange.fields().nonceBytes(),
                    message(exchange.request()),
                    exchange.body());
        }
        if (evidence.wantsAnswer(verified) && exchange.isWhole()) {
            evidence.verified(exchange.fields().toString(), message(exchange.request()), exchange.body());
        }
        tellRight(exchange, label);
    }

    private void tellRight(SampledExchange exchange, String name) {
        if (told == Told.ALL) {
            SampleResult result = result(exchange);
            result.setSampleLabel(name);
            result.setSuccessful(true);
            int status = exchange.status();
            result.setResponseCode(status == OK ? "200" : Integer.toString(status));
            result.setResponseMessage(status == OK ? "OK" : "");
            tell(result, exchange, withData);
        }
    }

    @Override
    public void failed(SampledExchange exchange, Fault fault) {
        if (evidence.wantsFailure()) {
            Evidence.Failure failure = new Evidence.Failure(
                    fault.error(),
                    fault.message(),
                    exchange.fields().toString(),
                    millis(exchange.endNanos()),
                    exchange.isWhole());
            evidence.failed(failure, exchange.request(), exchange.answer());
        }
        SampleResult result = result(exchange);
        result.setSuccessful(false);
        boolean answered = exchange.status() > 0 && hasAnswer(fault.error());
        result.setResponseCode(
                answered
                        ? Integer.toString(exchange.status())
                        : NO_HTTP_CODE + fault.error().exception());
        result.setResponseMessage(answered ? "" : NO_HTTP_MESSAGE + fault.message());
        AssertionResult assertion = new AssertionResult(fault.error().key());
        assertion.setFailure(true);
        assertion.setFailureMessage(fault.error().key() + ": " + fault.message());
        result.addAssertionResult(assertion);
        tell(result, exchange, true);
    }

    private SampleResult result(SampledExchange exchange) {
        long start = millis(exchange.startNanos());
        long elapsed = TimeUnit.NANOSECONDS.toMillis(exchange.endNanos() - exchange.startNanos() + 500_000);
        SampleResult result = new SampleResult();
        result.setStampAndTime(result.isStampedAtStart() ? start : start + elapsed, elapsed);
        result.setSampleLabel(label);
        result.setThreadName(threadName);
        result.setLatency(TimeUnit.NANOSECONDS.toMillis(exchange.firstByteNanos() + 500_000));
        result.setConnectTime(TimeUnit.NANOSECONDS.toMillis(exchange.connectNanos() + 500_000));
        result.setBytes(exchange.answerBytes());
        result.setSentBytes(exchange.requestBytes());
        result.setGroupThreads(users);
        result.setAllThreads(users);
        result.setDataType(SampleResult.TEXT);
        return result;
    }

    private void tell(SampleResult result, SampledExchange exchange, boolean data) {
        if (data) {
            result.setSamplerData(new String(exchange.request(), UTF_8));
            result.setResponseData(exchange.body());
        }
        notifier.notifyListeners(new SampleEvent(result, groupName, variables), listeners.getSampleListeners());
        variables.put(JMeterThread.LAST_SAMPLE_OK, Boolean.toString(result.isSuccessful()));
    }

    private long millis(long nanoTime) {
        return epochMillis + TimeUnit.NANOSECONDS.toMillis(nanoTime - epochNanos);
    }

    private static boolean hasAnswer(ErrorClass error) {
        return switch (error) {
            case CONNECT, TIMEOUT, RESET, CUT -> false;
            case STATUS, ROUTE, FOREIGN, CONTENT -> true;
        };
    }

    private static byte[] message(byte[] request) {
        for (int i = 0; i + HEAD_END.length <= request.length; i++) {
            if (Arrays.equals(request, i, i + HEAD_END.length, HEAD_END, 0, HEAD_END.length)) {
                return Arrays.copyOfRange(request, i + HEAD_END.length, request.length);
            }
        }
        throw new IllegalStateException("a request without an end of its head");
    }
}
