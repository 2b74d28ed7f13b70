package org.busbench.harness.verify;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A complete HTTP answer. */
final class Answer {

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*[\"']?([^\\s;\"']+)", Pattern.CASE_INSENSITIVE);

    private final int status;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    /** Keeps the body as it is; the caller must not change it. */
    Answer(int status, Map<String, List<String>> headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    int status() {
        return status;
    }

    /** The media type in lower case, without parameters; empty when none was given, or several. */
    String mediaType() {
        return contentType().split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** The charset of the Content-Type, as it stands there; empty when it states none. */
    Optional<String> charset() {
        Matcher charset = CHARSET.matcher(contentType());
        return charset.find() ? Optional.of(charset.group(1)) : Optional.empty();
    }

    private String contentType() {
        List<String> types = headers.entrySet().stream()
                .filter(header -> "content-type".equalsIgnoreCase(header.getKey()))
                .flatMap(header -> header.getValue().stream())
                .toList();
        return types.size() == 1 ? types.get(0) : "";
    }

    boolean isChunked() {
        return headers.keySet().stream().anyMatch("transfer-encoding"::equalsIgnoreCase);
    }

    byte[] body() {
        return body;
    }

    /** Where a redirect leads that stays on the server that was asked; empty when this is none. */
    Optional<URI> redirect(URI asked) {
        if (status / 100 != 3) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(headers.get("location"))
                    .map(locations -> asked.resolve(locations.get(0)))
                    .filter(location -> asked.getAuthority().equals(location.getAuthority()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    Answer withBody(byte[] other) {
        return new Answer(status, headers, other);
    }

    /** Head and body as a file that a person can read. */
    byte[] asEvidence() {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append("\r\n");
        headers.forEach((name, values) -> values.forEach(
                value -> head.append(name).append(": ").append(value).append("\r\n")));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        all.writeBytes(body);
        return all.toByteArray();
    }
}
