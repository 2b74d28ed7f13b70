package org.busbench.mutants.wire;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.apache.http.Header;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpVersion;
import org.apache.http.impl.EnglishReasonPhraseCatalog;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.impl.nio.codecs.DefaultHttpRequestParser;

/**
 * One client's connection. Requests are answered one after another in their order. Back-pressure: nothing is read while a request is being answered.
 *
 * <p>States: {@code READING -> HANDLING} with a whole request, {@code HANDLING -> SENDING} with its response, then back to {@code READING}. {@code SENDING ->
 * LEAVING} for a response after which the connection ends when the next request is whole. A response that is cut short or the last one ends the connection.
 */
final class ClientConnection extends Connection<HttpRequest> {
    private static final StrictContentLengthStrategy LENGTHS = new StrictContentLengthStrategy(0);
    private static final byte[] NO_CONTENT = {};

    private enum State {
        READING,
        HANDLING,
        SENDING,
        LEAVING
    }

    private final Handler handler;
    private final Runnable whenGone;
    private State state = State.READING;
    private boolean reading;
    private boolean continued;
    private boolean http10;
    private boolean isHead;
    private boolean keepAlive;
    private Response response;

    ClientConnection(SocketChannel channel, Handler handler, Runnable whenGone) {
        super(channel, input -> new DefaultHttpRequestParser(input, CONSTRAINTS));
        this.handler = handler;
        this.whenGone = whenGone;
    }

    @Override
    long bodyLength(HttpRequest of) throws HttpException {
        return of instanceof HttpEntityEnclosingRequest ? LENGTHS.determineLength(of) : 0;
    }

    /** A request that is answered at once leads back here: the next one then has its turn in the loop that is on. */
    @Override
    void read() throws IOException, HttpException {
        if (reading) {
            return;
        }
        reads(takesRequests());
        reading = true;
        try {
            while (takesRequests()) {
                HttpRequest request = next();
                if (request == null) {
                    tellToContinue();
                    return;
                }
                handle(request);
            }
        } finally {
            reading = false;
        }
    }

    private boolean takesRequests() {
        return isOpen() && (state == State.READING || state == State.LEAVING);
    }

    /** Such a client sends its body after the interim response (RFC 9110 section 10.1.1). */
    private void tellToContinue() throws IOException, HttpException {
        if (begun() != null && !continued && "100-continue".equalsIgnoreCase(value(begun(), "Expect"))) {
            continued = true;
            send("HTTP/1.1 100 Continue\r\n\r\n", NO_CONTENT);
        }
    }

    @Override
    void failed(Exception problem) {
        if (problem instanceof HttpException && state == State.READING) {
            keepAlive = false;
            isHead = false;
            state = State.HANDLING;
            answer(Response.text(400, "not an HTTP/1.1 request: " + problem.getMessage()));
        } else {
            leave();
        }
    }

    private void handle(HttpRequest request) {
        if (state == State.LEAVING) {
            leave();
            return;
        }
        state = State.HANDLING;
        continued = false;
        String method = request.getRequestLine().getMethod();
        isHead = method.equals("HEAD");
        String uri = request.getRequestLine().getUri();
        int mark = uri.indexOf('?');
        String option = String.valueOf(value(request, "Connection"));
        http10 = request.getRequestLine().getProtocolVersion().lessEquals(HttpVersion.HTTP_1_0);
        keepAlive = http10 ? option.equalsIgnoreCase("keep-alive") : !option.equalsIgnoreCase("close");
        handler.handle(
                new Request(
                        method,
                        mark < 0 ? uri : uri.substring(0, mark),
                        mark < 0 ? "" : uri.substring(mark + 1),
                        value(request, "Host"),
                        value(request, "Content-Type"),
                        value(request, "Content-Encoding"),
                        value(request, "SOAPAction"),
                        value(request, "X-API-Key"),
                        body()),
                this::answer);
    }

    private static String value(HttpRequest request, String name) {
        Header header = request.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    private void answer(Response answer) {
        if (!isOpen()) {
            return;
        }
        response = answer;
        boolean breaks = answer.ending() == Response.Ending.BREAKS;
        boolean last = !keepAlive || breaks;
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(answer.status(), null);
        StringBuilder head = new StringBuilder("HTTP/1.1 ")
                .append(answer.status())
                .append(' ')
                .append(reason == null ? "" : reason)
                .append("\r\n");
        if (answer.contentType() != null) {
            head.append("Content-Type: ").append(answer.contentType()).append("\r\n");
        }
        head.append("Content-Length: ").append(answer.declaredLength()).append("\r\n");
        if (last && !breaks) {
            head.append("Connection: close\r\n");
        } else if (!last && http10) {
            head.append("Connection: keep-alive\r\n");
        }
        if (answer.contentCoding() != null) {
            head.append("Content-Encoding: ").append(answer.contentCoding()).append("\r\n");
        }
        // Content behind the answer to HEAD would be taken for the next answer (RFC 9110 section 9.3.2).
        boolean hasContent = !isHead || answer.ending() == Response.Ending.STAYS_WITH_CONTENT;
        keepAlive = !last;
        state = State.SENDING;
        guarded(() -> send(head.append("\r\n").toString(), hasContent ? answer.body() : NO_CONTENT));
    }

    @Override
    void sent() throws IOException, HttpException {
        if (state != State.SENDING) {
            return;
        }
        if (!keepAlive) {
            leave();
            return;
        }
        state = response.ending() == Response.Ending.LEAVES ? State.LEAVING : State.READING;
        reads(true);
        if (hasInput()) {
            read();
        }
    }

    private void leave() {
        if (isOpen()) {
            close();
            whenGone.run();
        }
    }
}
