package org.busbench.harness.probe;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.busbench.common.ErrorClass;
import org.busbench.harness.verify.ProbeMessage;

/**
 * A message as bytes of HTTP/1.1, and the check of its responses. Encoded once; a request differs from the next in the
 * 16 characters of its nonce. Used by the probe's thread alone.
 */
final class ProbeRequest {

    private static final String ANY_NONCE = "([0-9a-f]{16})";

    private final ProbeMessage question;
    /** Texts with a nonce of which the question demands one. */
    private final List<Pattern> anyNonce;

    private final String text;
    private final byte[] bytes;
    private final int[] noncePlaces;

    /** {@code fields} are further lines of the head. */
    ProbeRequest(String fields, ProbeMessage question) {
        URI url = question.url();
        this.question = question;
        this.text = question.message().body().orElse("");
        this.anyNonce = question.contains().stream()
                .filter(demanded -> demanded.contains(ProbeMessage.NONCE))
                .map(demanded ->
                        Pattern.compile(Pattern.quote(demanded).replace(ProbeMessage.NONCE, "\\E" + ANY_NONCE + "\\Q")))
                .toList();
        byte[] body = question.message().bytes();
        boolean hasBody = question.message().body().isPresent();
        String head = question.message().method() + " " + url.getRawPath()
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                + " HTTP/1.1\r\nHost: " + url.getRawAuthority()
                + "\r\n" + question.message().headerLines()
                + (hasBody ? "Content-Length: " + body.length + "\r\n" : "")
                + "User-Agent: busbench-probe\r\n" + fields + "\r\n";
        byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
        this.bytes = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, bytes, start.length, body.length);
        this.noncePlaces = places(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static int[] places(String text) {
        int[] places = new int[4];
        int found = 0;
        for (int at = text.indexOf(ProbeMessage.NONCE); at >= 0; at = text.indexOf(ProbeMessage.NONCE, at + 1)) {
            places = found == places.length ? Arrays.copyOf(places, found * 2) : places;
            places[found++] = at;
        }
        return Arrays.copyOf(places, found);
    }

    /** The request with this nonce. The bytes are ours and good until the next call. */
    ByteBuffer with(String nonce) {
        byte[] sixteen = nonce.getBytes(StandardCharsets.US_ASCII);
        for (int place : noncePlaces) {
            System.arraycopy(sixteen, 0, bytes, place, sixteen.length);
        }
        return ByteBuffer.wrap(bytes);
    }

    /**
     * What is wrong with a complete response to the request with this nonce; null when nothing is.
     *
     * @param body each byte as a character
     */
    ErrorClass fault(int status, String body, String nonce) {
        if (status != question.status()) {
            return ErrorClass.STATUS;
        }
        if (!body.contains(nonce)) {
            return somebodyElses(body) ? ErrorClass.FOREIGN : ErrorClass.CONTENT;
        }
        if (!isWhole(body, nonce)) {
            return ErrorClass.CONTENT;
        }
        if (question.route() == null
                || body.contains(bytesAsText(question.route().replace(ProbeMessage.NONCE, nonce)))) {
            return null;
        }
        return question.otherRoutes().stream()
                        .anyMatch(other -> body.contains(bytesAsText(other.replace(ProbeMessage.NONCE, nonce))))
                ? ErrorClass.ROUTE
                : ErrorClass.CONTENT;
    }

    private boolean isWhole(String body, String nonce) {
        return question.contains().stream()
                        .allMatch(part -> body.contains(bytesAsText(part.replace(ProbeMessage.NONCE, nonce))))
                && question.lacks().stream().noneMatch(part -> body.contains(bytesAsText(part)))
                && (question.ends() == null || body.stripTrailing().endsWith(bytesAsText(question.ends())));
    }

    /** A text with one character for each byte, as the body has. */
    private static String bytesAsText(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Whether it carries a nonce, where one is demanded, that this message never carries. */
    private boolean somebodyElses(String body) {
        return anyNonce.stream()
                .map(pattern -> pattern.matcher(body))
                .anyMatch(nonce -> nonce.find() && !text.contains(nonce.group(1)));
    }
}
