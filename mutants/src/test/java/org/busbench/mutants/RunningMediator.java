package org.busbench.mutants;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.busbench.mutants.fault.Fault;
import org.busbench.mutants.fault.FaultCatalog.Environment;
import org.busbench.mutants.job.Mediation;
import org.busbench.mutants.job.Proxies;
import org.busbench.mutants.job.SeveralCalls;
import org.busbench.mutants.wire.BackendPool;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Reactor;

/** A mediator on a thread of this JVM and any free port. */
final class RunningMediator implements AutoCloseable {
    private final Reactor reactor;
    private final int port;

    RunningMediator(Function<Environment, Fault> fault, Map<String, InetSocketAddress> backends, Path xslt)
            throws IOException {
        reactor = new Reactor();
        BackendPool pool = new BackendPool(reactor, backends);
        Fault wrong = fault.apply(new Environment(reactor, pool, 0, 0));
        Handler mediation = new SeveralCalls(
                new Mediation(Proxies.of(xslt).stream().map(wrong::job).toList(), wrong.calls(pool)),
                wrong.calls(pool));
        port = reactor.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), wrong.requests(mediation));
        Thread thread = new Thread(this::serve, "mediator");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws IOException {
        reactor.stop();
    }

    private void serve() {
        try {
            reactor.run();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
