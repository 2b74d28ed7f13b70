package org.busbench.mutants.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.apache.http.Header;
import org.apache.http.HttpException;
import org.apache.http.HttpMessage;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ContentLengthStrategy;
import org.apache.http.impl.nio.codecs.DefaultHttpRequestParser;
import org.apache.http.impl.nio.codecs.DefaultHttpResponseParser;

/**
 * Two TCP connections to ourselves, over which a request and a response go as they come from a client and from a backend:
 * written, through the kernel, read, parsed. For the loop's thread, which it does not leave before all of it is there.
 */
public final class Loopback {
    private final Outgoing asking;
    private final Outgoing answering;
    private final MessageReader<HttpRequest> requests;
    private final MessageReader<HttpResponse> responses;

    private Loopback(SocketChannel[] there, SocketChannel[] back) {
        asking = new Outgoing(there[0]);
        requests = new MessageReader<>(
                there[1], input -> new DefaultHttpRequestParser(input, MessageReader.constraints()), 0);
        answering = new Outgoing(back[0]);
        responses = new MessageReader<>(
                back[1],
                input -> new DefaultHttpResponseParser(input, MessageReader.constraints()),
                ContentLengthStrategy.IDENTITY);
    }

    /**
     * Connects.
     *
     * @return the connections; they last as long as the process
     * @throws IOException when the system has no sockets for them
     */
    public static Loopback open() throws IOException {
        return new Loopback(pair(), pair());
    }

    private static SocketChannel[] pair() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel[] ends = {SocketChannel.open(server.getLocalAddress()), server.accept()};
            for (SocketChannel end : ends) {
                end.configureBlocking(false);
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            return ends;
        }
    }

    /**
     * Sends a request and takes it in.
     *
     * @param request what a client sent
     * @return what was read
     */
    public Request asked(Request request) {
        asking.add(
                request.method() + " " + request.path() + " HTTP/1.1\r\nHost: " + request.host() + "\r\nContent-Type: "
                        + request.contentType()
                        + (request.soapAction() == null ? "" : "\r\nSOAPAction: " + request.soapAction())
                        + "\r\nContent-Length: " + request.body().length + "\r\n\r\n",
                request.body());
        HttpRequest head = through(asking, requests);
        Request read = new Request(
                head.getRequestLine().getMethod(),
                head.getRequestLine().getUri(),
                "",
                value(head, "Host"),
                value(head, "Content-Type"),
                value(head, "SOAPAction"),
                requests.body());
        requests.reset();
        return read;
    }

    /**
     * Sends a response and takes it in.
     *
     * @param response what a backend answered
     * @return what was read
     */
    public Response answered(Response response) {
        answering.add(
                "HTTP/1.1 " + response.status() + " \r\nContent-Type: " + response.contentType()
                        + "\r\nContent-Length: " + response.body().length + "\r\n\r\n",
                response.body());
        HttpResponse head = through(answering, responses);
        Response read =
                Response.of(head.getStatusLine().getStatusCode(), value(head, "Content-Type"), responses.body());
        responses.reset();
        return read;
    }

    private static <T extends HttpMessage> T through(Outgoing out, MessageReader<T> in) {
        try {
            do {
                out.flush();
            } while (in.read() == MessageReader.State.PARTIAL);
        } catch (IOException e) {
            throw new UncheckedIOException("a connection to ourselves failed: " + e.getMessage(), e);
        } catch (HttpException e) {
            throw new IllegalStateException("our own message cannot be read: " + e.getMessage(), e);
        }
        return in.message();
    }

    private static String value(HttpMessage head, String name) {
        Header header = head.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }
}
