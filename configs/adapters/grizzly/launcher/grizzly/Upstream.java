package grizzly;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.HttpClientFilter;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.util.Header;
import org.glassfish.grizzly.http.util.HttpStatus;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import server.Answers;

/** The backend, reached by the selectors of the server; its idle connections belong to all threads. */
final class Upstream {
    private final InetSocketAddress backend;
    private final TCPNIOConnectorHandler connector;
    private final Deque<Connection<?>> idle = new ConcurrentLinkedDeque<>();
    private final Attribute<Waiting> waiting = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute("waiting");

    /** A client whose answer a connection is to bring. */
    private record Waiting(FilterChainContext client, HttpRequestPacket request) {
        /** Ends its wait. */
        void answer(int status, Buffer body) {
            RequestFilter.answer(client, request, status, body);
            client.resume(client.getStopAction());
        }
    }

    Upstream(TCPNIOTransport transport, InetSocketAddress backend) {
        this.backend = backend;
        this.connector = TCPNIOConnectorHandler.builder(transport)
                .processor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(new HttpClientFilter())
                        .add(new AnswerFilter())
                        .build())
                .build();
    }

    /** Sends a body on, and its answer back to the client, which was suspended. */
    void send(FilterChainContext client, HttpRequestPacket request, Buffer body) {
        Waiting next = new Waiting(client, request);
        Connection<?> free = idle.pollLast();
        while (free != null && !free.isOpen()) {
            free = idle.pollLast();
        }
        if (free != null) {
            ask(free, next, body);
            return;
        }
        connector.connect(backend, new EmptyCompletionHandler<>() {
            @Override
            @SuppressWarnings("rawtypes")
            public void completed(Connection connected) {
                ask(connected, next, body);
            }

            @Override
            public void failed(Throwable fault) {
                next.answer(HttpStatus.BAD_GATEWAY_502.getStatusCode(), Buffers.EMPTY_BUFFER);
            }
        });
    }

    private void ask(Connection<?> server, Waiting next, Buffer body) {
        waiting.set(server, next);
        HttpRequestPacket request = HttpRequestPacket.builder()
                .method(Method.POST)
                .uri(Answers.ECHO)
                .protocol(Protocol.HTTP_1_1)
                .contentType(Answers.TYPE)
                .contentLength(body.remaining())
                .header(Header.Host, backend.getHostString() + ":" + backend.getPort())
                .build();
        server.write(request.httpContentBuilder().content(body).last(true).build());
    }

    /** Hands answers of the backend on. */
    private final class AnswerFilter extends BaseFilter {
        @Override
        public NextAction handleRead(FilterChainContext server) {
            HttpContent content = server.getMessage();
            if (!content.isLast()) {
                return server.getStopAction(content);
            }
            Connection<?> connection = server.getConnection();
            Waiting done = waiting.remove(connection);
            HttpResponsePacket response = (HttpResponsePacket) content.getHttpHeader();
            Buffer body = content.getContent();
            if (response.getProcessingState().isKeepAlive()) {
                idle.addLast(connection);
            } else {
                connection.closeSilently();
            }
            done.answer(response.getStatus(), body);
            return server.getStopAction();
        }

        @Override
        public NextAction handleClose(FilterChainContext server) throws IOException {
            Waiting done = waiting.remove(server.getConnection());
            if (done != null) {
                done.answer(HttpStatus.BAD_GATEWAY_502.getStatusCode(), Buffers.EMPTY_BUFFER);
            }
            return server.getInvokeAction();
        }
    }
}
