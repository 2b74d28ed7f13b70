package org.busbench.common.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.busbench.common.http.MessageParser.Framing;

/**
 * A request or a response as it came over the connection. Callers must not change its bytes.
 *
 * @param start the first line
 * @param headers the fields of the head, in their order
 * @param body the body without its framing
 * @param raw every byte, those of interim responses before it and of the framing included
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record HttpMessage(String start, List<Header> headers, byte[] body, Framing framing, byte[] raw) {
    public HttpMessage {
        headers = List.copyOf(headers);
    }

    /** One field of the head, its name as it was written. */
    public record Header(String name, String value) {
        public boolean isNamed(String other) {
            return name.equalsIgnoreCase(other);
        }
    }

    /** The values by name; names are found in any case. */
    public Map<String, List<String>> headerMap() {
        Map<String, List<String>> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : headers) {
            map.merge(header.name(), List.of(header.value()), HttpMessage::joined);
        }
        return map;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        return java.util.stream.Stream.concat(some.stream(), more.stream()).toList();
    }

    /** All values under a name, joined as RFC 9110 section 5.2 does; empty when there is none. */
    public Optional<String> header(String name) {
        List<String> values = headers.stream()
                .filter(header -> header.isNamed(name))
                .map(Header::value)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
    }

    /** The status of a response; 0 of a request. */
    public int status() {
        return start.startsWith("HTTP/") ? Integer.parseInt(start.substring(9, 12)) : 0;
    }

    /** The version of the protocol, for example {@code HTTP/1.1}. */
    public String version() {
        return status() > 0 ? start.substring(0, 8) : start.substring(start.lastIndexOf(' ') + 1);
    }

    /** Whether the sender closes the connection after it (RFC 9112, section 9.3). */
    public boolean closes() {
        String options = header("Connection").orElse("").toLowerCase(Locale.ROOT);
        return framing == Framing.CLOSE
                || options.contains("close")
                || (version().equals("HTTP/1.0") && !options.contains("keep-alive"));
    }
}
