package org.busbench.reports.check;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An HTTP/1 message as it was kept, taken apart anew (RFC 9112).
 *
 * @param framing how its end is told: {@code fixed}, {@code chunked}, {@code close} or {@code none}
 * @param body without its framing
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record WireBytes(String framing, byte[] body) {

    private static final Pattern CHUNKED = Pattern.compile("\ntransfer-encoding:", Pattern.LITERAL);
    private static final Pattern FIXED = Pattern.compile("\ncontent-length:", Pattern.LITERAL);

    static WireBytes of(byte[] message) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        int from = end < 0 ? text.length() : end + 4;
        String head = text.substring(0, from).toLowerCase(Locale.ROOT);
        byte[] rest = Arrays.copyOfRange(message, from, message.length);
        if (CHUNKED.matcher(head).find()) {
            return new WireBytes("chunked", chunks(rest));
        }
        if (FIXED.matcher(head).find()) {
            return new WireBytes("fixed", rest);
        }
        return new WireBytes(head.startsWith("http/") ? "close" : "none", rest);
    }

    private static byte[] chunks(byte[] rest) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        String text = new String(rest, StandardCharsets.ISO_8859_1);
        int at = 0;
        while (at < rest.length) {
            int lineEnd = text.indexOf("\r\n", at);
            if (lineEnd < 0) {
                break;
            }
            int length = length(text.substring(at, lineEnd));
            int from = lineEnd + 2;
            if (length <= 0 || length > rest.length - from) {
                break;
            }
            body.write(rest, from, length);
            at = from + length + 2;
        }
        return body.toByteArray();
    }

    /** 0 for what is no length: the message ends there. */
    private static int length(String line) {
        String digits = line.split(";", 2)[0].strip();
        return digits.matches("[0-9a-fA-F]{1,7}") ? Integer.parseInt(digits, 16) : 0;
    }
}
