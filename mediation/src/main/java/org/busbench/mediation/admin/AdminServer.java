package org.busbench.mediation.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers operators on a port of its own, with threads of its own: it answers, too, when all loops are stuck. {@code GET /health}, {@code
 * /metrics}, {@code /threads}, {@code POST /reload}; plain HTTP, no authentication, so it belongs on a loopback address. For any thread.
 */
public final class AdminServer {
    private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "admin");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * Starts to answer.
     *
     * @param address where to listen; port 0 lets the system choose one
     * @param subject what is asked about
     * @throws IOException if the address cannot be had
     */
    public AdminServer(InetSocketAddress address, Subject subject) throws IOException {
        try {
            server = HttpServer.create(address, 16);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        server.setExecutor(threads);
        serve("/health", "GET", new Health(subject)::page);
        serve("/metrics", "GET", new Metrics(subject)::page);
        serve("/threads", "GET", ThreadDump::page);
        serve("/reload", "POST", () -> reload(subject));
        server.start();
    }

    /** {@return where it listens} */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Ends at once. */
    public void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static Page reload(Subject subject) {
        try {
            return Page.plain(200, subject.reload());
        } catch (ReloadRefused e) {
            return Page.plain(409, e.getMessage());
        }
    }

    private void serve(String path, String method, Page.Source source) {
        server.createContext(path, exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    send(exchange, Page.plain(404, "ask for /health, /metrics, /threads, or POST to /reload"));
                } else if (!exchange.getRequestMethod().equals(method)) {
                    exchange.getResponseHeaders().set("Allow", method);
                    send(exchange, Page.plain(405, path + " is for " + method));
                } else {
                    send(exchange, page(path, source));
                }
            }
        });
    }

    private static Page page(String path, Page.Source source) {
        try {
            return source.page();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Page.plain(503, "the mediator ends");
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, path + " failed", e);
            return Page.plain(500, path + " failed: " + e);
        }
    }

    private static void send(HttpExchange exchange, Page page) throws IOException {
        byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.type());
        exchange.sendResponseHeaders(page.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
