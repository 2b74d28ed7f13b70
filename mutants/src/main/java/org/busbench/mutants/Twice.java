package org.busbench.mutants;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.busbench.mutants.job.Mediation;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendRequest;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Loopback;
import org.busbench.mutants.wire.Request;
import org.busbench.mutants.wire.Response;

/**
 * Makes a mediator slower by a known share of its own work: it handles this share of its messages twice. The second time the request and the backend's answer
 * go over a connection to itself, so that no other process sees them. They are written, read, parsed, routed and transformed as the first time, by the same
 * code, in user mode and in the kernel. Not repeated are the selector and what does not belong to messages (the collector, compilers).
 *
 * <p>No clock is read. A loop on a clock does not execute what a mediator executes, so a share of time would be another share of instructions. It would also
 * grow where counters slow the process down. For the reactor's thread.
 */
final class Twice {
    private final double share;
    private final Handler again;
    private final Loopback loopback;
    private Response answer;
    private double owed;
    private long repeated;

    /** Handles this share, 0.1 for 10 %, again. */
    Twice(double share, List<Proxy> proxies) throws IOException {
        if (!(share > 0 && share <= 10)) {
            throw new IllegalArgumentException("the share must be above 0 and at most 10: " + share);
        }
        this.share = share;
        this.loopback = Loopback.open();
        this.again = new Mediation(proxies, this::answerAgain);
    }

    /** How many messages were handled again. */
    long repeated() {
        return repeated;
    }

    BackendCaller keeping(BackendCaller backends) {
        return (call, told) -> backends.call(call, response -> {
            answer = response.isMissing() ? null : response;
            told.accept(response);
        });
    }

    /** Handles each message, and some again when they are answered. */
    Handler repeating(Handler right) {
        return (request, told) -> right.handle(request, answered(request, told));
    }

    private Consumer<Response> answered(Request request, Consumer<Response> told) {
        return response -> {
            told.accept(response);
            if (answer == null) {
                // It was not mediated: a WSDL, or a message that was refused.
                return;
            }
            for (owed += share; owed >= 1; owed--) {
                repeated++;
                again.handle(loopback.asked(request), done -> {});
            }
            answer = null;
        };
    }

    /** Comes while a message is handled again, whose answer is still there. */
    private void answerAgain(BackendRequest call, Consumer<Response> told) {
        told.accept(loopback.answered(answer));
    }
}
