package org.busbench.harness.parity;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.busbench.harness.text.Problem;
import org.busbench.record.Parity;

/**
 * Many clients at a time, whose messages the backend holds until it has them all: so it is counted, and not timed, how
 * many connections and threads they take, and how many of them the mediator lets through together. One thread is all
 * clients: each sends, then each waits.
 */
final class ConcurrencyAudit {
    /** In the later ones the connections of the first should do. */
    private static final int ROUNDS = 3;
    /** Who lets no other message through for so long is taken to let no more through. */
    private static final Duration STILL = Duration.ofMillis(400);

    private final AuditSession session;
    private final IntSupplier threads;
    private int answered;
    private int reconnected;
    private String fault;

    /** {@code threads} counts those of the mediator. */
    ConcurrencyAudit(AuditSession session, IntSupplier threads) {
        this.session = session;
        this.threads = threads;
    }

    /** Why the first message that was not answered rightly was not; empty when all were. */
    Optional<String> fault() {
        return Optional.ofNullable(fault);
    }

    /** So many clients, three times each. */
    Parity.Crowd of(int concurrency) throws IOException, InterruptedException {
        answered = 0;
        reconnected = 0;
        int together = 0;
        int connections = 0;
        int mostThreads = 0;
        int afterFirst = 0;
        AuditClient[] clients = new AuditClient[concurrency];
        try {
            for (int round = 0; round < ROUNDS; round++) {
                ReleaseLatch gate = new ReleaseLatch();
                session.backend().answer(AnswerForm.behind(gate));
                try {
                    String[] nonces = send(clients, round > 0);
                    together = Math.max(together, gate.await(concurrency, STILL));
                    connections = Math.max(connections, session.backend().openConnections());
                    mostThreads = Math.max(mostThreads, threads.getAsInt());
                    gate.open();
                    receive(clients, nonces);
                } finally {
                    gate.open();
                }
                afterFirst = round == 0 ? session.backend().connections() : afterFirst;
            }
        } finally {
            session.backend().answer(AnswerForm.plain());
            for (AuditClient client : clients) {
                if (client != null) {
                    client.close();
                }
            }
        }
        return new Parity.Crowd(
                concurrency,
                ROUNDS,
                ROUNDS * concurrency,
                answered,
                together,
                connections,
                session.backend().connections() - afterFirst,
                reconnected,
                mostThreads);
    }

    private String[] send(AuditClient[] clients, boolean later) throws IOException {
        String[] nonces = new String[clients.length];
        Arrays.setAll(nonces, i -> AuditSession.nonce());
        for (int i = 0; i < clients.length; i++) {
            if (clients[i] != null && clients[i].isEnded()) {
                clients[i].close();
                clients[i] = null;
            }
            if (clients[i] == null) {
                clients[i] = session.connect();
                reconnected += later ? 1 : 0;
            }
            clients[i].send(session.request(nonces[i]));
        }
        return nonces;
    }

    private void receive(AuditClient[] clients, String[] nonces) throws IOException {
        for (int i = 0; i < clients.length; i++) {
            boolean ended = true;
            try {
                ended = AuditSession.checked(clients[i].answer(), nonces[i]).closes();
                answered++;
            } catch (IOException wrongOrNone) {
                fault = fault == null ? Problem.brief(wrongOrNone) : fault;
            }
            if (ended) {
                clients[i].close();
                clients[i] = null;
            }
        }
    }
}
