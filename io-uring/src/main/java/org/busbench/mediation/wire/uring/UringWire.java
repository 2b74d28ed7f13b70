package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;

/** Loops on io_uring. For any thread. */
final class UringWire implements Wire {
    private final List<UringLoop> loops;
    private final List<UringListener> listeners = new CopyOnWriteArrayList<>();

    /**
     * Starts the loops.
     *
     * @param loopCount how many; one core each is enough for each
     * @param limits what each loop may hold
     * @throws IOException if the system gives no ring; {@link UringTransport#refusal} says that in advance
     */
    UringWire(int loopCount, WireLimits limits) throws IOException {
        if (loopCount < 1) {
            throw new IllegalArgumentException(loopCount + " loops cannot serve anything: at least 1 is needed");
        }
        List<UringLoop> made = new ArrayList<>();
        try {
            for (int i = 0; i < loopCount; i++) {
                UringLoop loop = new UringLoop(i, limits);
                loop.start();
                made.add(loop);
            }
        } catch (IOException e) {
            made.forEach(loop -> loop.stop(Duration.ZERO));
            throw e;
        }
        loops = List.copyOf(made);
    }

    @Override
    public List<? extends EventLoop> loops() {
        return loops;
    }

    @Override
    public InetSocketAddress listen(InetSocketAddress address, Acceptor acceptor) throws IOException {
        UringListener listener = UringListener.bind(address, loops, acceptor);
        listeners.add(listener);
        return listener.address();
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        listeners.forEach(UringListener::close);
        loops.forEach(loop -> loop.stop(patience));
        boolean byThemselves = true;
        for (UringLoop loop : loops) {
            byThemselves &= loop.join();
        }
        return byThemselves;
    }
}
