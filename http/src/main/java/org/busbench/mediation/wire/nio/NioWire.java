package org.busbench.mediation.wire.nio;

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

/** Loops on the JDK's selectors. For any thread. */
public final class NioWire implements Wire {
    private final List<NioLoop> loops;
    private final List<NioListener> listeners = new CopyOnWriteArrayList<>();

    /** Starts so many loops; one core each is enough for each. */
    public NioWire(int loopCount, WireLimits limits) throws IOException {
        if (loopCount < 1) {
            throw new IllegalArgumentException(loopCount + " loops cannot serve anything: at least 1 is needed");
        }
        List<NioLoop> made = new ArrayList<>();
        for (int i = 0; i < loopCount; i++) {
            made.add(new NioLoop(i, limits));
        }
        loops = List.copyOf(made);
        loops.forEach(NioLoop::start);
    }

    @Override
    public List<? extends EventLoop> loops() {
        return loops;
    }

    @Override
    public InetSocketAddress listen(InetSocketAddress address, Acceptor acceptor) throws IOException {
        NioListener listener = NioListener.bind(address, loops, acceptor);
        listeners.add(listener);
        return listener.address();
    }

    @Override
    public boolean stop(Duration patience) throws InterruptedException {
        listeners.forEach(NioListener::close);
        loops.forEach(loop -> loop.stop(patience));
        boolean byThemselves = true;
        for (NioLoop loop : loops) {
            byThemselves &= loop.join();
        }
        return byThemselves;
    }
}
