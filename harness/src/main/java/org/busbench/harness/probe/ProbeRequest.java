package org.busbench.harness.probe;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.common.ErrorClass;
import org.busbench.harness.verify.ProbeMessage;

/**
 * A message as bytes of HTTP/1.1, and the check of its responses. Encoded once; a request differs from the next in the
 * 16 characters of its nonce. Used by the probe's thread alone.
 */
final class ProbeRequest {

    private static final int OK = 200;
    private static final Pattern FIRST_REF = Pattern.compile("[:<][rR]ef>([^<]*)<");
    private static final Pattern ROUTE = Pattern.compile(">backend-[A-Z]<");

    private final ProbeMessage question;
    private final byte[] bytes;
    private final int[] noncePlaces;

    /** {@code fields} are further lines of the head. */
    ProbeRequest(URI url, String fields, ProbeMessage question) {
        this.question = question;
        byte[] body = question.text().getBytes(StandardCharsets.UTF_8);
        String head = "POST " + url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                + " HTTP/1.1\r\nHost: " + url.getRawAuthority()
                + "\r\nContent-Type: text/xml; charset=UTF-8\r\nSOAPAction: " + question.soapAction()
                + "\r\nContent-Length: " + body.length + "\r\nUser-Agent: busbench-probe\r\n" + fields + "\r\n";
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
        if (status != OK) {
            return ErrorClass.STATUS;
        }
        if (!body.contains(">" + nonce + "<")) {
            return somebodyElses(body) ? ErrorClass.FOREIGN : ErrorClass.CONTENT;
        }
        boolean whole = body.contains(">" + nonce + question.lastSuffix() + "<")
                && (question.element() == null || body.contains(question.element()));
        if (!whole) {
            return ErrorClass.CONTENT;
        }
        if (body.contains(">" + question.route() + "<")) {
            return null;
        }
        return ROUTE.matcher(body).find() ? ErrorClass.ROUTE : ErrorClass.CONTENT;
    }

    /** Whether its first reference is one that this message never carries. */
    private boolean somebodyElses(String body) {
        Matcher ref = FIRST_REF.matcher(body);
        return ref.find() && !ref.group(1).isBlank() && !question.text().contains(">" + ref.group(1) + "<");
    }
}
