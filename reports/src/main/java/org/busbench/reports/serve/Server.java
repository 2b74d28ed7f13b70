package org.busbench.reports.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.busbench.record.RunProblem;
import org.busbench.reports.serve.Request.BadRequest;

/**
 * Serves a site on 127.0.0.1 to the browsers of this machine, and to them alone: GET and HEAD, under a name of this
 * machine (against DNS rebinding), over a bounded number of connections. A thread of its own accepts; each request is
 * answered by a daemon thread of a pool, which may block.
 */
final class Server implements AutoCloseable {

    /** More than this at a time are closed at once. */
    static final int MOST_CONNECTIONS = 64;

    /** A connection without a whole request after this is closed. */
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
        // Without it the second write of a response waits 40 ms until the browser's kernel confirms the first.
        System.setProperty("sun.net.httpserver.nodelay", "true");
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

    /** Answers requests. Called by several threads of the server at a time; may block. */
    @FunctionalInterface
    interface Site {

        /** Sends an answer, once. */
        @FunctionalInterface
        interface Reply {
            void send(Answer answer) throws IOException;
        }

        /**
         * Answers a request.
         *
         * @param reply sends the answer; returns when it is sent
         * @throws IOException when a file cannot be read, or the asker left
         * @throws InterruptedException when the server ends
         */
        void answer(Request request, Reply reply) throws IOException, InterruptedException;
    }

    /**
     * Sends one answer. The browser stores nothing, and treats nothing but our own pages as a page: systems under test wrote
     * the files in evidence folders.
     */
    static final class Response {

        private static final Set<String> TEXTS = Set.of(
                "json",
                "jsonl",
                "csv",
                "jtl",
                "txt",
                "log",
                "xml",
                "xsl",
                "wsdl",
                "hlog",
                "yaml",
                "conf",
                "http",
                "md",
                "properties");
        private static final String NO_FRAMES = "; frame-ancestors 'none'";
        private static final String NOTHING = "default-src 'none'; sandbox";
        private static final int BUFFER = 1 << 16;

        private final HttpExchange exchange;
        private boolean begun;

        Response(HttpExchange exchange) {
            this.exchange = exchange;
        }

        /** Sends an answer unless one was begun or the client left. */
        void trySend(Answer answer) {
            if (!begun) {
                try {
                    send(answer);
                } catch (IOException gone) {
                    exchange.close();
                }
            }
        }

        void send(Answer answer) throws IOException {
            if (begun) {
                throw new IllegalStateException("a request has one answer");
            }
            if (answer instanceof Answer.Html html) {
                headers("text/html; charset=utf-8", html.policy());
                bytes(html.status(), html.body().getBytes(StandardCharsets.UTF_8));
            } else if (answer instanceof Answer.Text text) {
                headers(text.type(), NOTHING);
                bytes(text.status(), text.text().getBytes(StandardCharsets.UTF_8));
            } else if (answer instanceof Answer.Moved moved) {
                exchange.getResponseHeaders().set("Location", moved.location());
                headers("text/plain; charset=utf-8", NOTHING);
                bytes(302, new byte[0]);
            } else if (answer instanceof Answer.Stored stored) {
                file(stored.path());
            }
        }

        private void headers(String type, String policy) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", type);
            headers.set("Content-Security-Policy", policy + NO_FRAMES);
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
        }

        private void bytes(int status, byte[] body) throws IOException {
            if (begin(status, body.length)) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }

        /** A file that grows meanwhile is sent as long as it was. */
        private void file(Path file) throws IOException {
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                long left = Files.size(file);
                String type = type(file);
                headers(type, NOTHING);
                if (!type.startsWith("text/")) {
                    exchange.getResponseHeaders().set("Content-Disposition", "attachment");
                }
                if (begin(200, left)) {
                    try (OutputStream out = exchange.getResponseBody()) {
                        byte[] buffer = new byte[BUFFER];
                        while (left > 0) {
                            int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                            if (count < 0) {
                                throw new EOFException(file + " was cut short while it was sent");
                            }
                            out.write(buffer, 0, count);
                            left -= count;
                        }
                    }
                }
            }
        }

        /** Sends the head; says whether a body follows. */
        private boolean begin(int status, long length) throws IOException {
            begun = true;
            boolean body = length > 0 && !exchange.getRequestMethod().equals("HEAD");
            if (!body) {
                exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
            }
            exchange.sendResponseHeaders(status, body ? length : -1);
            return body;
        }

        private static String type(Path file) {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            return TEXTS.contains(name.substring(name.lastIndexOf('.') + 1))
                    ? "text/plain; charset=utf-8"
                    : "application/octet-stream";
        }
    }
}
