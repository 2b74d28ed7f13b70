package org.busbench.mutants.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.Header;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.ProtocolVersion;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.impl.EnglishReasonPhraseCatalog;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.impl.nio.DefaultNHttpServerConnection;
import org.apache.http.message.BasicHttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpServerConnection;
import org.apache.http.nio.NHttpServerEventHandler;
import org.apache.http.nio.reactor.IOSession;

/**
 * One client's connection. Requests are answered one after another in their order. Back-pressure: nothing is read while a request is being answered.
 *
 * <p>States: {@code READING -> HANDLING} with a whole request, {@code HANDLING -> SENDING} with its response, then back to {@code READING}. {@code SENDING ->
 * LEAVING} for a response after which the connection ends when the next request is whole. A response that is cut short or the last one ends the connection.
 *
 * <p>Called with the reactor's lock held.
 */
final class ClientConnection implements Reactor.Connection, NHttpServerEventHandler {
    private enum State {
        READING,
        HANDLING,
        SENDING,
        LEAVING
    }

    private final Handler handler;
    private final MessageBody body = new MessageBody();
    private DefaultNHttpServerConnection connection;
    private State state = State.READING;
    private HttpRequest request;
    private boolean continued;
    private boolean keepAlive;
    private boolean last;
    private Response response;
    private ByteBuffer unsent = ByteBuffer.allocate(0);

    ClientConnection(Handler handler) {
        this.handler = handler;
    }

    @Override
    public void connected(IOSession session) {
        connection = new DefaultNHttpServerConnection(
                session,
                MessageBody.BUFFER_BYTES,
                MessageBody.BUFFER_BYTES,
                null,
                null,
                null,
                MessageBody.CONSTRAINTS,
                new StrictContentLengthStrategy(0),
                null,
                null,
                null);
    }

    @Override
    public void inputReady() {
        connection.consumeInput(this);
    }

    @Override
    public void outputReady() {
        connection.produceOutput(this);
        if (connection.hasBufferedOutput() || connection.isResponseSubmitted() || !connection.isOpen()) {
            return;
        }
        connection.suspendOutput();
        if (state == State.SENDING) {
            sent();
        }
    }

    @Override
    public void timedOut() {
        // A client may take its time.
    }

    @Override
    public void ended(String why) {
        shutdown();
    }

    @Override
    public void connected(NHttpServerConnection client) {
        // The reactor's event comes first.
    }

    @Override
    public void requestReceived(NHttpServerConnection client) {
        request = client.getHttpRequest();
        continued = false;
        if (!(request instanceof HttpEntityEnclosingRequest)) {
            handle();
        }
    }

    @Override
    public void inputReady(NHttpServerConnection client, ContentDecoder decoder) throws IOException, HttpException {
        if (body.read(decoder)) {
            handle();
        } else if (!continued && "100-continue".equalsIgnoreCase(value("Expect"))) {
            // Such a client sends its body after the interim response (RFC 9110 section 10.1.1).
            continued = true;
            client.submitResponse(new BasicHttpResponse(HttpVersion.HTTP_1_1, 100, "Continue"));
        }
    }

    @Override
    public void responseReady(NHttpServerConnection client) {
        // Output is suspended after each response.
    }

    @Override
    public void outputReady(NHttpServerConnection client, ContentEncoder encoder) throws IOException {
        if (unsent.hasRemaining()) {
            encoder.write(unsent);
        }
        if (!unsent.hasRemaining() && !encoder.isCompleted()) {
            // A fault: the head announces more than the body has. What is buffered is sent first.
            client.close();
        }
    }

    @Override
    public void endOfInput(NHttpServerConnection client) {
        if (state == State.READING || state == State.LEAVING) {
            shutdown();
        } else {
            keepAlive = false;
        }
    }

    @Override
    public void timeout(NHttpServerConnection client) {
        // The reactor's event comes first.
    }

    @Override
    public void closed(NHttpServerConnection client) {
        // The reactor's event comes first.
    }

    @Override
    public void exception(NHttpServerConnection client, Exception problem) {
        if (problem instanceof HttpException && state == State.READING) {
            keepAlive = false;
            state = State.HANDLING;
            answer(Response.text(400, "not an HTTP/1.1 request: " + problem.getMessage()));
        } else {
            shutdown();
        }
    }

    private void handle() {
        if (state == State.LEAVING) {
            shutdown();
            return;
        }
        state = State.HANDLING;
        connection.suspendInput();
        String uri = request.getRequestLine().getUri();
        int mark = uri.indexOf('?');
        String option = String.valueOf(value("Connection"));
        keepAlive = isHttp10() ? option.equalsIgnoreCase("keep-alive") : !option.equalsIgnoreCase("close");
        handler.handle(
                new Request(
                        request.getRequestLine().getMethod(),
                        mark < 0 ? uri : uri.substring(0, mark),
                        mark < 0 ? "" : uri.substring(mark + 1),
                        value("Host"),
                        value("Content-Type"),
                        value("Content-Encoding"),
                        value("SOAPAction"),
                        body.take()),
                this::answer);
    }

    private boolean isHttp10() {
        ProtocolVersion version = request.getRequestLine().getProtocolVersion();
        return version.lessEquals(HttpVersion.HTTP_1_0);
    }

    private String value(String name) {
        Header header = request.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    private void answer(Response answer) {
        if (!connection.isOpen()) {
            return;
        }
        response = answer;
        boolean breaks = answer.ending() == Response.Ending.BREAKS;
        last = !keepAlive || breaks;
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(answer.status(), null);
        HttpResponse head = new BasicHttpResponse(HttpVersion.HTTP_1_1, answer.status(), reason == null ? "" : reason);
        if (answer.contentType() != null) {
            head.addHeader("Content-Type", answer.contentType());
        }
        head.addHeader("Content-Length", Integer.toString(answer.declaredLength()));
        if (last && !breaks) {
            head.addHeader("Connection", "close");
        } else if (!last && isHttp10()) {
            head.addHeader("Connection", "keep-alive");
        }
        if (answer.contentCoding() != null) {
            head.addHeader("Content-Encoding", answer.contentCoding());
        }
        // Content behind the answer to HEAD would be taken for the next answer (RFC 9110 section 9.3.2).
        boolean hasContent = request == null
                || !request.getRequestLine().getMethod().equals("HEAD")
                || answer.ending() == Response.Ending.STAYS_WITH_CONTENT;
        if (answer.declaredLength() > 0 && hasContent) {
            head.setEntity(new BasicHttpEntity());
        }
        unsent = ByteBuffer.wrap(hasContent ? answer.body() : new byte[0]);
        state = State.SENDING;
        try {
            connection.submitResponse(head);
        } catch (IOException | HttpException e) {
            shutdown();
        }
    }

    private void sent() {
        if (last) {
            shutdown();
            return;
        }
        state = response.ending() == Response.Ending.LEAVES ? State.LEAVING : State.READING;
        connection.requestInput();
    }

    private void shutdown() {
        try {
            connection.shutdown();
        } catch (IOException e) {
            // The connection has ended either way.
            state = State.SENDING;
        }
    }
}
