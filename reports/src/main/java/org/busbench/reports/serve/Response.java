package org.busbench.reports.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/**
 * Sends one answer. Nothing is stored by the browser, and nothing but our own pages is ever taken for a page: what lies in
 * evidence folders was written by systems under test.
 */
final class Response {

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

    /** Sends an answer unless one was begun, to whoever is still there. */
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
