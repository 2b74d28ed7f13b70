package org.busbench.harness.verify;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.busbench.common.http.Access;
import org.busbench.common.http.HttpCaller;
import org.busbench.common.http.HttpMessage;
import org.busbench.harness.scenario.Message;

/** Sends one request at a time and waits for the whole response. No redirect but for a WSDL. Blocks. */
final class MessageClient {
    /** No chunk ends where a buffer is likely to. */
    private static final int CHUNK_BYTES = 3001;

    private final Duration limit;
    private final Access access;
    private final HttpCaller http;
    private final Map<Access, MessageClient> others = new HashMap<>();

    /** A client that gives each response this long, and asks whom it is not told of as {@code access} says. */
    MessageClient(Duration limit, Access access) {
        this.limit = limit;
        this.access = access;
        this.http = HttpCaller.interruptible(limit).with(access);
    }

    /** The client that asks as a target wants to be asked; the same one each time. */
    MessageClient to(Target target) {
        Access wanted = target.reach().access();
        return wanted.equals(access)
                ? this
                : others.computeIfAbsent(wanted, unused -> new MessageClient(limit, wanted));
    }

    private interface Call {
        HttpMessage response() throws IOException;
    }

    /** A call whose length the server is told beforehand. */
    Answer call(URI url, Message message) throws IOException, InterruptedException {
        return answer(() -> http.call(
                message.method(), url, message.headerLines(), message.body().isPresent() ? message.bytes() : null));
    }

    /**
     * A call whose request comes in chunks (RFC 9112 section 7.1), over a connection of its own. The whole request leaves
     * in one write, so that what arrives together does not depend on this client's timing.
     */
    Answer callInChunks(URI url, Message message) throws IOException, InterruptedException {
        try (HttpCaller once = HttpCaller.interruptible(limit).with(access)) {
            return answer(() -> once.call(url, chunked(url, message, access.lines())));
        }
    }

    Answer get(URI url) throws IOException, InterruptedException {
        return answer(() -> http.call("GET", url, "", null));
    }

    /** A GET that follows one redirect on the same server, as readers of a WSDL do. */
    Answer getRedirected(URI url) throws IOException, InterruptedException {
        Answer answer = get(url);
        Optional<URI> elsewhere = answer.redirect(url);
        return elsewhere.isPresent() ? get(elsewhere.get()) : answer;
    }

    private static Answer answer(Call call) throws IOException, InterruptedException {
        try {
            HttpMessage response = call.response();
            return new Answer(response.status(), response.headerMap(), response.body());
        } catch (SocketTimeoutException late) {
            throw late;
        } catch (InterruptedIOException interrupted) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException(interrupted.getMessage()).initCause(interrupted);
        }
    }

    private static byte[] chunked(URI url, Message message, String fields) {
        byte[] body = message.bytes();
        ByteArrayOutputStream all = new ByteArrayOutputStream(body.length + 512);
        all.writeBytes(ascii(message.method() + " " + url.getRawPath() + " HTTP/1.1\r\nHost: " + url.getAuthority()
                + "\r\n" + message.headerLines() + fields + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"));
        for (int from = 0; from < body.length; from += CHUNK_BYTES) {
            int length = Math.min(body.length - from, CHUNK_BYTES);
            all.writeBytes(ascii(Integer.toHexString(length) + "\r\n"));
            all.write(body, from, length);
            all.writeBytes(ascii("\r\n"));
        }
        all.writeBytes(ascii("0\r\n\r\n"));
        return all.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }
}
