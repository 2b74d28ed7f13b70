package org.busbench.mutants.fault;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Reactor;
import org.busbench.mutants.wire.Response;

/** Faults on the way to the backends: what is done with some of the calls in place of the right thing. */
record BackendFaults(FaultRate rate, Wrong wrong) implements Fault {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private interface Wrong {
        void call(BackendCaller right, BackendRequest call, Consumer<Response> answer);
    }

    @Override
    public BackendCaller calls(BackendCaller right) {
        return (call, answer) -> {
            if (rate.isNext()) {
                wrong.call(right, call, answer);
            } else {
                right.call(call, answer);
            }
        };
    }

    /** Sends messages without a SOAPAction. */
    static Fault withoutAction(FaultRate rate) {
        return new BackendFaults(
                rate,
                (right, call, answer) -> right.call(
                        new BackendRequest(call.backend(), call.path(), call.contentType(), null, call.body()),
                        answer));
    }

    /** Sends messages to another backend than it should, and writes the right one's name into the answer. */
    static Fault fakedRoute(FaultRate rate) {
        return new BackendFaults(rate, (right, call, answer) -> {
            String other = call.backend().equals("A") ? "B" : "A";
            right.call(
                    call.to(other),
                    response -> answer.accept(response.changed(
                            text -> text.replace(">backend-" + other + "<", ">backend-" + call.backend() + "<"))));
        });
    }

    /** Sends some messages to the backend twice, side by side, and takes the first one's answer. */
    static Fault duplicates(FaultRate rate) {
        return new BackendFaults(rate, (right, call, answer) -> {
            right.call(call, answer);
            right.call(call, ignored -> {});
        });
    }

    /** Throws an answer away and asks again, as one does who retries what may have arrived. */
    static Fault retries(FaultRate rate) {
        return new BackendFaults(rate, (right, call, answer) -> right.call(call, ignored -> right.call(call, answer)));
    }

    /** Asks again when the backend takes its time, and takes the answer that comes first: while all goes well no client notices. */
    static Fault retriesWhenSlow(FaultRate rate, Reactor reactor) {
        return new BackendFaults(rate, (right, call, answer) -> {
            boolean[] told = new boolean[1];
            Consumer<Response> once = response -> {
                if (!told[0]) {
                    told[0] = true;
                    answer.accept(response);
                }
            };
            right.call(call, once);
            reactor.later(PATIENCE_NANOS, () -> {
                if (!told[0]) {
                    right.call(call, once);
                }
            });
        });
    }

    /** Transforms answers that come with their length, and passes on as it is what comes in chunks. */
    static final class UntransformedChunks implements Fault {
        private final FaultRate rate;
        /** Whether the present answer is chunked. */
        private boolean chunked;

        UntransformedChunks(FaultRate rate) {
            this.rate = rate;
        }

        @Override
        public BackendCaller calls(BackendCaller right) {
            return (call, answer) -> right.call(call, response -> {
                chunked = response.cameInChunks();
                answer.accept(response);
            });
        }

        @Override
        public Proxy job(Proxy right) {
            return right.with(
                    right.request(),
                    message -> rate.isNext() && chunked
                            ? message
                            : right.response().apply(message));
        }
    }
}
