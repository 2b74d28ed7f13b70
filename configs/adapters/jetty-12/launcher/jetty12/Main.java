package jetty12;

import java.net.Socket;
import java.net.SocketException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import server.Options;

/** Starts the server on Jetty 12. */
public final class Main {
    private static final int IDLE_MILLIS = 300_000;

    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws Exception {
        Options options = Options.of(arguments);
        // Acceptors and selectors are threads of the same pool.
        int threads = Options.ACCEPTORS + Options.SELECTORS + Options.WORKERS;
        Server server = new Server(new QueuedThreadPool(threads, threads));
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector =
                new ServerConnector(server, Options.ACCEPTORS, Options.SELECTORS, new HttpConnectionFactory(http)) {
                    @Override
                    protected void configure(Socket socket) {
                        super.configure(socket);
                        try {
                            socket.setKeepAlive(true);
                        } catch (SocketException closed) {
                            throw new IllegalStateException("the client's connection has ended", closed);
                        }
                    }
                };
        connector.setHost(options.address().getHostString());
        connector.setPort(options.address().getPort());
        connector.setAcceptQueueSize(Options.BACKLOG);
        connector.setReuseAddress(true);
        connector.setAcceptedTcpNoDelay(true);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.setHandler(
                new Handler.Sequence(Upstream.handler(options), RequestHandler.of(options)));
        boolean onSelector = server.getInvocationType() == Invocable.InvocationType.NON_BLOCKING;
        if (onSelector == options.workers()) {
            throw new IllegalStateException("Jetty would process requests " + (onSelector ? "on its selectors" : "by its pool"));
        }
        server.start();
        server.join();
    }
}
