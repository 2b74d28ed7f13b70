package org.busbench.harness.torture;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;

/** The content codings that need no library (RFC 9110 section 8.4.1): {@code gzip}, and {@code deflate} in the format of zlib. */
final class ContentCoding {
    private static final int BUFFER = 64 << 10;

    private ContentCoding() {}

    /**
     * The bytes in a coding.
     *
     * @throws IllegalArgumentException when the coding is neither {@code gzip} nor {@code deflate}
     */
    static byte[] encoded(String coding, byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (coding) {
            case "gzip" -> new GZIPOutputStream(bytes);
            case "deflate" -> new DeflaterOutputStream(bytes);
            default -> throw new IllegalArgumentException("no coding '" + coding + "'");
        }) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new IllegalStateException("memory takes every byte", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * The first bytes of a content without the codings that its fields name, as many as {@link BoundedBytes} takes. A coding that is
     * not known here ends the decoding, because nothing can be said of what lies beneath.
     *
     * @param fields the values of Content-Encoding
     * @return empty when the content is not what they say
     */
    static Optional<byte[]> decoded(List<String> fields, byte[] content) {
        List<String> codings = List.of(
                String.join(",", fields).toLowerCase(Locale.ROOT).strip().split("\\s*,\\s*", -1));
        byte[] decoded = content;
        for (int i = codings.size() - 1; i >= 0 && decoded.length > 0; i--) {
            if (codings.get(i).matches("identity|")) {
                continue;
            }
            if (!codings.get(i).matches("(x-)?gzip|deflate")) {
                break;
            }
            try (InputStream in = codings.get(i).equals("deflate")
                    ? new InflaterInputStream(new ByteArrayInputStream(decoded))
                    : new GZIPInputStream(new ByteArrayInputStream(decoded))) {
                BoundedBytes bytes = new BoundedBytes();
                byte[] some = new byte[BUFFER];
                for (int count = in.read(some); count >= 0 && bytes.size() < BoundedBytes.MOST; count = in.read(some)) {
                    bytes.write(some, 0, count);
                }
                decoded = bytes.toByteArray();
            } catch (IOException other) {
                return Optional.empty();
            }
        }
        return Optional.of(decoded);
    }
}
