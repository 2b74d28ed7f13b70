package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.ProjectFiles;
import org.busbench.harness.verify.Target;

/** A proxy of plain sockets that understands nothing and does one thing. Two threads for each client. */
final class RawProxy implements AutoCloseable {

    /** What it does. */
    enum Habit {
        /** Copies all bytes both ways. */
        RELAYS,
        /** Refuses whatever comes. */
        REFUSES,
        /** Sends whatever comes to the backend twice. */
        DOUBLES,
        /** Changes a letter in each answer. */
        GARBLES,
        /** Says of each answer that it is compressed. */
        LABELS,
        /** Reads nothing of a message beyond its first 100 KB, and never ends the connection. */
        TIRES,
        /** Asks at the address that an entity names, and copies all bytes. */
        OPENS,
        /** Copies all bytes, and serves no request while more than forty clients are connected. */
        FILLS,
        /** Copies all bytes until it was given a field of the name X-Test, and serves no client any more. */
        BREAKS
    }

    private static final int MOST_CLIENTS = 40;
    private static final int MOST_READ = 100_000;
    private static final Pattern ENTITY = Pattern.compile("SYSTEM \"http://127\\.0\\.0\\.1:([0-9]+)/");

    private final ServerSocket server = new ServerSocket(0, 1024, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    private final int backendPort;
    private final Habit habit;
    private final AtomicInteger clients = new AtomicInteger();

    RawProxy(int backendPort, Habit habit) throws IOException {
        this.backendPort = backendPort;
        this.habit = habit;
        start(this::accept);
    }

    Target target() {
        return new Target(
                habit.name(),
                true,
                "virtualization",
                ProjectFiles.SCENARIOS.find("virtualization"),
                URI.create("http://127.0.0.1:" + server.getLocalPort() + "/services/Proxy"),
                null);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "raw-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            clients.incrementAndGet();
            client.setTcpNoDelay(true);
            if (habit == Habit.REFUSES) {
                client.getInputStream().read(new byte[1 << 16]);
                client.getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                .getBytes(ISO_8859_1));
                return;
            }
            try (Socket backend = new Socket(server.getInetAddress(), backendPort)) {
                backend.setTcpNoDelay(true);
                start(() -> copy(client, backend, false));
                copy(backend, client, true);
            }
        } catch (IOException gone) {
            // One of the two has ended.
        } finally {
            clients.decrementAndGet();
        }
    }

    private void copy(Socket from, Socket to, boolean answers) {
        byte[] bytes = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int all = 0;
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                all += count;
                if (habit == Habit.TIRES && all > MOST_READ) {
                    return;
                }
                out.write(changed(Arrays.copyOf(bytes, count), answers));
            }
            to.close();
        } catch (IOException gone) {
            try {
                to.close();
            } catch (IOException alreadyGone) {
                // Nothing of it is left then either.
            }
        }
    }

    private byte[] changed(byte[] bytes, boolean answers) throws IOException {
        String text = new String(bytes, ISO_8859_1);
        if (habit == Habit.DOUBLES && !answers) {
            return (text + text).getBytes(ISO_8859_1);
        }
        if (habit == Habit.FILLS && clients.get() > MOST_CLIENTS) {
            throw new IOException("full");
        }
        if (habit == Habit.GARBLES && answers) {
            return text.replace("IBM", "IBN").getBytes(ISO_8859_1);
        }
        if (habit == Habit.LABELS && answers) {
            return text.replace("Content-Type:", "Content-Encoding: gzip\r\nContent-Type:")
                    .getBytes(ISO_8859_1);
        }
        Matcher entity = ENTITY.matcher(text);
        if (habit == Habit.OPENS && entity.find()) {
            try (Socket named = new Socket(server.getInetAddress(), Integer.parseInt(entity.group(1)))) {
                named.getOutputStream()
                        .write("GET /opened HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));
                named.getInputStream().read();
            }
        }
        if (habit == Habit.BREAKS && text.contains("X-Test")) {
            server.close();
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
