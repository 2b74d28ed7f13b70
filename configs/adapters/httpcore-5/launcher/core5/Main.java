package core5;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.AsyncServerBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import server.Options;

/** Starts the server on HttpCore 5. */
public final class Main {
    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        Options options = Options.of(arguments);
        Executor workers = options.workers() ? Executors.newFixedThreadPool(Options.WORKERS) : Runnable::run;
        // The thread of the listening endpoints accepts.
        IOReactorConfig sockets = IOReactorConfig.custom()
                .setIoThreadCount(Options.SELECTORS)
                .setBacklogSize(Options.BACKLOG)
                .setSoReuseAddress(true)
                .setSoKeepAlive(true)
                .setTcpNoDelay(true)
                .setSoTimeout(Timeout.DISABLED)
                .build();
        HttpAsyncServer server = AsyncServerBootstrap.bootstrap()
                .setIOReactorConfig(sockets)
                // Any other name is refused.
                .setCanonicalHostName(options.address().getHostString())
                .register("*", new RequestHandler(workers, Upstream.start(options.backend(), sockets)))
                .create();
        server.start();
        server.listen(options.address(), URIScheme.HTTP).get();
        server.awaitShutdown(TimeValue.MAX_VALUE);
    }
}
