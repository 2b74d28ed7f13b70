package relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * The floor of every mediator in Java: passes the bytes of each client on to a backend, and the backend's to the client, and
 * looks at none of them. Each client has a connection to the backend of its own. Everything happens on the thread of
 * {@link #run}.
 */
public final class Relay {

    /** Takes a message of 100 KB with one call to the kernel. */
    private static final int BUFFER = 256 << 10;

    private static final int WAITING_CLIENTS = 8192;
    /** Clients that a storm brings at once do not keep those that are there from their turn. */
    private static final int MOST_ACCEPTED = 64;

    private final ServerSocketChannel listener;
    private final SocketAddress backend;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    private Relay(SocketAddress listen, SocketAddress backend) throws IOException {
        this.backend = backend;
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(listen, WAITING_CLIENTS);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Begins with host and port to listen on, and host and port of the backend; ends with the process. */
    public static void main(String[] arguments) {
        if (arguments.length != 4) {
            System.err.println("usage: relay HOST PORT BACKEND-HOST BACKEND-PORT");
            System.exit(2);
        }
        try {
            new Relay(address(arguments[0], arguments[1]), address(arguments[2], arguments[3])).run();
        } catch (NumberFormatException notANumber) {
            System.err.println("relay: a port is a number: " + notANumber.getMessage());
            System.exit(2);
        } catch (IOException | UncheckedIOException fault) {
            // A relay that went on after this could lose connections, and its figure would be none of a relay.
            System.err.println("relay: " + fault.getMessage());
            System.exit(1);
        }
    }

    private static SocketAddress address(String host, String port) {
        return new InetSocketAddress(host, Integer.parseInt(port));
    }

    private void run() throws IOException {
        Consumer<SelectionKey> turn = this::turn;
        while (true) {
            selector.select(turn);
        }
    }

    private void turn(SelectionKey key) {
        try {
            End end = (End) key.attachment();
            if (end == null) {
                accept();
                return;
            }
            // The other end may have closed both within this round of events.
            if (key.isValid() && key.isConnectable()) {
                connected(end);
            }
            if (key.isValid() && key.isWritable()) {
                writable(end);
            }
            if (key.isValid() && key.isReadable()) {
                readable(end);
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void accept() throws IOException {
        for (int i = 0; i < MOST_ACCEPTED; i++) {
            SocketChannel accepted = listener.accept();
            if (accepted == null) {
                return;
            }
            End client = new End(accepted);
            End upstream = new End(SocketChannel.open());
            client.other = upstream;
            upstream.other = client;
            client.prepare();
            upstream.prepare();
            boolean connected;
            try {
                connected = upstream.channel.connect(backend);
            } catch (IOException refused) {
                client.reset();
                upstream.channel.close();
                continue;
            }
            // Until the backend has accepted, the kernel keeps what the client sends.
            client.key = client.channel.register(selector, connected ? SelectionKey.OP_READ : 0, client);
            upstream.key = upstream.channel.register(
                    selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, upstream);
        }
    }

    private void connected(End upstream) throws IOException {
        try {
            upstream.channel.finishConnect();
        } catch (IOException refused) {
            upstream.resetBoth();
            return;
        }
        upstream.key.interestOps(SelectionKey.OP_READ);
        upstream.other.key.interestOps(SelectionKey.OP_READ);
    }

    private void readable(End from) throws IOException {
        buffer.clear();
        int received;
        try {
            received = from.channel.read(buffer);
        } catch (IOException reset) {
            from.resetBoth();
            return;
        }
        if (received < 0) {
            from.end();
            return;
        }
        buffer.flip();
        End to = from.other;
        if (to.write(buffer) && buffer.hasRemaining()) {
            to.keep(buffer);
            from.key.interestOpsAnd(~SelectionKey.OP_READ);
        }
    }

    private static void writable(End to) throws IOException {
        if (to.write(to.backlog) && !to.backlog.hasRemaining()) {
            to.backlog = null;
            to.key.interestOpsAnd(~SelectionKey.OP_WRITE);
            if (!to.other.ended) {
                to.other.key.interestOpsOr(SelectionKey.OP_READ);
            }
        }
    }

    /**
     * One of the two sockets of a client's way to the backend. Nothing is read from it while the other end has a backlog, so
     * that it ends, or is found to be reset, only after all that it sent was passed on.
     */
    private static final class End {
        private final SocketChannel channel;
        private SelectionKey key;
        private End other;
        /** What the socket was too full to take; null when it took everything. */
        private ByteBuffer backlog;
        /** It sends nothing more. */
        private boolean ended;
        /** It takes nothing more, though what it sent before may still be there. */
        private boolean deaf;

        End(SocketChannel channel) {
            this.channel = channel;
        }

        void prepare() throws IOException {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        /** Whether it still takes something; as much as it took is gone from the buffer. */
        boolean write(ByteBuffer bytes) throws IOException {
            try {
                channel.write(bytes);
                return true;
            } catch (IOException reset) {
                stopTaking();
                return false;
            }
        }

        void keep(ByteBuffer rest) {
            backlog = ByteBuffer.allocate(rest.remaining()).put(rest).flip();
            key.interestOpsOr(SelectionKey.OP_WRITE);
        }

        /** A backend may answer, and then close a connection on which it did not read everything: its answer comes first. */
        private void stopTaking() throws IOException {
            deaf = true;
            backlog = null;
            if (ended || other.deaf) {
                resetBoth();
                return;
            }
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
            if (other.key.isValid()) {
                other.key.interestOpsAnd(~SelectionKey.OP_READ);
            }
        }

        /** Its last byte was passed on. */
        void end() throws IOException {
            if (deaf) {
                resetBoth();
                return;
            }
            ended = true;
            if (other.ended) {
                channel.close();
                other.channel.close();
                return;
            }
            key.interestOpsAnd(~SelectionKey.OP_READ);
            other.channel.shutdownOutput();
        }

        void resetBoth() throws IOException {
            reset();
            other.reset();
        }

        /** Without a lingering end a close is a reset. The JDK has closed a channel already whose connection was refused. */
        void reset() throws IOException {
            if (channel.isOpen()) {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                channel.close();
            }
        }
    }
}
