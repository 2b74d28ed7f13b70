package core5;

import java.net.InetSocketAddress;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.impl.bootstrap.AsyncRequesterBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncRequester;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import server.Answers;
import server.Options;

/** The backend, reached by a reactor of its own, as the library has it. */
final class Upstream {
    private static final ContentType TYPE = ContentType.parse(Answers.TYPE);
    private static final Timeout LIMIT = Timeout.ofMinutes(1);

    private final HttpHost backend;
    private final HttpAsyncRequester requester;

    private Upstream(HttpHost backend, HttpAsyncRequester requester) {
        this.backend = backend;
        this.requester = requester;
    }

    /** Starts the reactor. */
    static Upstream start(InetSocketAddress backend, IOReactorConfig sockets) {
        HttpAsyncRequester requester = AsyncRequesterBootstrap.bootstrap()
                .setIOReactorConfig(sockets)
                .setDefaultMaxPerRoute(Options.CONNECTIONS)
                .setMaxTotal(Options.CONNECTIONS)
                .create();
        requester.start();
        return new Upstream(new HttpHost("http", backend.getHostString(), backend.getPort()), requester);
    }

    /** Sends a body on, and its answer back. */
    void send(byte[] body, ResponseTrigger client, HttpContext context) {
        requester.execute(
                AsyncRequestBuilder.post()
                        .setHttpHost(backend)
                        .setPath(Answers.ECHO)
                        .setEntity(body, TYPE)
                        .build(),
                new BasicResponseConsumer<>(new BasicAsyncEntityConsumer()),
                LIMIT,
                new FutureCallback<Message<HttpResponse, byte[]>>() {
                    @Override
                    public void completed(Message<HttpResponse, byte[]> answer) {
                        RequestHandler.answer(client, context, answer.getHead().getCode(), answer.getBody());
                    }

                    @Override
                    public void failed(Exception fault) {
                        RequestHandler.answer(client, context, HttpStatus.SC_BAD_GATEWAY, null);
                    }

                    @Override
                    public void cancelled() {
                        RequestHandler.answer(client, context, HttpStatus.SC_BAD_GATEWAY, null);
                    }
                });
    }
}
