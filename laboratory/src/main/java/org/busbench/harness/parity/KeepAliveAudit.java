package org.busbench.harness.parity;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.busbench.common.SocketTable;
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

    /**
     * What the kernel knows of a socket of another process. The very socket is looked up by its two ports, its descriptor is
     * borrowed with pidfd_getfd(2) (Linux 5.6), and asked with getsockopt(2). The kernel wants the right to trace the other
     * process: children of this one, or any with CAP_SYS_PTRACE. Any thread; does not block.
     *
     * @param noDelay whether it has TCP_NODELAY
     * @param dataSegments segments with data that it has sent (tcp_info of tcp(7), Linux 4.6); 0 where it does not tell
     */
    private record SocketOptions(boolean noDelay, int dataSegments) {
        private static final int PIDFD_OPEN = 434;
        private static final int PIDFD_GETFD = 438;
        private static final int IPPROTO_TCP = 6;
        private static final int TCP_NODELAY = 1;
        private static final int TCP_INFO = 11;
        /** Bytes of tcp_info until the end of tcpi_data_segs_out, which is its last word then. */
        private static final int TCP_INFO_BYTES = 160;

        private static final C LIBRARY = load();

        private interface C extends Library {
            NativeLong syscall(NativeLong number, NativeLong first, NativeLong second, NativeLong third)
                    throws LastErrorException;

            int getsockopt(int socket, int level, int option, int[] value, int[] length) throws LastErrorException;

            int close(int descriptor) throws LastErrorException;
        }

        /** Reads it; an exception says in words why that is not possible. */
        static SocketOptions of(Collection<Long> pids, int ownPort, int peerPort) throws IOException {
            if (LIBRARY == null) {
                throw new IOException("this system has no C library that could be asked");
            }
            OptionalLong inode = SocketTable.readTcp().established(ownPort, peerPort);
            if (inode.isEmpty()) {
                throw new IOException("no established connection between the ports " + ownPort + " and " + peerPort);
            }
            for (long pid : pids) {
                Integer descriptor = SocketTable.descriptorsOf(pid).get(inode.getAsLong());
                if (descriptor != null) {
                    return read(pid, descriptor);
                }
            }
            throw new IOException("none of the processes " + pids + " shows the socket of port " + ownPort);
        }

        private static SocketOptions read(long pid, int descriptor) throws IOException {
            int process = -1;
            int socket = -1;
            try {
                process = syscall(PIDFD_OPEN, pid, 0, 0);
                socket = syscall(PIDFD_GETFD, process, descriptor, 0);
                int[] value = new int[1];
                LIBRARY.getsockopt(socket, IPPROTO_TCP, TCP_NODELAY, value, new int[] {Integer.BYTES});
                int[] told = new int[TCP_INFO_BYTES / Integer.BYTES];
                int[] length = {TCP_INFO_BYTES};
                LIBRARY.getsockopt(socket, IPPROTO_TCP, TCP_INFO, told, length);
                return new SocketOptions(value[0] != 0, length[0] < TCP_INFO_BYTES ? 0 : told[told.length - 1]);
            } catch (LastErrorException refused) {
                throw new IOException(
                        "the system does not lend the socket of process " + pid + " (error " + refused.getErrorCode()
                                + ")",
                        refused);
            } finally {
                close(socket);
                close(process);
            }
        }

        private static int syscall(long number, long first, long second, long third) {
            return LIBRARY.syscall(
                            new NativeLong(number),
                            new NativeLong(first),
                            new NativeLong(second),
                            new NativeLong(third))
                    .intValue();
        }

        private static void close(int descriptor) {
            if (descriptor >= 0) {
                LIBRARY.close(descriptor);
            }
        }

        private static C load() {
            try {
                return Native.load("c", C.class);
            } catch (UnsatisfiedLinkError none) {
                return null;
            }
        }
    }
}
