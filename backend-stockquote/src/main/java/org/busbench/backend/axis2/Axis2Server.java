package org.busbench.backend.axis2;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.transport.http.server.AxisHttpConnectionImpl;
import org.apache.axis2.transport.http.server.HttpConnectionManager;
import org.apache.axis2.transport.http.server.HttpFactory;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.busbench.backend.instance.BindFailedException;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.instance.Pages;

/**
 * Axis2's HTTP server for one instance. The parts are those of Axis2's SimpleHttpServer, except for the one that
 * accepts: that binds every address of the machine, and reports a used port only to a log.
 */
final class Axis2Server {
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
        ConfigurationContext context = QuoteAxisService.deploy(instance);
        HttpFactory factory = new HttpFactory(context, port());
        http = factory.newRequestConnectionHttp1Config();
        sockets = factory.newSocketConfig();
        workers = factory.newRequestExecutor(port());
        String url = instance.url(port());
        connections = factory.newRequestConnectionManager(workers, () -> new InstanceWorker(pages, url), http);
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
