package org.busbench.harness.parity;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.busbench.harness.text.Problem;
import org.busbench.record.Parity;

/**
 * Many clients at a time, whose messages the backend holds until it has them all: so it is counted, and not timed, how
 * many connections and threads they take, and how many of them the mediator lets through together. One thread is all
 * clients: each sends, then each waits. All of them have one deadline, so that many who wait in vain take no longer than
 * one.
 */
final class ConcurrencyAudit {
    /** The number of rounds. In the later ones the connections of the first should do. */
    private static final int ROUNDS = 3;
    /** A mediator that lets no other message through for so long is taken to be full. */
    private static final Duration STILL = Duration.ofMillis(400);
    /** The time in which all clients of a round must be connected. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
    /** All clients of a round have their answers after so long, or none. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(3);
    /** So long for those whose turn comes when others have ended. */
    private static final Duration TURN_LIMIT = Duration.ofSeconds(2);

    private final AuditSession session;
    private final IntSupplier threads;
    private int answered;
    private int reconnected;
    private Integer atMost;
    private String fault;

    /** {@code threads} counts those of the mediator; null where they cannot be seen. */
    ConcurrencyAudit(AuditSession session, IntSupplier threads) {
        this.session = session;
        this.threads = threads;
    }

    /** Why the first message that was not answered rightly was not; empty when all were. */
    Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    /** So many clients, three times each; once where some of them wait for others to end. */
    Parity.Crowd of(int concurrency) throws IOException, InterruptedException {
        answered = 0;
        reconnected = 0;
        atMost = null;
        int together = 0;
        int connections = 0;
        int mostThreads = 0;
        int afterFirst = 0;
        int inAll = 0;
        int rounds = 0;
        AuditClient[] clients = new AuditClient[concurrency];
        try {
            for (boolean allCame = true; allCame && rounds < ROUNDS; rounds++) {
                ReleaseLatch gate = new ReleaseLatch();
                session.backend().answer(AnswerForm.behind(gate));
                try {
                    String[] nonces = send(clients, rounds > 0);
                    together = Math.max(together, gate.await(concurrency, STILL));
                    connections = Math.max(connections, session.backend().openConnections());
                    mostThreads = threads == null ? 0 : Math.max(mostThreads, threads.getAsInt());
                    gate.open();
                    List<Integer> waiting = receive(clients, nonces);
                    inAll = session.backend().connections();
                    afterFirst = rounds == 0 ? inAll : afterFirst;
                    allCame = waiting.isEmpty();
                    if (!allCame) {
                        lookForTurns(clients, nonces, waiting);
                    }
                } finally {
                    gate.open();
                }
            }
        } finally {
            session.backend().answer(AnswerForm.plain());
            for (int i = 0; i < clients.length; i++) {
                end(clients, i);
            }
        }
        return new Parity.Crowd(
                concurrency,
                rounds,
                rounds * concurrency,
                answered,
                together,
                connections,
                // Where the first round came in parts, later ones need more connections than it did.
                inAll - Math.max(afterFirst, together),
                reconnected,
                threads == null ? null : (Integer) mostThreads,
                atMost);
    }

    private String[] send(AuditClient[] clients, boolean later) throws IOException {
        String[] nonces = new String[clients.length];
        Arrays.setAll(nonces, i -> AuditSession.nonce());
        long deadline = System.nanoTime() + CONNECT_LIMIT.toNanos();
        for (int i = 0; i < clients.length; i++) {
            if (clients[i] != null && clients[i].isEnded()) {
                end(clients, i);
            }
            try {
                if (clients[i] == null) {
                    clients[i] = session.connect(left(deadline));
                    reconnected += later ? 1 : 0;
                }
                clients[i].send(session.request(nonces[i]));
            } catch (IOException refused) {
                note(refused);
                end(clients, i);
            }
        }
        return nonces;
    }

    /** Takes the answers; returns the clients that wait for theirs on open connections. */
    private List<Integer> receive(AuditClient[] clients, String[] nonces) throws IOException {
        List<Integer> waiting = new ArrayList<>();
        long deadline = System.nanoTime() + ANSWER_LIMIT.toNanos();
        for (int i = 0; i < clients.length; i++) {
            if (clients[i] == null) {
                continue;
            }
            boolean ended = true;
            try {
                ended = AuditSession.checked(clients[i].answer(left(deadline)), nonces[i])
                        .closes();
                answered++;
            } catch (SocketTimeoutException late) {
                note(late);
                waiting.add(i);
                ended = false;
            } catch (IOException wrongOrNone) {
                note(wrongOrNone);
            }
            if (ended) {
                end(clients, i);
            }
        }
        return waiting;
    }

    /** Whether those that wait get their answers when all others have ended: then there are too many, and none is lost. */
    private void lookForTurns(AuditClient[] clients, String[] nonces, List<Integer> waiting) throws IOException {
        for (int i = 0; i < clients.length; i++) {
            if (!waiting.contains(i)) {
                end(clients, i);
            }
        }
        long deadline = System.nanoTime() + TURN_LIMIT.toNanos();
        for (int i : waiting) {
            try {
                AuditSession.checked(clients[i].answer(left(deadline)), nonces[i]);
                atMost = clients.length - waiting.size();
            } catch (IOException stillNone) {
                note(stillNone);
            }
        }
    }

    private void note(IOException wrong) {
        fault = fault == null ? Problem.brief(wrong) : fault;
    }

    /** At least a moment, in which what has come is read. */
    private static Duration left(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private static void end(AuditClient[] clients, int i) throws IOException {
        if (clients[i] != null) {
            clients[i].close();
            clients[i] = null;
        }
    }
}
