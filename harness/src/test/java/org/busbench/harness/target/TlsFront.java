package org.busbench.harness.target;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** TLS before a server that has none: passes every byte on, both ways. */
public final class TlsFront implements Closeable {
    private final SSLServerSocket server;
    private final int behind;

    /** Listens on a free port of 127.0.0.1, before a port of it. */
    public TlsFront(SSLContext context, boolean wantsCertificate, int behind) throws IOException {
        this.behind = behind;
        this.server = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 100, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(wantsCertificate);
        daemon(this::accept);
    }

    /** Where it listens. */
    public int port() {
        return server.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            daemon(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        client.setTcpNoDelay(true);
        try (client;
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), behind)) {
            upstream.setTcpNoDelay(true);
            daemon(() -> copy(upstream, client));
            copy(client, upstream);
        }
    }

    private static void copy(Socket from, Socket to) throws IOException {
        byte[] bytes = new byte[64 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                to.getOutputStream().write(bytes, 0, length);
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
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
