package org.busbench.harness.parity;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.busbench.common.http.HttpMessage;
import org.busbench.harness.text.Problem;
import org.busbench.record.Parity;

/**
 * Messages one after the other, of a client that keeps its connection for as long as it is let: how many connections they
 * take on either side, and which options these have.
 */
final class KeepAliveAudit {
    /** Beyond the hundred after which some servers close a connection as it comes. */
    private static final int MESSAGES = 120;

    /** Between two looks at the same sockets. */
    private static final int FEW = 9;

    private static final Duration STILL = Duration.ofSeconds(2);

    private final AuditSession session;
    private final Collection<Long> pids;
    private final List<String> remarks;
    private AuditClient client;
    private int connections;

    /** {@code pids} are the mediator's; {@code remarks} gets a sentence for each thing that cannot be found out. */
    KeepAliveAudit(AuditSession session, Collection<Long> pids, List<String> remarks) {
        this.session = session;
        this.pids = pids;
        this.remarks = remarks;
    }

    /** Both sides, once all messages were answered. */
    record Sides(Parity.Side client, Parity.Side backend) {}

    /** Sends them; an exception says why not all were answered. */
    Sides run() throws IOException, InterruptedException {
        int first = session.backend().connections();
        HttpMessage answer = null;
        HttpMessage request = null;
        try {
            for (int i = 0; i < MESSAGES; i++) {
                session.backend().forget();
                answer = ask();
                List<BackendStandIn.Arrival> arrivals = session.backend().arrivals();
                if (arrivals.isEmpty()) {
                    throw new IOException("answered without the backend");
                }
                request = arrivals.get(0).request();
            }
            int taken = connections;
            int backendTaken = session.backend().connections() - first;
            Sockets before = sockets();
            for (int i = 0; i < FEW; i++) {
                ask();
            }
            Sockets after = sockets();
            return new Sides(
                    side(answer, taken, after.client(), segments(before.client(), after.client())),
                    side(request, backendTaken, after.backend(), segments(before.backend(), after.backend())));
        } finally {
            forget();
        }
    }

    /** One end of a connection, which its two ports name. */
    private record End(int port, int peer, SocketOptions facts) {}

    /** The known facts of both sockets; empty where the kernel does not tell. */
    private record Sockets(Optional<End> client, Optional<End> backend) {}

    private static Parity.Side side(HttpMessage message, int taken, Optional<End> end, Double segments) {
        return new Parity.Side(
                message.version(),
                message.header("Connection").orElse(null),
                message.header("Keep-Alive").orElse(null),
                MESSAGES,
                taken,
                end.map(told -> told.facts().noDelay()).orElse(null),
                segments);
    }

    /** The segments per message between two looks at one connection; null when it was not the same. */
    private static Double segments(Optional<End> before, Optional<End> after) {
        if (before.isEmpty()
                || after.isEmpty()
                || before.get().port() != after.get().port()
                || before.get().peer() != after.get().peer()
                || before.get().facts().dataSegments() == 0) {
            return null;
        }
        int sent = after.get().facts().dataSegments() - before.get().facts().dataSegments();
        return Math.round(100.0 * sent / (FEW + 1)) / 100.0;
    }

    private HttpMessage ask() throws IOException {
        String nonce = AuditSession.nonce();
        boolean kept = client != null;
        try {
            return ask(nonce);
        } catch (IOException e) {
            forget();
            if (!kept) {
                throw e;
            }
            // It ended the connection after its last answer, which it may.
            return ask(nonce);
        }
    }

    private HttpMessage ask(String nonce) throws IOException {
        connect();
        client.send(session.request(nonce));
        HttpMessage answer = AuditSession.checked(client.answer(), nonce);
        if (answer.closes()) {
            forget();
        }
        return answer;
    }

    private void connect() throws IOException {
        if (client == null) {
            client = session.connect();
            connections++;
        }
    }

    private void forget() throws IOException {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    /** The sockets towards client and backend, while a message is with the backend, so that both surely exist. */
    private Sockets sockets() throws InterruptedException {
        ReleaseLatch gate = new ReleaseLatch();
        session.backend().answer(AnswerForm.behind(gate));
        String nonce = AuditSession.nonce();
        try {
            forgetIfEnded();
            connect();
            client.send(session.request(nonce));
            gate.await(1, STILL);
            Sockets found = new Sockets(
                    facts("client", session.url().getPort(), client.port()),
                    facts(
                            "backend",
                            session.backend().lastPort(),
                            session.backend().lastLocalPort()));
            gate.open();
            AuditSession.checked(client.answer(), nonce);
            return found;
        } catch (IOException e) {
            remarks.add("TCP_NODELAY: " + Problem.brief(e));
            return new Sockets(Optional.empty(), Optional.empty());
        } finally {
            gate.open();
            session.backend().answer(AnswerForm.plain());
        }
    }

    private void forgetIfEnded() throws IOException {
        if (client != null && client.isEnded()) {
            forget();
        }
    }

    private Optional<End> facts(String side, int port, int peer) {
        if (pids.isEmpty()) {
            String remark = "TCP_NODELAY is not known: its processes cannot be seen";
            if (!remarks.contains(remark)) {
                remarks.add(remark);
            }
            return Optional.empty();
        }
        try {
            return Optional.of(new End(port, peer, SocketOptions.of(pids, port, peer)));
        } catch (IOException e) {
            String remark = "TCP_NODELAY towards the " + side + ": " + Problem.brief(e);
            if (!remarks.contains(remark)) {
                remarks.add(remark);
            }
            return Optional.empty();
        }
    }
}
