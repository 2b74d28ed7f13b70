package org.busbench.harness.verify;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A SOAP 1.1 call whose request comes in chunks (RFC 9112 section 7.1), none of which ends where a buffer is likely to.
 * The whole request leaves in one write, so that what arrives together does not depend on the client's timing. Blocks.
 */
final class ChunkedPost {
    private static final int CHUNK_BYTES = 3001;

    private final Duration limit;

    /** Calls that give each answer this long. */
    ChunkedPost(Duration limit) {
        this.limit = limit;
    }

    /** Sends a request and returns the whole answer; an answer that ends before its declared end is an error. */
    Answer send(URI url, String soapAction, byte[] body) throws IOException {
        try (Socket socket = new Socket()) {
            int millis = Math.toIntExact(limit.toMillis());
            socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), millis);
            socket.setSoTimeout(millis);
            socket.getOutputStream().write(request(url, soapAction, body));
            return answer(socket.getInputStream());
        }
    }

    private static byte[] request(URI url, String soapAction, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(body.length + 512);
        all.writeBytes(ascii("POST " + url.getRawPath() + " HTTP/1.1\r\nHost: " + url.getAuthority()
                + "\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: " + soapAction
                + "\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"));
        for (int from = 0; from < body.length; from += CHUNK_BYTES) {
            int length = Math.min(body.length - from, CHUNK_BYTES);
            all.writeBytes(ascii(Integer.toHexString(length) + "\r\n"));
            all.write(body, from, length);
            all.writeBytes(ascii("\r\n"));
        }
        all.writeBytes(ascii("0\r\n\r\n"));
        return all.toByteArray();
    }

    private static Answer answer(InputStream in) throws IOException {
        String status = line(in);
        if (!status.matches("HTTP/1\\.[01] [0-9]{3}.*")) {
            throw new IOException("not an HTTP answer: " + status);
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new IOException("not a header: " + header);
            }
            headers.computeIfAbsent(header.substring(0, colon), name -> new ArrayList<>())
                    .add(header.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status.substring(9, 12));
        return code < 200 ? answer(in) : new Answer(code, headers, body(in, headers));
    }

    private static byte[] body(InputStream in, Map<String, List<String>> headers) throws IOException {
        if (headers.containsKey("Transfer-Encoding")) {
            return chunks(in);
        }
        if (!headers.containsKey("Content-Length")) {
            return in.readAllBytes();
        }
        return exactly(in, number(headers.get("Content-Length").get(0), 10));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length = number(line(in), 16);
        while (length > 0) {
            body.writeBytes(exactly(in, length));
            line(in);
            length = number(line(in), 16);
        }
        return body.toByteArray();
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("cut short: the answer ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static int number(String text, int radix) throws IOException {
        try {
            String digits = text.contains(";") ? text.substring(0, text.indexOf(';')) : text;
            return Integer.parseUnsignedInt(digits.strip().toLowerCase(Locale.ROOT), radix);
        } catch (NumberFormatException e) {
            throw new IOException("not a length: " + text, e);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended within the answer's head");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
