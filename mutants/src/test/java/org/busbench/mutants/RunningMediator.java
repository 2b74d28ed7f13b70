package org.busbench.mutants;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.busbench.mutants.fault.Conduct;
import org.busbench.mutants.fault.Faults.Surroundings;
import org.busbench.mutants.job.Mediation;
import org.busbench.mutants.job.Proxies;
import org.busbench.mutants.wire.Backends;
import org.busbench.mutants.wire.Listener;
import org.busbench.mutants.wire.Loop;

/** A mediator on a thread of this JVM and any free port. */
final class RunningMediator implements AutoCloseable {
    private final Loop loop;
    private final Listener listener;

    RunningMediator(Function<Surroundings, Conduct> fault, Map<String, InetSocketAddress> backends, Path xslt)
            throws IOException {
        loop = new Loop();
        Backends pool = new Backends(loop, backends);
        Conduct conduct = fault.apply(new Surroundings(loop, pool, 0, 0));
        Mediation mediation =
                new Mediation(Proxies.of(xslt).stream().map(conduct::job).toList(), conduct.calls(pool));
        listener = Listener.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), loop, conduct.requests(mediation));
        Thread thread = new Thread(this::serve, "mediator");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.port();
    }

    @Override
    public void close() {
        loop.stop();
    }

    private void serve() {
        try {
            loop.run();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
