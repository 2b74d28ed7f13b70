package grizzly;

import java.io.IOException;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.KeepAlive;
import org.glassfish.grizzly.nio.RoundRobinConnectionDistributor;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.strategies.WorkerThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import server.Options;

/** Starts the server on Grizzly's HTTP filter. */
public final class Main {
    private Main() {}

    /** Arguments as {@link Options#of} reads them. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Options options = Options.of(arguments);
        TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                .setIOStrategy(
                        options.workers() ? WorkerThreadIOStrategy.getInstance() : SameThreadIOStrategy.getInstance())
                .setSelectorRunnersCount(Options.ACCEPTORS + Options.SELECTORS)
                .setSelectorThreadPoolConfig(threads("selector", Options.ACCEPTORS + Options.SELECTORS))
                .setWorkerThreadPoolConfig(options.workers() ? threads("worker", Options.WORKERS) : null)
                .setOptimizedForMultiplexing(options.multiplexing())
                .setServerConnectionBackLog(Options.BACKLOG)
                .setReuseAddress(true)
                .setKeepAlive(true)
                .setTcpNoDelay(true)
                .build();
        // One selector accepts and does nothing else.
        transport.setNIOChannelDistributor(new RoundRobinConnectionDistributor(transport, true));
        KeepAlive forever = new KeepAlive();
        forever.setIdleTimeoutInSeconds(-1);
        forever.setMaxRequestsCount(-1);
        transport.setProcessor(FilterChainBuilder.stateless()
                .add(new TransportFilter())
                .add(new HttpServerFilter(true, HttpServerFilter.DEFAULT_MAX_HTTP_PACKET_HEADER_SIZE, forever, null))
                .add(new RequestFilter(new Upstream(transport, options.backend())))
                .build());
        transport.bind(options.address(), Options.BACKLOG);
        transport.start();
        Thread.currentThread().join();
    }

    private static ThreadPoolConfig threads(String name, int number) {
        return ThreadPoolConfig.defaultConfig()
                .setPoolName(name)
                .setCorePoolSize(number)
                .setMaxPoolSize(number);
    }
}
