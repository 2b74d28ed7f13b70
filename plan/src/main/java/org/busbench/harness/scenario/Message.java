package org.busbench.harness.scenario;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it is sent, its address apart.
 *
 * @param body empty for none; UTF-8 on the wire
 */
public record Message(String method, Map<String, String> headers, Optional<String> body) {
    public Message {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The body's bytes; none where there is none. */
    public byte[] bytes() {
        return body.orElse("").getBytes(StandardCharsets.UTF_8);
    }

    public String headerLines() {
        StringBuilder lines = new StringBuilder();
        headers.forEach(
                (name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
        return lines.toString();
    }

    /** The value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    public Message withBody(String other) {
        return new Message(method, headers, Optional.of(other));
    }
}
