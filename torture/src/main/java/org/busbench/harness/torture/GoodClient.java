package org.busbench.harness.torture;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.TortureClient.View;
import org.busbench.harness.verify.Target;

/** Sends good requests on one connection as long as the proxy keeps it, and compares each answer whole. For one thread. */
final class GoodClient implements Closeable {
    private static final int MOST_ON_A_CONNECTION = 20;
    private static final int BUSY = 503;
    private static final Duration END_LIMIT = Duration.ofMillis(600);

    private final Target target;
    private final Duration limit;
    private final Judge judge = new Judge();
    private TortureClient connection;
    private int asked;

    /** With the time that a whole answer may take. */
    GoodClient(Target target, Duration limit) {
        this.target = target;
        this.limit = limit;
    }

    enum Fate {
        /** Its own answer came whole. */
        RIGHT,
        /** The proxy said that it is busy (503). */
        REFUSED,
        /** No whole answer came. */
        LOST,
        /** Another answer came than the backend gave. */
        WRONG,
        /** The answer to another request came. */
        SWAPPED
    }

    /**
     * What came of a request.
     *
     * @param fault what is wrong; empty when it is right
     * @param sentAgain whether a kept connection had ended, so that it was sent on another one
     * @param view the bytes of the connection; null when it is right
     * @param atNanos when it was known, by {@link System#nanoTime()}
     */
    record Answer(Fate fate, boolean sentAgain, Optional<String> fault, View view, long atNanos) {}

    /** Sends a further request and waits for its answer. */
    Answer ask() throws IOException, InterruptedException {
        CaseMessages messages = new CaseMessages(target, Map.of(), 1);
        boolean again = false;
        try {
            boolean kept = connection != null && asked < MOST_ON_A_CONNECTION && !connection.hasEnded();
            Optional<StrictReader.Message> answer = kept ? exchange(messages) : Optional.empty();
            if (answer.isEmpty() && (!kept || connection.hasEnded())) {
                // A proxy may end a kept connection at any time: the request is sent again on a new one.
                again = kept;
                close();
                connection = null;
                connection = new TortureClient(target, place -> "POST");
                asked = 0;
                answer = exchange(messages);
            }
            if (answer.isEmpty()) {
                return failed(
                        Fate.LOST,
                        again,
                        connection.hasEnded()
                                ? "the connection ended before a whole answer"
                                : "no whole answer within " + limit.toSeconds() + " s");
            }
            Optional<String> fault = judge.faultOfGood(messages, answer.get());
            return fault.isEmpty()
                    ? new Answer(Fate.RIGHT, again, fault, null, System.nanoTime())
                    : failed(fate(messages, answer.get()), again, fault.get());
        } catch (IOException refused) {
            return failed(Fate.LOST, again, Problem.brief(refused));
        }
    }

    private static Fate fate(CaseMessages messages, StrictReader.Message answer) {
        String nonce = CaseMessages.nonceIn(answer.content());
        if (!nonce.isEmpty() && !nonce.equals(messages.nonce(0))) {
            return Fate.SWAPPED;
        }
        return answer.status() == BUSY ? Fate.REFUSED : Fate.WRONG;
    }

    /** The connection is not used again: a late answer would be taken for that to a later request. */
    private Answer failed(Fate fate, boolean again, String fault) throws IOException {
        View view =
                connection == null ? new View("", "", List.of(), TortureClient.End.CLOSED, false) : connection.view();
        close();
        connection = null;
        return new Answer(fate, again, Optional.of(fault), view, System.nanoTime());
    }

    private Optional<StrictReader.Message> exchange(CaseMessages messages) throws IOException, InterruptedException {
        asked++;
        try {
            connection.send(messages.client("${request}"));
        } catch (IOException ended) {
            if (asked == 1) {
                throw ended;
            }
            connection.awaitEnd(END_LIMIT);
            return Optional.empty();
        }
        return connection.await(asked, limit)
                ? Optional.of(connection.view().finalAnswers().get(asked - 1))
                : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        if (connection != null) {
            connection.close();
        }
    }
}
