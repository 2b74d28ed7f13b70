package core4;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.http.impl.nio.bootstrap.HttpServer;
import org.apache.http.impl.nio.bootstrap.ServerBootstrap;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import server.Options;

/** Starts the server on HttpCore NIO 4.4. */
public final class Main {
    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = Options.of(arguments);
        Executor workers = options.workers() ? Executors.newFixedThreadPool(Options.WORKERS) : Runnable::run;
        // The reactor's own thread accepts.
        IOReactorConfig sockets = IOReactorConfig.custom()
                .setIoThreadCount(Options.SELECTORS)
                .setBacklogSize(Options.BACKLOG)
                .setSoReuseAddress(true)
                .setSoKeepAlive(true)
                .setTcpNoDelay(true)
                .build();
        HttpServer server = ServerBootstrap.bootstrap()
                .setLocalAddress(options.address().getAddress())
                .setListenerPort(options.address().getPort())
                .setIOReactorConfig(sockets)
                .registerHandler("*", new RequestHandler(workers, Upstream.start(options.backend(), sockets)))
                .create();
        server.start();
        server.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS);
    }
}
