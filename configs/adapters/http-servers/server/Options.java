package server;

import java.net.InetSocketAddress;

/**
 * What every server here is told alike, so that none has more threads or other sockets than the next.
 *
 * @param address on which it listens
 * @param backend the service behind {@link Answers#PROXY}
 * @param workers whether requests are processed by a pool of threads, not by the thread that selects
 * @param multiplexing Grizzly's option {@code optimizedForMultiplexing}; nothing to the others
 */
public record Options(InetSocketAddress address, InetSocketAddress backend, boolean workers, boolean multiplexing) {
    /** Threads that accept connections. */
    public static final int ACCEPTORS = 1;

    /** Threads that select and, without workers, process. */
    public static final int SELECTORS = 2;

    /** Threads of the pool. */
    public static final int WORKERS = 16;

    /** Connections that wait to be accepted; Linux cuts it to its own limit. */
    public static final int BACKLOG = 8192;

    /** Connections to the backend at most: as many as clients, so that none ever waits for one. */
    public static final int CONNECTIONS = 20_000;

    /** Bytes of the largest body. */
    public static final int LARGEST = 1 << 20;

    /**
     * Reads the arguments of the adapters: host and port, host and port of the backend, {@code selector} or {@code workers}, and
     * perhaps {@code multiplexing}.
     *
     * @throws IllegalArgumentException when they are not so
     */
    public static Options of(String... arguments) {
        if (arguments.length < 5 || arguments.length > 6) {
            throw new IllegalArgumentException(arguments.length + " arguments: host, port, backend's host, backend's port,"
                    + " selector or workers, and perhaps multiplexing are expected");
        }
        return new Options(
                new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])),
                new InetSocketAddress(arguments[2], Integer.parseInt(arguments[3])),
                is("workers", "selector", arguments[4]),
                arguments.length == 6 && is("multiplexing", "plain", arguments[5]));
    }

    private static boolean is(String one, String other, String word) {
        if (!word.equals(one) && !word.equals(other)) {
            throw new IllegalArgumentException("'" + word + "' is neither " + one + " nor " + other);
        }
        return word.equals(one);
    }
}
