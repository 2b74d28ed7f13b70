package org.busbench.harness.parity;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A request or an answer as it came over the wire. Nobody changes its bytes. */
final class HttpMessage {

    private final String start;
    private final List<Header> headers;
    private final byte[] body;
    private final Framing framing;
    private final byte[] raw;

    /** {@code body} is without its framing, {@code raw} every byte, framing included. */
    HttpMessage(String start, List<Header> headers, byte[] body, Framing framing, byte[] raw) {
        this.start = start;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.framing = framing;
        this.raw = raw;
    }

    /** One line of the head. */
    record Header(String name, String value) {
        boolean isNamed(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    /** How the end of a body is told (RFC 9112 section 6.3). */
    enum Framing {
        /** There is no body. */
        NONE,
        /** By Content-Length. */
        FIXED,
        /** By chunks. */
        CHUNKED,
        /** By the end of the connection. */
        CLOSE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Its first line. */
    String start() {
        return start;
    }

    /** In their order, names as they were written. */
    List<Header> headers() {
        return headers;
    }

    /** Without its framing. */
    byte[] body() {
        return body;
    }

    /** How its end is told. */
    Framing framing() {
        return framing;
    }

    /** Every byte of it. */
    byte[] raw() {
        return raw;
    }

    /** All values under a name, joined as RFC 9110 section 5.2 does; empty when there is none. */
    Optional<String> header(String name) {
        List<String> values = headers.stream()
                .filter(header -> header.isNamed(name))
                .map(Header::value)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
    }

    /** Of an answer; 0 of a request. */
    int status() {
        return start.matches("HTTP/1\\.[01] [0-9]{3}.*") ? Integer.parseInt(start.substring(9, 12)) : 0;
    }

    /** For example {@code HTTP/1.1}. */
    String version() {
        return status() > 0 ? start.substring(0, 8) : start.substring(start.lastIndexOf(' ') + 1);
    }

    /** Whether the sender closes the connection after it (RFC 9112 section 9.3). */
    boolean closes() {
        String says = header("Connection").orElse("").toLowerCase(Locale.ROOT);
        return framing == Framing.CLOSE
                || says.contains("close")
                || (version().equals("HTTP/1.0") && !says.contains("keep-alive"));
    }
}
