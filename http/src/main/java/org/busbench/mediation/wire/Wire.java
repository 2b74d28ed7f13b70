package org.busbench.mediation.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Some event loops and the sockets on which they accept. Its methods are for any thread. */
public interface Wire {

    /** {@return the loops, in the order of their index} */
    List<? extends EventLoop> loops();

    /**
     * Listens. Connections are dealt out to the loops in turn.
     *
     * @param address where; port 0 lets the system choose one
     * @throws IOException if the address cannot be had; the message names it
     */
    InetSocketAddress listen(InetSocketAddress address, Acceptor acceptor) throws IOException;

    /**
     * Stops: accepts no more, tells every connection, waits until all are closed, breaks those that are not in time, and ends the threads.
     *
     * @param patience how long connections may take
     * @throws InterruptedException if the waiting thread is interrupted; the loops stop nevertheless
     */
    boolean stop(Duration patience) throws InterruptedException;
}
