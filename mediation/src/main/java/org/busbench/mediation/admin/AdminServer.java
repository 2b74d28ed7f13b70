package org.busbench.mediation.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.busbench.mediation.wire.Faults;

/**
 * Answers operators on a port and threads of its own, so that it answers even when all event loops are stuck: {@code GET /health}, {@code
 * /metrics}, {@code /threads}, and {@code POST /reload}. Plain HTTP without authentication: bind it to a loopback address.
 *
 * <p>For any thread.
 */
public final class AdminServer {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "admin");
        thread.setDaemon(true);
        return thread;
    });

    /** Makes a response when a page is requested. May block. */
    @FunctionalInterface
    private interface Page {
        Response get() throws InterruptedException;
    }

    private record Response(int status, String contentType, String text) {

        static Response plain(int status, String text) {
            return new Response(status, "text/plain; charset=utf-8", text + "\n");
        }
    }

    /**
     * Starts to answer.
     *
     * @param address where to listen; port 0 lets the system choose one
     * @throws IOException if it cannot listen there
     */
    public AdminServer(InetSocketAddress address, ManagedMediator mediator) throws IOException {
        try {
            server = HttpServer.create(address, 16);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        server.setExecutor(threads);
        Metrics metrics = new Metrics(mediator);
        serve("/health", "GET", () -> health(mediator));
        serve("/metrics", "GET", () -> new Response(200, metrics.contentType(), metrics.text()));
        serve("/threads", "GET", AdminServer::threadDump);
        serve("/reload", "POST", () -> reload(mediator));
        server.start();
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    /** Stops at once, without waiting for responses under way. */
    public void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** 200 when every port listens and every event loop answers, 503 otherwise. */
    private static Response health(ManagedMediator mediator) throws InterruptedException {
        if (mediator.state() != ManagedMediator.State.READY) {
            return Response.plain(503, mediator.state() == ManagedMediator.State.STARTING ? "starting" : "draining");
        }
        int silent = mediator.loops().size() - LoopSnapshot.ofAll(mediator).size();
        return silent == 0 ? Response.plain(200, "ready") : Response.plain(503, silent + " event loops do not answer");
    }

    /** Stacks, locks and CPU times of all threads, as the JDK's own {@code jcmd Thread.print} shows them. */
    private static Response threadDump() {
        try {
            Object dump = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "threadPrint",
                            new Object[] {new String[] {"-l"}},
                            new String[] {String[].class.getName()});
            return Response.plain(200, dump.toString());
        } catch (JMException e) {
            return Response.plain(501, "this JVM cannot print its threads: " + e.getMessage());
        }
    }

    private static Response reload(ManagedMediator mediator) {
        try {
            return Response.plain(200, mediator.reload());
        } catch (ManagedMediator.ReloadRefused e) {
            return Response.plain(409, e.getMessage());
        }
    }

    private void serve(String path, String method, Page page) {
        server.createContext(path, exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    send(exchange, Response.plain(404, "ask for /health, /metrics, /threads, or POST to /reload"));
                } else if (!exchange.getRequestMethod().equals(method) && !(isHead(exchange) && method.equals("GET"))) {
                    exchange.getResponseHeaders().set("Allow", method);
                    send(exchange, Response.plain(405, path + " is for " + method));
                } else {
                    send(exchange, response(path, page));
                }
            }
        });
    }

    private static Response response(String path, Page page) {
        try {
            return page.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Response.plain(503, "the mediator stops");
        } catch (Throwable e) {
            Faults.survived(path + " failed", e);
            return Response.plain(500, path + " failed: " + e);
        }
    }

    private static void send(HttpExchange exchange, Response response) throws IOException {
        byte[] body = response.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", response.contentType());
        if (isHead(exchange)) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(response.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(response.status(), body.length);
        exchange.getResponseBody().write(body);
    }

    private static boolean isHead(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }
}
