package org.busbench.sampler.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on real sockets that does with a connection what a test wants, byte by byte. */
final class RawServer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

    private final ServerSocket listener;
    private final Script script;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Socket, Boolean> open = new ConcurrentHashMap<>();
    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** What happens on a connection; it is closed afterwards. */
    interface Script {
        void run(Peer peer) throws IOException, InterruptedException;
    }

    /** The server's end of a connection. */
    final class Peer {
        final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
        }

        /** The next whole request, head and body; null when the client has closed. */
        String request() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            String head = "";
            while (!head.endsWith("\r\n\r\n")) {
                int octet = in.read();
                if (octet < 0) {
                    return null;
                }
                bytes.write(octet);
                head = octet == '\n' ? bytes.toString(UTF_8) : "";
            }
            Matcher length = LENGTH.matcher(head);
            boolean hasBody = length.find();
            if (!hasBody && !head.startsWith("GET ")) {
                throw new IOException("a request without length: " + head);
            }
            String request =
                    head + (hasBody ? new String(in.readNBytes(Integer.parseInt(length.group(1))), UTF_8) : "");
            received.add(request);
            return request;
        }

        void send(String text) throws IOException {
            out.write(text.getBytes(UTF_8));
            out.flush();
        }

        /** Ends the connection with a reset instead of an orderly close. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    RawServer(Script script) throws IOException {
        this(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()), script);
    }

    RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
        threads.execute(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    int connections() {
        return connections.get();
    }

    Queue<String> received() {
        return received;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                connections.incrementAndGet();
                open.put(socket, true);
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                return; // by the test's end
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            script.run(new Peer(socket));
        } catch (IOException | InterruptedException gone) {
            open.remove(socket); // what that means is for the client's side of the test to say
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open.keySet()) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
