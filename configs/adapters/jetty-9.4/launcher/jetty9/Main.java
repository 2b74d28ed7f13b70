package jetty9;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import server.Answers;
import server.Options;

/** Starts the server on Jetty 9.4, whose requests are always processed by its pool. */
public final class Main {
    private static final int IDLE_MILLIS = 300_000;

    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws Exception {
        Options options = Options.of(arguments);
        if (!options.workers()) {
            throw new IllegalArgumentException("Jetty 9.4 has no other threads than workers for a request");
        }
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
        server.setHandler(new RequestHandler(Upstream.start(options.backend())));
        server.start();
        server.join();
    }

    /** Sends an answer. */
    static void answer(HttpServletResponse response, int status, byte[] body) throws IOException {
        response.setStatus(status);
        response.setContentType(Answers.TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /** Answers requests, whose bodies it reads as a servlet does: blocking. */
    private static final class RequestHandler extends AbstractHandler {
        private final Upstream upstream;

        RequestHandler(Upstream upstream) {
            this.upstream = upstream;
        }

        @Override
        public void handle(String path, Request base, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            base.setHandled(true);
            byte[] message = null;
            if (request.getMethod().equals("GET")) {
                message = Answers.get(path);
            } else if (request.getMethod().equals("POST")) {
                message = request.getInputStream().readAllBytes();
                if (path.equals(Answers.PROXY)) {
                    upstream.send(message, request, response);
                    return;
                }
                message = path.equals(Answers.ECHO) ? message : null;
            }
            if (message == null) {
                response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            } else {
                answer(response, HttpServletResponse.SC_OK, message);
            }
        }
    }
}
