package org.busbench.gatling;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on real sockets that answers each request as a test says, byte by byte. */
final class ScriptedServer implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: (\\d+)\r\n");

    private final ServerSocket listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    private final Script script;
    private final Map<Socket, Boolean> open = new ConcurrentHashMap<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** What is done with a request. */
    interface Script {
        /**
         * Answers.
         *
         * @param number of the request on its connection, from 1
         * @return whether the connection goes on; else it is closed
         */
        boolean answer(Socket client, String request, int number) throws IOException;
    }

    ScriptedServer(Script script) throws IOException {
        this.script = script;
        daemon(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** As they came. */
    Queue<String> requests() {
        return requests;
    }

    int connections() {
        return connections.get();
    }

    static void send(Socket client, String bytes) throws IOException {
        client.getOutputStream().write(bytes.getBytes(ISO_8859_1));
    }

    static String answer(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    static String chunked(String body) {
        return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n" + body.substring(0, 3) + "\r\n"
                + Integer.toHexString(body.length() - 3) + "\r\n" + body.substring(3) + "\r\n0\r\n\r\n";
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                open.put(client, true);
                connections.incrementAndGet();
                daemon(() -> serve(client));
            }
        } catch (IOException closed) {
            return; // the test is over
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            boolean goesOn = true;
            for (int number = 1; goesOn; number++) {
                String request = request(in);
                if (request.isEmpty()) {
                    return;
                }
                requests.add(request);
                goesOn = script.answer(client, request, number);
            }
        } catch (IOException gone) {
            return; // the client's own account tells what it made of it
        } finally {
            open.remove(client);
        }
    }

    /** The next whole request; empty when the client has closed. */
    private static String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int octet = in.read();
            if (octet < 0) {
                return "";
            }
            head.append((char) octet);
        }
        Matcher length = LENGTH.matcher(head);
        int body = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return head + new String(in.readNBytes(body), ISO_8859_1);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket client : open.keySet()) {
            client.close();
        }
    }
}
