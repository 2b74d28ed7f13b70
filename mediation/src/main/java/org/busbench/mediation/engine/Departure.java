package org.busbench.mediation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.synapse.core.axis2.SynapseCallbackReceiver;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.http.Call;
import org.busbench.mediation.http.CallEvents;
import org.busbench.mediation.http.Failure;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.ResponseHead;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;

/**
 * One request on its way to a backend, and the answer on its way back. The answer is handed to a worker when it is whole, or when as much of it is there as
 * may wait; a failure is handed over when the worker that writes the request has let go of it, since both look into the same envelope.
 *
 * <p>{@link #start}, {@link #beginWriting}, {@link #endWriting}, {@link #hasFailed} and {@link #withdraw} are for the worker, the rest for the loop's thread.
 */
final class Departure implements CallEvents, Pump.Sink {

    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private final MessageContext message;
    private final Lines lines;
    private final EventLoop loop;
    private final Workers workers;
    private final Call call;
    private final Deadline patience;
    private final AtomicBoolean settled = new AtomicBoolean();
    private Pump pump;
    private BackendAnswer answer;
    private Conduit body;
    private boolean handedOver;
    private boolean writing;
    private boolean failed;
    private Failure toReport;

    Departure(MessageContext message, Lines lines, Workers workers) {
        this.message = message;
        this.lines = lines;
        this.loop = lines.loop();
        this.workers = workers;
        this.call = lines.call(this);
        this.patience = loop.deadline(this::nobodyReads);
    }

    /** The request goes out, with this body or with none. */
    void start(Destination where, HeadEdits fields, Conduit content) {
        lines.began();
        if (where.endpoint() == null) {
            failed(new Failure(Failure.Kind.CONNECT, "the name of " + where.authority() + " has no address"));
            return;
        }
        loop.execute(() -> {
            call.start(
                    where.endpoint(), where.method(), where.target(), fields, content == null ? -2 : content.length());
            if (content == null) {
                call.end();
                return;
            }
            pump = new Pump(loop, content, this);
            pump.start();
        });
    }

    /** The worker begins to write the message. */
    synchronized void beginWriting() {
        writing = true;
    }

    /** The worker has let go of the message. */
    void endWriting() {
        Failure failure;
        synchronized (this) {
            writing = false;
            failure = toReport;
            toReport = null;
        }
        if (failure != null) {
            report(failure, call.isWhole());
        }
    }

    synchronized boolean hasFailed() {
        return failed;
    }

    /** The message could not be written: nothing more is expected for it. What was begun is cut. */
    void withdraw(boolean begun) throws AxisFault {
        if (message.getAxisOperation() != null
                && message.getAxisOperation().getMessageReceiver() instanceof SynapseCallbackReceiver callbacks) {
            // What a 202 does. A callback that is left behind answers the client a second time when the endpoint's time
            // is up.
            message.setProperty(NhttpConstants.HTTP_202_RECEIVED, "true");
            callbacks.receive(message);
        }
        if (begun) {
            loop.execute(call::abandon);
            settle(new Failure(Failure.Kind.CLOSED, "the message was not written to its end"));
        }
    }

    @Override
    public void send(Slice part) {
        call.send(part);
    }

    @Override
    public void end() {
        call.end();
    }

    /** The client did not send its message to the end, or the worker did not write it so: the backend must see that, too. */
    @Override
    public void cut(String why) {
        call.abandon();
        failed(new Failure(Failure.Kind.CLOSED, why));
    }

    @Override
    public void congested() {
        if (pump != null) {
            pump.pause();
        }
    }

    @Override
    public void drained() {
        if (pump != null) {
            pump.resume();
        }
    }

    @Override
    public void answered(ResponseHead head, boolean hasBody) {
        List<Map.Entry<String, String>> fields = new ArrayList<>(head.fieldCount());
        for (int i = 0; i < head.fieldCount(); i++) {
            fields.add(Map.entry(head.fieldName(i), head.fieldValue(i)));
        }
        boolean expected = hasBody && !WITHOUT_BODY.contains(head.status());
        body = new Conduit(contentLength(fields));
        body.whenRoom(() -> loop.execute(this::readOn));
        answer = new BackendAnswer(message, head.status(), List.copyOf(fields), expected ? body : null);
    }

    @Override
    public void content(Slice slice, int from, int to) {
        if (!body.offer(Upload.copy(slice, from, to))) {
            call.pauseAnswer();
            patience.set(Tuning.socketTimeout().toNanos());
            handOver();
        }
    }

    @Override
    public void ended() {
        patience.clear();
        stopPump();
        body.end();
        handOver();
    }

    @Override
    public void failed(Failure failure) {
        stopPump();
        if (handedOver) {
            body.fail(failure.detail());
            return;
        }
        synchronized (this) {
            if (failed) {
                return;
            }
            failed = true;
            if (writing) {
                toReport = failure;
                return;
            }
        }
        boolean whole = call.isWhole();
        workers.goOn(() -> report(failure, whole));
    }

    private void report(Failure failure, boolean whole) {
        FailedCall.report(message, failure, whole);
        settle(failure);
    }

    private void settle(Failure failure) {
        if (settled.compareAndSet(false, true)) {
            lines.ended(failure);
        }
    }

    private void handOver() {
        if (!handedOver) {
            handedOver = true;
            workers.goOn(() -> {
                answer.run();
                settle(null);
            });
        }
    }

    private void readOn() {
        patience.clear();
        call.resumeAnswer();
    }

    private void nobodyReads() {
        call.abandon();
        body.fail("nobody read the answer");
        body.discard();
    }

    private void stopPump() {
        if (pump != null) {
            pump.stop();
        }
    }

    private static long contentLength(List<Map.Entry<String, String>> fields) {
        return fields.stream()
                .filter(field -> field.getKey().equalsIgnoreCase("Content-Length"))
                .mapToLong(field -> Long.parseLong(field.getValue()))
                .findFirst()
                .orElse(-1);
    }
}
