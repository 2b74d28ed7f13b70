package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.buffer.Slice;
import org.busbench.mediation.wire.Acceptor;
import org.busbench.mediation.wire.Deadline;
import org.busbench.mediation.wire.Faults;
import org.busbench.mediation.wire.uring.UringLoop.Operations;

/** Accepts on the first loop and deals the connections out to all in turn. On that loop's thread, except where said. */
final class UringListener implements UringLoop.Owner {
    private static final System.Logger LOG = System.getLogger(UringListener.class.getName());
    private static final int BACKLOG = 8192;
    private static final int SOCK_STREAM = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_REUSEADDR = 2;
    private static final int IPPROTO_TCP = 6;
    private static final int TCP_NODELAY = 1;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_V6ONLY = 26;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int descriptor;
    private final InetSocketAddress address;
    private final List<UringLoop> loops;
    private final Acceptor acceptor;
    private final Deadline pause;
    private long userData;
    private boolean accepting;
    private boolean closing;
    private int next;

    private UringListener(int descriptor, InetSocketAddress address, List<UringLoop> loops, Acceptor acceptor) {
        this.descriptor = descriptor;
        this.address = address;
        this.loops = loops;
        this.acceptor = acceptor;
        this.pause = loops.get(0).deadline(this::accept);
    }

    /** For any thread. */
    static UringListener bind(InetSocketAddress address, List<UringLoop> loops, Acceptor acceptor) throws IOException {
        NativeCalls calls = new NativeCalls();
        int socket = -1;
        try {
            if (address.isUnresolved()) {
                throw new IOException("the host has no address");
            }
            socket = bound(calls, address);
            checked(calls.listen(socket, BACKLOG));
            UringListener listener = new UringListener(socket, ownAddress(calls, socket), loops, acceptor);
            loops.get(0).execute(listener::register);
            return listener;
        } catch (IOException e) {
            if (socket >= 0) {
                calls.close(socket);
            }
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    InetSocketAddress address() {
        return address;
    }

    /** For any thread. */
    void close() {
        loops.get(0).execute(() -> {
            closing = true;
            pause.clear();
            if (accepting) {
                cancel();
            } else {
                closed();
            }
        });
    }

    @Override
    public void completed(int kind, int result, int flags, Slice bytes) {
        if (kind == Operations.CANCEL_RECEIVE) {
            if (accepting) {
                cancel();
            }
            return;
        }
        accepting = (flags & Ring.MORE) != 0;
        if (result >= 0) {
            deal(result);
        } else if (!closing) {
            // Out of file descriptors, most likely. Asking again at once would only spin.
            LOG.log(System.Logger.Level.WARNING, "cannot accept a connection: {0}", NativeCalls.text(-result));
            pause.set(PAUSE_NANOS);
            return;
        }
        if (!accepting) {
            if (closing) {
                closed();
            } else {
                accept();
            }
        }
    }

    private static int bound(NativeCalls calls, InetSocketAddress address) throws IOException {
        ByteBuffer memory = Ring.direct(SocketAddresses.MOST_BYTES);
        boolean any = address.getAddress().isAnyLocalAddress();
        int six = any ? calls.socket(SocketAddresses.INET6, SOCK_STREAM) : -1;
        int socket = six >= 0 ? six : checked(calls.socket(SocketAddresses.family(address.getAddress()), SOCK_STREAM));
        int length = six >= 0
                ? SocketAddresses.writeAny(address.getPort(), memory)
                : SocketAddresses.write(address, memory, 0);
        try {
            if (six >= 0) {
                checked(calls.setOption(socket, IPPROTO_IPV6, IPV6_V6ONLY, 0));
            }
            checked(calls.setOption(socket, SOL_SOCKET, SO_REUSEADDR, 1));
            // Connections that are accepted have it from here.
            checked(calls.setOption(socket, IPPROTO_TCP, TCP_NODELAY, 1));
            checked(calls.bind(socket, NativeCalls.address(memory), length));
            return socket;
        } catch (IOException e) {
            calls.close(socket);
            throw e;
        }
    }

    private static InetSocketAddress ownAddress(NativeCalls calls, int socket) throws IOException {
        ByteBuffer memory = Ring.direct(SocketAddresses.MOST_BYTES + 4);
        long where = NativeCalls.address(memory);
        memory.putInt(SocketAddresses.MOST_BYTES, SocketAddresses.MOST_BYTES);
        checked(calls.ownAddress(socket, where, where + SocketAddresses.MOST_BYTES));
        return SocketAddresses.read(memory);
    }

    private static int checked(int result) throws IOException {
        if (result < 0) {
            throw new IOException(NativeCalls.text(-result));
        }
        return result;
    }

    private void register() {
        userData = loops.get(0).operations().add(this);
        accept();
    }

    private void accept() {
        try {
            loops.get(0).ring().accept(descriptor, Operations.of(userData, Operations.ACCEPT));
            accepting = true;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "cannot accept on " + address, e);
        }
    }

    private void cancel() {
        try {
            loops.get(0)
                    .ring()
                    .cancel(
                            Operations.of(userData, Operations.ACCEPT),
                            Operations.of(userData, Operations.CANCEL_RECEIVE));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "cannot cease to accept on " + address, e);
        }
    }

    private void closed() {
        loops.get(0).operations().remove(userData);
        loops.get(0).calls().close(descriptor);
    }

    private void deal(int socket) {
        UringLoop loop = loops.get(next);
        next = next + 1 < loops.size() ? next + 1 : 0;
        if (loop == loops.get(0)) {
            loop.adopt(socket, acceptor);
            return;
        }
        try {
            loop.give(socket, acceptor, loops.get(0).calls());
        } catch (Throwable e) {
            Faults.survived("a connection was refused", e);
            loops.get(0).calls().close(socket);
        }
    }
}
