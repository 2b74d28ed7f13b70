package org.busbench.mediation.http.rig;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An HTTP/1.1 message as it came over a socket.
 *
 * @param text the body that arrived, without chunk framing, in the charset that its type names or UTF-8
 * @param whole whether the body came to its proper end
 */
public record HttpMessage(String startLine, Map<String, String> headers, String text, boolean whole) {

    /** Copies what is mutable. */
    public HttpMessage {
        headers = Map.copyOf(headers);
    }

    /** {@return the status of a response} */
    public int status() {
        return Integer.parseInt(startLine.split(" ", 3)[1]);
    }

    /** {@return the head, or null when the connection ended before one began} */
    public static HttpMessage readHead(InputStream in) throws IOException {
        String start = readLine(in);
        if (start == null) {
            return null;
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = readLine(in); line != null && !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (first, next) -> first + ", " + next);
        }
        return new HttpMessage(start, headers, "", false);
    }

    /** Reads the body that belongs to this head; {@code untilClose} for a response without framing. */
    public HttpMessage readBody(InputStream in, boolean untilClose) throws IOException {
        if (startLine.matches("HTTP/\\S+ (204|304)( .*)?")) {
            return new HttpMessage(startLine, headers, "", true);
        }
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            return readChunks(in);
        }
        if (headers.containsKey("content-length")) {
            int length = Integer.parseInt(headers.get("content-length"));
            byte[] bytes = in.readNBytes(length);
            return new HttpMessage(startLine, headers, text(bytes), bytes.length == length);
        }
        return new HttpMessage(startLine, headers, untilClose ? text(in.readAllBytes()) : "", true);
    }

    private HttpMessage readChunks(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        while (true) {
            String size = readLine(in);
            if (size == null || size.isEmpty()) {
                return new HttpMessage(startLine, headers, text(bytes.toByteArray()), false);
            }
            int length = Integer.parseInt(size.split(";", 2)[0], 16);
            byte[] chunk = in.readNBytes(length);
            bytes.writeBytes(chunk);
            String line = readLine(in);
            if (chunk.length < length || line == null) {
                return new HttpMessage(startLine, headers, text(bytes.toByteArray()), false);
            }
            if (length == 0) {
                while (line != null && !line.isEmpty()) {
                    line = readLine(in);
                }
                return new HttpMessage(startLine, headers, text(bytes.toByteArray()), true);
            }
        }
    }

    private String text(byte[] bytes) {
        String type = headers.getOrDefault("content-type", "").toUpperCase(Locale.ROOT);
        Charset charset = StandardCharsets.UTF_8;
        if (type.contains("UTF-16LE")) {
            charset = StandardCharsets.UTF_16LE;
        } else if (type.contains("UTF-16")) {
            charset = StandardCharsets.UTF_16;
        } else if (type.contains("ISO-8859-1")) {
            charset = StandardCharsets.ISO_8859_1;
        }
        return new String(bytes, charset);
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c == -1) {
                return line.isEmpty() ? null : line.toString();
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
