package org.busbench.harness.parity;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.busbench.common.http.HttpMessage;
import org.busbench.common.http.MessageStream;
import org.busbench.harness.process.Backends;
import org.busbench.harness.text.Problem;

/**
 * Stands where the backend does during an audit, and sees what a backend sees: connections, the very bytes, and when they
 * come. It answers as it is told. A thread for each connection; those of the audit call it.
 */
public final class BackendStandIn implements AutoCloseable {
    private static final int BACKLOG = 1024;

    private final List<ServerSocket> servers = new ArrayList<>();
    private final List<Thread> acceptors = new ArrayList<>();
    private final Set<Socket> sockets = new HashSet<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private volatile AnswerForm form = AnswerForm.plain();
    private int connections;
    private int lastPort;
    private int lastLocalPort;
    private long bodyBytes;

    private BackendStandIn() {}

    /**
     * Listens for every instance.
     *
     * @return the stand-in, to be closed
     * @throws Problem when a port is taken
     */
    public static BackendStandIn open(Backends backends) {
        BackendStandIn standIn = new BackendStandIn();
        for (Map.Entry<String, Integer> entry : backends.ports().entrySet()) {
            try {
                ServerSocket server = new ServerSocket();
                standIn.servers.add(server);
                server.setReuseAddress(true);
                server.bind(new InetSocketAddress(backends.listen(), entry.getValue()), BACKLOG);
                standIn.acceptors.add(
                        standIn.daemon("accept", () -> standIn.accept(server, Backends.nameOf(entry.getKey()))));
            } catch (IOException taken) {
                standIn.close();
                throw new Problem(
                        "port " + entry.getValue() + " of the backend is taken: end what listens there", taken);
            }
        }
        return standIn;
    }

    /** Answers like this from now on. */
    void answer(AnswerForm next) {
        form = next;
    }

    /** Forgets what came until now. */
    synchronized void forget() {
        arrivals.clear();
        bodyBytes = 0;
    }

    /** The messages since it last forgot, in the order in which they were answered. */
    synchronized List<Arrival> arrivals() {
        return List.copyOf(arrivals);
    }

    /** Connections that were ever opened. */
    synchronized int connections() {
        return connections;
    }

    synchronized int openConnections() {
        return sockets.size();
    }

    /** The mediator's end of the connection whose message came last, answered or not. */
    synchronized int lastPort() {
        return lastPort;
    }

    /** The own end of that connection. */
    synchronized int lastLocalPort() {
        return lastLocalPort;
    }

    /** Waits until something of a body has come since it forgot; false when nothing does. */
    synchronized boolean awaitBody(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (bodyBytes == 0 && System.nanoTime() < deadline) {
            wait(1 + (deadline - System.nanoTime()) / 1_000_000);
        }
        return bodyBytes > 0;
    }

    private synchronized void body(int bytes) {
        bodyBytes += bytes;
        notifyAll();
    }

    private void accept(ServerSocket server, String instance) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                int number = added(socket);
                daemon("connection-" + number, () -> serve(socket, instance, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private synchronized int added(Socket socket) {
        sockets.add(socket);
        return ++connections;
    }

    private synchronized void came(Socket socket) {
        lastPort = socket.getPort();
        lastLocalPort = socket.getLocalPort();
    }

    private void serve(Socket socket, String instance, int number) {
        try (socket) {
            socket.setTcpNoDelay(true);
            MessageStream reader = new MessageStream(new BufferedInputStream(socket.getInputStream()), this::body);
            for (HttpMessage request = reader.request(); request != null; request = reader.request()) {
                came(socket);
                answer(socket, instance, number, request);
                if (request.closes()) {
                    return;
                }
            }
        } catch (IOException gone) {
            // The mediator ended its connection: the audit counts those that it opens.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                sockets.remove(socket);
            }
        }
    }

    private void answer(Socket socket, String instance, int number, HttpMessage request)
            throws IOException, InterruptedException {
        AnswerForm now = request.start().startsWith("POST ") ? form : AnswerForm.plain();
        byte[] body = AuditMessages.answerBody(instance, request.body(), now.bytes());
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=UTF-8\r\n" + now.headers();
        byte[] answer = AuditMessages.whole(head, body, now.framing());
        now.gate().pass();
        // Before it is written: who has the answer finds its arrival.
        synchronized (this) {
            arrivals.add(new Arrival(
                    instance,
                    number,
                    socket.getPort(),
                    request,
                    MessageStream.of(answer).response()));
        }
        int first = now.between() == null ? answer.length : answer.length / 2;
        socket.getOutputStream().write(answer, 0, first);
        if (now.between() != null) {
            now.between().pass();
            socket.getOutputStream().write(answer, first, answer.length - first);
        }
    }

    private Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, "stand-in-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Frees the ports: the system holds a closed one for as long as a thread is still inside its {@code accept}. */
    @Override
    public void close() {
        for (ServerSocket server : servers) {
            close(server);
        }
        try {
            for (Thread acceptor : acceptors) {
                acceptor.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Socket> open;
        synchronized (this) {
            open = List.copyOf(sockets);
        }
        open.forEach(BackendStandIn::close);
    }

    private static void close(java.io.Closeable socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // Nothing of it is left then either.
        }
    }

    /**
     * A message that came whole to the backend's stand-in.
     *
     * @param instance which of its instances, {@code backend-A} for instance
     * @param connection number of the connection since the stand-in began
     * @param request as it came
     * @param answer as it is written
     */
    record Arrival(String instance, int connection, int port, HttpMessage request, HttpMessage answer) {}
}
