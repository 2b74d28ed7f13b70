package org.busbench.mediation.engine;

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
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.http.head.HeadEdits;
import org.busbench.mediation.http.head.ResponseHead;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.EventLoop;

/**
 * One request to an upstream, and the receipt of its response. Synapse gets the response when it is whole, or when it fills the pipe; Synapse gets a failure
 * when the worker has stopped writing the request, since both use the same envelope.
 *
 * <p>States of the request: {@code IDLE -> WRITING} while a worker serialises the message. From {@code IDLE} a failure leads to {@code FAILED}, and is
 * reported at once. From {@code WRITING} it leads to {@code FAILED_WHILE_WRITING}, and is reported when the worker has finished.
 *
 * <p>States of the response: {@code AWAITED -> RECEIVING} with its head, {@code RECEIVING -> HANDED_OVER} when a worker takes it to Synapse. After that a
 * failure is one of the response's body.
 *
 * <p>{@link #start}, {@link #beginWriting}, {@link #endWriting}, {@link #hasFailed} and {@link #withdraw} are for the worker, the rest for the loop's thread.
 */
final class UpstreamRequest implements CallEvents, BodyPump.Sink {

    /** Statuses of responses without content, whatever their heads say. */
    static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);

    private enum Sending {
        IDLE,
        WRITING,
        FAILED_WHILE_WRITING,
        FAILED
    }

    private enum Receiving {
        AWAITED,
        RECEIVING,
        HANDED_OVER
    }

    private final MessageContext message;
    private final Origin origin;
    private final EventLoop loop;
    private final WorkerPool workers;
    private final LaneLimits limits;
    private final Call call;
    private final Deadline idle;
    private final AtomicBoolean originNotified = new AtomicBoolean();
    private BodyPump pump;
    private UpstreamResponse response;
    private BodyPipe body;
    private Receiving receiving = Receiving.AWAITED;
    private Sending sending = Sending.IDLE;
    private Failure failure;

    /** The sender of a request: the client whose message it is, or a task. Upstream connections are those of its loop. */
    interface Origin {

        /** {@return the loop; for any thread} */
        EventLoop loop();

        /** {@return a call to be started, on the loop's thread} */
        Call call(CallEvents events);

        /** {@return what mediators hold of the answer beside the request; for any thread} */
        MessageBytes.Share content();

        /** A request starts; for any thread. */
        void requestStarted();

        /** Synapse has its response, or the failure when that is not null; for any thread. */
        void requestEnded(Failure failure);
    }

    /** The origin of messages without a client, such as those of tasks. */
    record NoClient(HttpServer server, EventLoop loop) implements Origin {

        @Override
        public MessageBytes.Share content() {
            return MessageBytes.UNBOUNDED;
        }

        @Override
        public Call call(CallEvents events) {
            return server.call(loop, events);
        }

        @Override
        public void requestStarted() {
            // No client waits.
        }

        @Override
        public void requestEnded(Failure failure) {
            // No client waits.
        }
    }

    UpstreamRequest(MessageContext message, Origin origin, WorkerPool workers, LaneLimits limits) {
        this.limits = limits;
        this.message = message;
        this.origin = origin;
        this.loop = origin.loop();
        this.workers = workers;
        this.call = origin.call(this);
        this.idle = loop.deadline(this::idle);
    }

    /** Starts the call. A {@code content} of null is a request without a body. */
    void start(UpstreamTarget target, HeadEdits fields, BodyPipe content) {
        origin.requestStarted();
        if (target.endpoint() == null) {
            failed(new Failure(Failure.Kind.CONNECT, "the name of " + target.authority() + " has no address"));
            return;
        }
        loop.execute(() -> {
            call.start(
                    target.endpoint(), target.method(), target.path(), fields, content == null ? -2 : content.length());
            if (content == null) {
                call.end();
                return;
            }
            pump = new BodyPump(loop, content);
            pump.start(this);
        });
    }

    /** The worker begins to serialise the message. */
    synchronized void beginWriting() {
        sending = Sending.WRITING;
    }

    /** The worker uses the message no longer. */
    void endWriting() {
        synchronized (this) {
            if (sending == Sending.WRITING) {
                sending = Sending.IDLE;
                return;
            }
            sending = Sending.FAILED;
        }
        report(call.isRequestWhole());
    }

    synchronized boolean hasFailed() {
        return sending == Sending.FAILED || sending == Sending.FAILED_WHILE_WRITING;
    }

    /** The message could not be written: Synapse expects no response any longer. A request that has begun is cut. */
    void withdraw(boolean begun) throws AxisFault {
        if (message.getAxisOperation() != null
                && message.getAxisOperation().getMessageReceiver() instanceof SynapseCallbackReceiver callbacks) {
            // This removes the callback, as a 202 does. A callback that stays answers the client a second time when the
            // endpoint times out.
            message.setProperty(NhttpConstants.HTTP_202_RECEIVED, "true");
            callbacks.receive(message);
        }
        if (begun) {
            loop.execute(call::abandon);
            notifyOrigin(new Failure(Failure.Kind.CLOSED, "the message was not written to its end"));
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

    /** The client did not send its message to the end, or the worker did not write it: the upstream must see that, too. */
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
        List<Map.Entry<String, String>> fields = head.fields();
        boolean expected = hasBody && !WITHOUT_BODY.contains(head.status());
        body = new BodyPipe(
                contentLength(fields), TransportHeaders.codings(fields), limits.messageBytes(), origin.content());
        body.onRoom(() -> loop.execute(this::resume));
        response = new UpstreamResponse(message, head.status(), fields, expected ? body : null);
        receiving = Receiving.RECEIVING;
    }

    @Override
    public void content(Slice slice, int from, int to) {
        if (!body.offer(slice, from, to)) {
            call.pauseAnswer();
            idle.set(limits.socketTimeout().toNanos());
            handOver();
        }
    }

    @Override
    public void ended() {
        idle.cancel();
        stopPump();
        body.end();
        handOver();
    }

    @Override
    public void failed(Failure why) {
        stopPump();
        if (receiving == Receiving.HANDED_OVER) {
            body.fail(why.detail());
            return;
        }
        synchronized (this) {
            if (hasFailed()) {
                return;
            }
            failure = why;
            if (sending == Sending.WRITING) {
                sending = Sending.FAILED_WHILE_WRITING;
                return;
            }
            sending = Sending.FAILED;
        }
        boolean sent = call.isRequestWhole();
        workers.submit(() -> report(sent));
    }

    private void report(boolean sent) {
        try {
            UpstreamResponse.reportFailure(message, failure, sent);
        } finally {
            notifyOrigin(failure);
        }
    }

    private void notifyOrigin(Failure how) {
        if (originNotified.compareAndSet(false, true)) {
            origin.requestEnded(how);
        }
    }

    private void handOver() {
        if (receiving != Receiving.HANDED_OVER) {
            receiving = Receiving.HANDED_OVER;
            workers.submit(() -> {
                Failure how = new Failure(Failure.Kind.CLOSED, "the mediator failed");
                origin.content().hold();
                try {
                    response.run();
                    how = null;
                } finally {
                    if (!body.isUsed()) {
                        body.discard();
                        loop.execute(call::abandon);
                    }
                    origin.content().release();
                    notifyOrigin(how);
                }
            });
        }
    }

    private void resume() {
        idle.cancel();
        call.resumeAnswer();
    }

    /** No worker reads the full pipe. */
    private void idle() {
        call.abandon();
        body.fail("the response was not read in time");
        body.discard();
    }

    private void stopPump() {
        if (pump != null) {
            pump.gone();
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
