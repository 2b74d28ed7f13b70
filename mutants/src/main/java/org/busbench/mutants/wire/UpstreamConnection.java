package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.http.Header;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.entity.BasicHttpEntity;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.impl.nio.DefaultNHttpClientConnection;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.NHttpClientConnection;
import org.apache.http.nio.NHttpClientEventHandler;
import org.apache.http.nio.reactor.IOSession;

/**
 * One connection to a backend, with at most one message on it. Nothing is ever sent again, since a POST may have arrived.
 *
 * <p>Called with the reactor's lock held.
 */
final class UpstreamConnection implements Reactor.Connection, NHttpClientEventHandler {
    private static final int RESPONSE_LIMIT_SECONDS = 30;

    private final InetSocketAddress address;
    private final Consumer<UpstreamConnection> whenFree;
    private final Consumer<UpstreamConnection> whenEnded;
    private final MessageBody body = new MessageBody();
    private DefaultNHttpClientConnection connection;
    private BackendRequest call;
    private String path;
    private BackendCaller.Outcome outcome;
    private ByteBuffer unsent = ByteBuffer.allocate(0);
    private HttpResponse head;
    private boolean ended;

    UpstreamConnection(
            InetSocketAddress address, Consumer<UpstreamConnection> whenFree, Consumer<UpstreamConnection> whenEnded) {
        this.address = address;
        this.whenFree = whenFree;
        this.whenEnded = whenEnded;
    }

    /** Sends a message on this connection, which must be free; at once, or when it is connected. */
    void send(BackendRequest message, String to, BackendCaller.Outcome told) {
        call = message;
        path = to;
        outcome = told;
        if (connection != null) {
            submit();
        }
    }

    @Override
    public void connected(IOSession session) {
        connection = new DefaultNHttpClientConnection(
                session,
                MessageBody.BUFFER_BYTES,
                MessageBody.BUFFER_BYTES,
                null,
                null,
                null,
                MessageBody.CONSTRAINTS,
                new StrictContentLengthStrategy(ContentLengthStrategy.IDENTITY),
                null,
                null,
                null);
        if (outcome != null) {
            submit();
        }
    }

    private void submit() {
        BasicHttpEntityEnclosingRequest request =
                new BasicHttpEntityEnclosingRequest("POST", path, HttpVersion.HTTP_1_1);
        request.addHeader("Host", address.getHostString() + ":" + address.getPort());
        request.addHeader("Content-Type", call.contentType());
        if (call.soapAction() != null) {
            request.addHeader("SOAPAction", call.soapAction());
        }
        request.addHeader("Content-Length", Integer.toString(call.body().length));
        if (call.body().length > 0) {
            request.setEntity(new BasicHttpEntity());
        }
        unsent = ByteBuffer.wrap(call.body());
        connection.setSocketTimeout((int) TimeUnit.SECONDS.toMillis(RESPONSE_LIMIT_SECONDS));
        try {
            connection.submitRequest(request);
        } catch (IOException | HttpException e) {
            ended(e.getMessage());
        }
    }

    @Override
    public void inputReady() {
        connection.consumeInput(this);
    }

    @Override
    public void outputReady() {
        connection.produceOutput(this);
        if (!connection.hasBufferedOutput() && !connection.isRequestSubmitted() && connection.isOpen()) {
            connection.suspendOutput();
        }
    }

    @Override
    public void timedOut() {
        if (outcome != null) {
            ended("no answer within " + RESPONSE_LIMIT_SECONDS + " s");
        }
    }

    @Override
    public void ended(String why) {
        if (ended) {
            return;
        }
        ended = true;
        whenEnded.accept(this);
        try {
            if (connection != null) {
                connection.shutdown();
            }
        } catch (IOException e) {
            // The connection has ended either way. The caller learns of it below.
            head = null;
        }
        BackendCaller.Outcome told = outcome;
        outcome = null;
        if (told != null) {
            told.failed(why);
        }
    }

    @Override
    public void connected(NHttpClientConnection backend, Object attachment) {
        // The reactor's event comes first.
    }

    @Override
    public void requestReady(NHttpClientConnection backend) {
        // Output is suspended after each request.
    }

    @Override
    public void outputReady(NHttpClientConnection backend, ContentEncoder encoder) throws IOException {
        encoder.write(unsent);
    }

    @Override
    public void responseReceived(NHttpClientConnection backend) {
        head = backend.getHttpResponse();
        if (outcome == null) {
            ended("the backend answered without a request");
        } else if (cannotHaveContent()) {
            answered();
        }
    }

    @Override
    public void inputReady(NHttpClientConnection backend, ContentDecoder decoder) throws IOException {
        if (body.read(decoder)) {
            answered();
        }
    }

    private boolean cannotHaveContent() {
        int status = head.getStatusLine().getStatusCode();
        return status == 204 || status == 304;
    }

    private void answered() {
        Header type = head.getFirstHeader("Content-Type");
        Header option = head.getFirstHeader("Connection");
        boolean chunked = head.getFirstHeader("Transfer-Encoding") != null;
        boolean stays = head.getFirstHeader("Content-Length") != null || chunked;
        stays &= !cannotHaveContent();
        stays &= option == null || !option.getValue().equalsIgnoreCase("close");
        Response response =
                Response.of(head.getStatusLine().getStatusCode(), type == null ? null : type.getValue(), body.take());
        BackendCaller.Outcome told = outcome;
        outcome = null;
        connection.setSocketTimeout(0);
        if (stays) {
            whenFree.accept(this);
        } else {
            ended("after its last answer");
        }
        told.answered(chunked ? response.fromChunks() : response);
    }

    @Override
    public void endOfInput(NHttpClientConnection backend) {
        ended("the backend ended the connection");
    }

    @Override
    public void timeout(NHttpClientConnection backend) {
        // The reactor's event comes first.
    }

    @Override
    public void closed(NHttpClientConnection backend) {
        // The reactor's event comes first.
    }

    @Override
    public void exception(NHttpClientConnection backend, Exception problem) {
        String why = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        ended(problem instanceof HttpException ? "not an HTTP/1.1 response: " + why : why);
    }
}
