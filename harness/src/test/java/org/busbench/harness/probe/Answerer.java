package org.busbench.harness.probe;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of raw bytes: it makes an answer of each request's nonce, and stands still on command. */
final class Answerer implements Closeable {

    private static final Pattern REF = Pattern.compile("<ref>([^<]*)</ref>");
    private static final Pattern LENGTH = Pattern.compile("Content-Length: ([0-9]+)");

    private final ServerSocket server;
    private final UnaryOperator<String> answer;
    private final ReentrantReadWriteLock stall = new ReentrantReadWriteLock();
    private final AtomicLong received = new AtomicLong();

    /** From a nonce to the whole response. */
    Answerer(UnaryOperator<String> answer) throws IOException {
        this.answer = answer;
        this.server = new ServerSocket();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        daemon(this::accept);
    }

    /** An answer that is right, with its length. */
    static String right(String nonce) {
        return response("<a><ref>" + nonce + "</ref><by>backend-A</by></a>");
    }

    static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/services/Any");
    }

    long received() {
        return received.get();
    }

    /** Answers nothing while something runs. */
    void standStill(long millis) throws InterruptedException {
        stall.writeLock().lock();
        try {
            Thread.sleep(millis);
        } finally {
            stall.writeLock().unlock();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void accept() throws IOException {
        while (true) {
            Socket socket = server.accept();
            daemon(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (String request = request(in); request != null; request = request(in)) {
                received.incrementAndGet();
                Matcher ref = REF.matcher(request);
                String response = ref.find() ? answer.apply(ref.group(1)) : "HTTP/1.1 400 No\r\n\r\n";
                stall.readLock().lock();
                try {
                    socket.getOutputStream().write(response.replace("|END", "").getBytes(StandardCharsets.ISO_8859_1));
                } finally {
                    stall.readLock().unlock();
                }
                if (response.endsWith("|END")) {
                    return;
                }
            }
        }
    }

    private static String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int octet = in.read();
            if (octet < 0) {
                return null;
            }
            head.append((char) octet);
        }
        Matcher length = LENGTH.matcher(head);
        return length.find()
                ? new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8)
                : "";
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
