package org.busbench.mutants.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.http.Header;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.entity.StrictContentLengthStrategy;
import org.apache.http.impl.nio.codecs.DefaultHttpResponseParser;

/** One connection to a backend, with at most one message on it. Nothing is ever sent again, since a POST may have arrived. */
final class UpstreamConnection extends Connection<HttpResponse> {
    private static final StrictContentLengthStrategy LENGTHS =
            new StrictContentLengthStrategy(ContentLengthStrategy.IDENTITY);
    private static final int RESPONSE_LIMIT_SECONDS = 30;

    private final InetSocketAddress address;
    private final Consumer<UpstreamConnection> whenFree;
    private final Consumer<UpstreamConnection> whenEnded;
    private boolean connected;
    private BackendRequest call;
    private Consumer<Response> answer;
    private long sentNanos;
    private boolean ended;

    UpstreamConnection(
            SocketChannel channel,
            InetSocketAddress address,
            Consumer<UpstreamConnection> whenFree,
            Consumer<UpstreamConnection> whenEnded) {
        super(channel, input -> new DefaultHttpResponseParser(input, CONSTRAINTS));
        this.address = address;
        this.whenFree = whenFree;
        this.whenEnded = whenEnded;
    }

    /** Sends a message on this connection, which must be free; at once, or when it is connected. */
    void send(BackendRequest message, Consumer<Response> told) {
        call = message;
        answer = told;
        sentNanos = System.nanoTime();
        if (connected) {
            guarded(this::submit);
        }
    }

    @Override
    void connected() {
        connected = true;
        if (answer != null) {
            guarded(this::submit);
        }
    }

    private void submit() throws IOException, HttpException {
        String action = call.soapAction() == null ? "" : "SOAPAction: " + call.soapAction() + "\r\n";
        send(
                "POST " + call.path() + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                        + "\r\nContent-Type: " + call.contentType() + "\r\n" + action + "Content-Length: "
                        + call.body().length + "\r\n\r\n",
                call.body());
    }

    @Override
    void sent() {
        // The answer comes next.
    }

    @Override
    void look(long now) {
        if (answer != null && now - sentNanos > TimeUnit.SECONDS.toNanos(RESPONSE_LIMIT_SECONDS)) {
            ended("no answer within " + RESPONSE_LIMIT_SECONDS + " s");
        }
    }

    @Override
    long bodyLength(HttpResponse of) throws HttpException {
        return cannotHaveContent(of) ? 0 : LENGTHS.determineLength(of);
    }

    private static boolean cannotHaveContent(HttpResponse of) {
        int status = of.getStatusLine().getStatusCode();
        return status < 200 || status == 204 || status == 304;
    }

    @Override
    void read() throws IOException, HttpException {
        for (HttpResponse head = next(); head != null; head = !ended && hasInput() ? next() : null) {
            if (answer == null) {
                ended("the backend answered without a request");
            } else if (head.getStatusLine().getStatusCode() >= 200) {
                answered(head);
            }
        }
    }

    private void answered(HttpResponse head) {
        Header type = head.getFirstHeader("Content-Type");
        Header option = head.getFirstHeader("Connection");
        boolean chunked = head.getFirstHeader("Transfer-Encoding") != null;
        boolean stays = head.getFirstHeader("Content-Length") != null || chunked;
        stays &= !cannotHaveContent(head);
        stays &= option == null || !option.getValue().equalsIgnoreCase("close");
        Response response =
                Response.of(head.getStatusLine().getStatusCode(), type == null ? null : type.getValue(), body());
        Consumer<Response> told = answer;
        answer = null;
        if (stays) {
            whenFree.accept(this);
        } else {
            ended("after its last answer");
        }
        told.accept(chunked ? response.fromChunks() : response);
    }

    @Override
    void failed(Exception problem) {
        String why = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        ended(problem instanceof HttpException ? "not an HTTP/1.1 response: " + why : why);
    }

    private void ended(String why) {
        if (ended) {
            return;
        }
        ended = true;
        whenEnded.accept(this);
        close();
        Consumer<Response> told = answer;
        answer = null;
        if (told != null) {
            told.accept(Response.missing(why));
        }
    }
}
