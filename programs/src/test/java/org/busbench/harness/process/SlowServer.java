package org.busbench.harness.process;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A program that listens at once, answers 503 for a moment and then 200. */
public final class SlowServer {
    private static final Duration WARM_UP = Duration.ofMillis(300);

    private SlowServer() {}

    /** Runs it until it gets a signal. */
    public static void main(String[] arguments) throws IOException {
        long up = System.nanoTime() + WARM_UP.toNanos();
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        HttpServer server = HttpServer.create(new InetSocketAddress(loopback, Integer.parseInt(arguments[0])), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(System.nanoTime() < up ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        System.out.println("listening");
        System.err.println("GREETING=" + System.getenv("GREETING"));
    }
}
