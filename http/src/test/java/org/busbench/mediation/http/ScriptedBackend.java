package org.busbench.mediation.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.mediation.http.rig.Eventually;

/** A backend of raw bytes: a test says what it does with each connection. */
final class ScriptedBackend implements Closeable {
    private final ServerSocket server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** What happens on a connection; it is closed afterwards. */
    @FunctionalInterface
    interface Script {
        void serve(Talk talk) throws IOException, InterruptedException;
    }

    ScriptedBackend(Script script) throws IOException {
        this.script = script;
        Thread acceptor = new Thread(this::accept, "backend");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /** A backend that gives the same answer to every request. */
    static ScriptedBackend answering(String answer) throws IOException {
        return new ScriptedBackend(talk -> {
            while (talk.readRequest() != null) {
                talk.write(answer);
            }
        });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    int connections() {
        return connections.get();
    }

    int openConnections() {
        return open.size();
    }

    /** Every request that arrived whole, byte for byte. */
    List<String> requests() {
        return requests;
    }

    /** Waits until so many requests have arrived whole. */
    void awaitRequests(int count) throws IOException, InterruptedException {
        Eventually.value(count + " requests at the backend", requests::size, size -> size >= count);
    }

    /** Closes every connection. */
    void hangUp() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        hangUp();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Talk talk = new Talk(socket, connections.incrementAndGet());
                Thread thread = new Thread(() -> serve(talk), "backend connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new IllegalStateException("the backend cannot accept", e);
                }
            }
        }
    }

    private void serve(Talk talk) {
        try (Socket socket = talk.socket) {
            socket.setTcpNoDelay(true);
            script.serve(talk);
        } catch (IOException e) {
            // The proxy broke the connection, as tests make it do; what arrived is on record.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(talk.socket);
        }
    }

    /** One connection. */
    final class Talk {
        private final Socket socket;
        private final int number;

        Talk(Socket socket, int number) {
            this.socket = socket;
            this.number = number;
        }

        /** Returns 1 for the first connection. */
        int number() {
            return number;
        }

        /** Reads a request; returns it as it came, or null at the end of the connection. */
        String readRequest() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            String head = readUntil(bytes, "\r\n\r\n");
            if (head == null) {
                return null;
            }
            if (head.contains("Transfer-Encoding: chunked")) {
                readChunks(bytes);
            } else {
                readExactly(bytes, contentLength(head));
            }
            String request = bytes.toString(StandardCharsets.ISO_8859_1);
            requests.add(request);
            return request;
        }

        /** Reads a head only. */
        String readHead() throws IOException {
            return readUntil(new ByteArrayOutputStream(), "\r\n\r\n");
        }

        int read() throws IOException {
            return socket.getInputStream().read();
        }

        InputStream in() throws IOException {
            return socket.getInputStream();
        }

        OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        private void readChunks(ByteArrayOutputStream bytes) throws IOException {
            while (true) {
                String line = readUntil(bytes, "\r\n");
                if (line == null) {
                    throw new IOException("the request was cut");
                }
                int size = Integer.parseInt(line.strip().split(";", 2)[0], 16);
                if (size == 0) {
                    break;
                }
                readExactly(bytes, size + 2);
            }
            String trailer = readUntil(bytes, "\r\n");
            while (trailer != null && !trailer.equals("\r\n")) {
                trailer = readUntil(bytes, "\r\n");
            }
        }

        private String readUntil(ByteArrayOutputStream bytes, String end) throws IOException {
            StringBuilder text = new StringBuilder();
            while (!text.toString().endsWith(end)) {
                int b = socket.getInputStream().read();
                if (b < 0) {
                    return null;
                }
                bytes.write(b);
                text.append((char) b);
            }
            return text.toString();
        }

        private void readExactly(ByteArrayOutputStream bytes, int count) throws IOException {
            byte[] read = socket.getInputStream().readNBytes(count);
            bytes.writeBytes(read);
            if (read.length < count) {
                throw new IOException("the request was cut");
            }
        }

        private static int contentLength(String head) {
            return head.lines()
                    .filter(line -> line.startsWith("Content-Length: "))
                    .mapToInt(line -> Integer.parseInt(line.substring(16)))
                    .findFirst()
                    .orElse(0);
        }
    }
}
