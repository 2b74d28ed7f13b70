package jetty12;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import server.Answers;
import server.Options;

/** The backend, by Jetty's own proxy. */
final class Upstream {
    private static final long IDLE_MILLIS = 300_000;

    private Upstream() {}

    /** A handler of what goes to the backend. */
    static Handler handler(Options options) {
        String host = options.backend().getHostString();
        int port = options.backend().getPort();
        ProxyHandler.Reverse proxy = new ProxyHandler.Reverse(
                request -> HttpURI.from("http", host, port, Answers.ECHO)) {
            @Override
            protected HttpClient newHttpClient() {
                ClientConnector connector = new ClientConnector();
                connector.setSelectors(Options.SELECTORS);
                connector.setTCPNoDelay(true);
                HttpClient client = new HttpClient(new HttpClientTransportDynamic(connector));
                client.setExecutor(new QueuedThreadPool(Options.SELECTORS + Options.WORKERS));
                client.setMaxConnectionsPerDestination(Options.CONNECTIONS);
                // A request that waits for its new connection is in this queue.
                client.setMaxRequestsQueuedPerDestination(Options.CONNECTIONS);
                client.setIdleTimeout(IDLE_MILLIS);
                return client;
            }

            /** It waits for nothing, but does not say so; one handler that may block has the pool process all requests. */
            @Override
            public InvocationType getInvocationType() {
                return options.workers() ? InvocationType.BLOCKING : InvocationType.NON_BLOCKING;
            }
        };
        // A dynamic one may get handlers that block.
        PathMappingsHandler paths = new PathMappingsHandler(false);
        paths.addMapping(PathSpec.from(Answers.PROXY), proxy);
        return paths;
    }
}
