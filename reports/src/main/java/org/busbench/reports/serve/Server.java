package org.busbench.reports.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.reports.run.RunProblem;

/**
 * Serves a site on 127.0.0.1 to the browsers of this machine, and to them alone: GET and HEAD, under a name of this
 * machine (against DNS rebinding), over a bounded number of connections. A thread of its own accepts; each request is
 * answered by a daemon thread of a pool, which may block.
 */
final class Server implements AutoCloseable {

    /** More than this at a time are closed at once. */
    static final int MOST_CONNECTIONS = 64;

    /** Who has not sent a whole request after this is closed. */
    private static final int MOST_REQUEST_SECONDS = 10;

    private static final int IDLE_SECONDS = 30;
    private static final int LAST_PORT = 65_535;
    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final String ADDRESS = "127.0.0.1";

    private final HttpServer http;
    private final ThreadPoolExecutor threads;
    private final Site site;
    private final List<String> hosts;

    static {
        // The JDK's server reads them once, before its first use.
        limit("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
        limit("sun.net.httpserver.maxReqTime", MOST_REQUEST_SECONDS);
    }

    private Server(HttpServer http, Site site) {
        this.http = http;
        this.site = site;
        int port = http.getAddress().getPort();
        this.hosts = List.of(ADDRESS + ":" + port, "localhost:" + port);
        AtomicInteger count = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                0, MOST_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                    Thread thread = new Thread(work, "report-server-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        http.setExecutor(threads);
        http.createContext("/", this::handle);
    }

    /**
     * Begins to serve.
     *
     * @param port 0 for a free one
     * @param site what is served
     * @return the server
     * @throws RunProblem when the port is taken, or is none
     */
    static Server open(int port, Site site) {
        if (port < 0 || port > LAST_PORT) {
            throw new RunProblem("port " + port + " does not exist: choose one from 1 to " + LAST_PORT);
        }
        try {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
            Server server = new Server(HttpServer.create(address, MOST_CONNECTIONS), site);
            server.http.start();
            return server;
        } catch (IOException e) {
            throw new RunProblem(
                    "port " + port + " of " + ADDRESS + " cannot be had: " + e.getMessage() + "; choose another one",
                    e);
        }
    }

    /** Where browsers find it. */
    String url() {
        return "http://" + hosts.get(0) + "/";
    }

    int port() {
        return http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) {
        Response response = new Response(exchange);
        try {
            List<String> host = exchange.getRequestHeaders().getOrDefault("Host", List.of());
            if (host.size() != 1 || !hosts.contains(host.get(0))) {
                response.send(Answer.Text.plain(403, "only for the browsers of this machine, at " + url()));
            } else if (!METHODS.contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                response.send(Answer.Text.plain(405, "only GET and HEAD"));
            } else {
                site.answer(Request.of(exchange.getRequestURI()), response::send);
            }
        } catch (BadRequest e) {
            response.trySend(Answer.Text.plain(400, e.getMessage()));
        } catch (NoSuchFileException e) {
            response.trySend(Answer.Text.plain(404, "nothing is here"));
        } catch (RunProblem e) {
            response.trySend(Answer.Text.plain(500, e.getMessage()));
        } catch (IOException e) {
            response.trySend(Answer.Text.plain(500, "cannot be read: " + e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            response.trySend(Answer.Text.plain(500, "a fault of busbench: " + e));
        } finally {
            exchange.close();
        }
    }

    private static void limit(String property, int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(value));
        }
    }

    /** Ends every connection at once. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
