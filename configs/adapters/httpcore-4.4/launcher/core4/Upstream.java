package core4;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpStatus;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.DefaultHttpClientIODispatch;
import org.apache.http.impl.nio.pool.BasicNIOConnPool;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncExchange;
import org.apache.http.nio.protocol.HttpAsyncRequestExecutor;
import org.apache.http.nio.protocol.HttpAsyncRequester;
import org.apache.http.nio.reactor.IOEventDispatch;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.protocol.HttpProcessorBuilder;
import org.apache.http.protocol.RequestConnControl;
import org.apache.http.protocol.RequestContent;
import org.apache.http.protocol.RequestTargetHost;
import org.apache.http.util.EntityUtils;
import server.Answers;
import server.Options;

/** The backend, reached by a reactor of its own, as the library has it. */
final class Upstream {
    private static final ContentType TYPE = ContentType.parse(Answers.TYPE);

    private final HttpHost backend;
    private final BasicNIOConnPool pool;
    private final HttpAsyncRequester requester = new HttpAsyncRequester(HttpProcessorBuilder.create()
            .add(new RequestContent())
            .add(new RequestTargetHost())
            .add(new RequestConnControl())
            .build());

    private Upstream(HttpHost backend, BasicNIOConnPool pool) {
        this.backend = backend;
        this.pool = pool;
    }

    /** Starts the reactor, which ends with the program. */
    static Upstream start(InetSocketAddress backend, IOReactorConfig sockets) throws IOException {
        DefaultConnectingIOReactor reactor = new DefaultConnectingIOReactor(sockets);
        BasicNIOConnPool pool = new BasicNIOConnPool(reactor, ConnectionConfig.DEFAULT);
        pool.setDefaultMaxPerRoute(Options.CONNECTIONS);
        pool.setMaxTotal(Options.CONNECTIONS);
        IOEventDispatch dispatch =
                new DefaultHttpClientIODispatch<>(new HttpAsyncRequestExecutor(), ConnectionConfig.DEFAULT);
        Thread thread = new Thread(
                () -> {
                    try {
                        reactor.execute(dispatch);
                    } catch (IOException broken) {
                        throw new UncheckedIOException(broken);
                    }
                },
                "upstream");
        thread.setDaemon(true);
        thread.start();
        return new Upstream(new HttpHost(backend.getHostString(), backend.getPort()), pool);
    }

    /** Sends a body on, and its answer back. */
    void send(byte[] body, HttpAsyncExchange client) {
        BasicHttpEntityEnclosingRequest request = new BasicHttpEntityEnclosingRequest("POST", Answers.ECHO);
        request.setEntity(new NByteArrayEntity(body, TYPE));
        requester.execute(
                new BasicAsyncRequestProducer(backend, request),
                new BasicAsyncResponseConsumer(),
                pool,
                HttpCoreContext.create(),
                new FutureCallback<HttpResponse>() {
                    @Override
                    public void completed(HttpResponse response) {
                        try {
                            RequestHandler.answer(
                                    client,
                                    response.getStatusLine().getStatusCode(),
                                    EntityUtils.toByteArray(response.getEntity()));
                        } catch (IOException unreadable) {
                            failed(unreadable);
                        }
                    }

                    @Override
                    public void failed(Exception fault) {
                        RequestHandler.answer(client, HttpStatus.SC_BAD_GATEWAY, null);
                    }

                    @Override
                    public void cancelled() {
                        RequestHandler.answer(client, HttpStatus.SC_BAD_GATEWAY, null);
                    }
                });
    }
}
