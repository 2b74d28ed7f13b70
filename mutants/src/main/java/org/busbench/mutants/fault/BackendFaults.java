package org.busbench.mutants.fault;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Reactor;
import org.busbench.mutants.wire.Response;

/** Faults on the way to the backends. */
final class BackendFaults {
    private BackendFaults() {}

    /** Sends messages without a SOAPAction. */
    static Fault withoutAction(FaultRate rate) {
        return new Fault() {
            @Override
            public BackendCaller calls(BackendCaller right) {
                return (call, outcome) -> right.call(
                        rate.isNext()
                                ? new BackendRequest(call.backend(), call.contentType(), null, call.body())
                                : call,
                        outcome);
            }
        };
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
            return (call, outcome) -> right.call(call, new BackendCaller.Outcome() {
                @Override
                public void answered(Response response) {
                    chunked = response.cameInChunks();
                    outcome.answered(response);
                }

                @Override
                public void failed(String why) {
                    outcome.failed(why);
                }
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

    /** Sends messages to another backend than it should, and writes the right one's name into the answer. */
    static final class FakedRoute implements Fault {
        private final FaultRate rate;

        FakedRoute(FaultRate rate) {
            this.rate = rate;
        }

        @Override
        public BackendCaller calls(BackendCaller right) {
            return (call, outcome) -> {
                if (rate.isNext()) {
                    String other = call.backend().equals("A") ? "B" : "A";
                    right.call(call.to(other), new Renamed(call, other, outcome));
                } else {
                    right.call(call, outcome);
                }
            };
        }

        private record Renamed(BackendRequest call, String other, BackendCaller.Outcome outcome)
                implements BackendCaller.Outcome {
            @Override
            public void answered(Response response) {
                String text = new String(response.body(), StandardCharsets.ISO_8859_1)
                        .replace(">backend-" + other + "<", ">backend-" + call.backend() + "<");
                outcome.answered(response.withBody(text.getBytes(StandardCharsets.ISO_8859_1)));
            }

            @Override
            public void failed(String why) {
                outcome.failed(why);
            }
        }
    }

    /** Sends some messages to the backend twice. */
    static final class DuplicateRequests implements Fault {
        private final FaultRate rate;
        private final boolean first;

        private DuplicateRequests(FaultRate rate, boolean first) {
            this.rate = rate;
            this.first = first;
        }

        /** Sends them side by side and takes the first one's answer. */
        static Fault sideBySide(FaultRate rate) {
            return new DuplicateRequests(rate, true);
        }

        /** Throws the first answer away and asks again, as one does who retries what may have arrived. */
        static Fault oneAfterTheOther(FaultRate rate) {
            return new DuplicateRequests(rate, false);
        }

        @Override
        public BackendCaller calls(BackendCaller right) {
            return (call, outcome) -> {
                if (!rate.isNext()) {
                    right.call(call, outcome);
                } else if (first) {
                    right.call(call, outcome);
                    right.call(call, new Ignored());
                } else {
                    right.call(call, new Again(right, call, outcome));
                }
            };
        }

        private static final class Ignored implements BackendCaller.Outcome {
            @Override
            public void answered(Response response) {
                // The client has the first answer.
            }

            @Override
            public void failed(String why) {
                // The client has the first answer.
            }
        }

        private record Again(BackendCaller right, BackendRequest call, BackendCaller.Outcome outcome)
                implements BackendCaller.Outcome {
            @Override
            public void answered(Response response) {
                right.call(call, outcome);
            }

            @Override
            public void failed(String why) {
                right.call(call, outcome);
            }
        }
    }

    /** Asks again when the backend takes its time, and takes the answer that comes first: while all goes well no client notices. */
    static final class RetryWhenSlow implements Fault {
        private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

        private final FaultRate rate;
        private final Reactor reactor;

        RetryWhenSlow(FaultRate rate, Reactor reactor) {
            this.rate = rate;
            this.reactor = reactor;
        }

        @Override
        public BackendCaller calls(BackendCaller right) {
            return (call, outcome) -> {
                Once once = new Once(outcome);
                right.call(call, once);
                if (rate.isNext()) {
                    reactor.later(PATIENCE_NANOS, () -> askAgain(right, call, once));
                }
            };
        }

        private static void askAgain(BackendCaller right, BackendRequest call, Once once) {
            if (!once.told) {
                right.call(call, once);
            }
        }

        /** Passes on the first of two outcomes. */
        private static final class Once implements BackendCaller.Outcome {
            private final BackendCaller.Outcome outcome;
            private boolean told;

            private Once(BackendCaller.Outcome outcome) {
                this.outcome = outcome;
            }

            @Override
            public void answered(Response response) {
                if (!told) {
                    told = true;
                    outcome.answered(response);
                }
            }

            @Override
            public void failed(String why) {
                if (!told) {
                    told = true;
                    outcome.failed(why);
                }
            }
        }
    }
}
