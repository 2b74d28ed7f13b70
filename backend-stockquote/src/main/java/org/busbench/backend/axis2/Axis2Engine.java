package org.busbench.backend.axis2;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.transport.http.HTTPWorker;
import org.apache.axis2.transport.http.server.AxisHttpConnectionImpl;
import org.apache.axis2.transport.http.server.AxisHttpRequest;
import org.apache.axis2.transport.http.server.AxisHttpResponse;
import org.apache.axis2.transport.http.server.HttpConnectionManager;
import org.apache.axis2.transport.http.server.HttpFactory;
import org.apache.axis2.transport.http.server.Worker;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.busbench.backend.instance.BindFailedException;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/**
 * Serves instances with Axis2: its HTTP server, its dispatching and its message flow around the same service. Blocking:
 * each connection, and so each answer that waits for its delay, holds one worker thread.
 */
public final class Axis2Engine implements Engine {
    /** Held, because an unreferenced logger loses its level. Axis2 tells of its start on this one. */
    private static final Logger AXIS2_LOG = Logger.getLogger("org.apache.axis2");
    /** Axis2 warns here of every client that ends its connection. */
    private static final Logger CONNECTION_LOG =
            Logger.getLogger("org.apache.axis2.transport.http.server.HttpServiceProcessor");

    private final List<Instance> instances;
    private final Map<Instance, Axis2Server> servers = new LinkedHashMap<>();

    public Axis2Engine(List<Instance> instances) {
        this.instances = List.copyOf(instances);
    }

    @Override
    public void start() throws IOException {
        AXIS2_LOG.setLevel(Level.WARNING);
        CONNECTION_LOG.setLevel(Level.SEVERE);
        Pages pages = new Pages(instances);
        try {
            for (Instance instance : instances) {
                servers.put(instance, new Axis2Server(instance, pages));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        servers.values().forEach(Axis2Server::start);
    }

    @Override
    public int port(Instance instance) {
        return servers.get(instance).port();
    }

    @Override
    public void close() {
        servers.values().forEach(Axis2Server::close);
    }

    /**
     * Axis2's HTTP server for one instance. The parts are those of Axis2's SimpleHttpServer, except for the one that
     * accepts: that binds every address of the machine, and reports a used port only to a log.
     */
    private static final class Axis2Server {
        private static final System.Logger LOG = System.getLogger(Axis2Server.class.getName());
        private static final int BACKLOG = 1024;
        private static final long DRAIN_SECONDS = 3;
        private static final long PAUSE_MILLIS = 100;

        private final ServerSocket server;
        private final ExecutorService workers;
        private final HttpConnectionManager connections;
        private final Http1Config http;
        private final SocketConfig sockets;
        private final Thread acceptor;

        Axis2Server(Instance instance, Pages pages) throws IOException {
            server = bind(instance);
            ConfigurationContext context = Axis2Deployment.deploy(instance);
            HttpFactory factory = new HttpFactory(context, port());
            http = factory.newRequestConnectionHttp1Config();
            sockets = factory.newSocketConfig();
            workers = factory.newRequestExecutor(port());
            String url = instance.url(port());
            connections = factory.newRequestConnectionManager(
                    workers, () -> new InstanceWorker(new HTTPWorker(), pages, url, instance), http);
            acceptor = new Thread(this::accept, "axis2-" + instance.name());
        }

        void start() {
            acceptor.start();
        }

        int port() {
            return server.getLocalPort();
        }

        void close() {
            try {
                server.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "closing a listener failed", e);
            }
            workers.shutdown();
            connections.shutdown();
            try {
                if (!workers.awaitTermination(DRAIN_SECONDS, TimeUnit.SECONDS)) {
                    workers.shutdownNow();
                }
            } catch (InterruptedException e) {
                workers.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }

        private static ServerSocket bind(Instance instance) throws IOException {
            ServerSocket socket = new ServerSocket();
            try {
                socket.bind(instance.address(), BACKLOG);
                return socket;
            } catch (IOException | RuntimeException e) {
                socket.close();
                throw new BindFailedException(instance, e);
            }
        }

        private void accept() {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    socket.setTcpNoDelay(true);
                    connections.process(new AxisHttpConnectionImpl("http", socket, http, sockets));
                } catch (IOException | RuntimeException e) {
                    if (!server.isClosed()) {
                        LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", e.getMessage());
                        pause();
                    }
                }
            }
        }

        private static void pause() {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gives messages to Axis2, and serves the pages that both engines have in common. */
    private record InstanceWorker(Worker axis2, Pages pages, String url, Instance instance) implements Worker {

        @Override
        public void service(AxisHttpRequest request, AxisHttpResponse response, MessageContext context)
                throws HttpException, IOException {
            String uri = request.getRequestURI();
            int mark = uri.indexOf('?');
            String path = mark < 0 ? uri : uri.substring(0, mark);
            String method = request.getMethod();
            boolean servicePath = path.equals(Instance.PATH);
            if (servicePath && method.equals("POST")) {
                axis2.service(request, response, context);
                return;
            }
            Pages.Page page = pages.answer(method, path, mark < 0 ? "" : uri.substring(mark + 1), url);
            if (page == null && !method.equals("GET") && (servicePath || path.equals("/stats"))) {
                response.addHeader("Allow", "GET, POST");
                page = Pages.Page.line(405, "GET or POST");
            } else if (page == null) {
                page = Pages.Page.line(404, instance.name() + Instance.NOTHING_AT + path);
            }
            response.setStatus(page.status());
            response.setContentType(page.type());
            response.getOutputStream().write(page.content());
        }
    }
}
