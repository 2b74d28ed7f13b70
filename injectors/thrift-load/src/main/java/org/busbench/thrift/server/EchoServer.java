package org.busbench.thrift.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TTransportException;
import org.busbench.thrift.echo.EchoMessages.Echo;
import org.busbench.thrift.echo.EchoProcessor;
import org.busbench.thrift.ramp.RampLog;

/**
 * The service: Thrift's own non-blocking server on 127.0.0.1, framed binary protocol. Without a service time its two
 * selector threads answer by themselves; with one, a pool of threads waits.
 */
public final class EchoServer implements AutoCloseable {
    private static final int ARGUMENTS = 3;
    private static final int SELECTOR_THREADS = 2;
    /** More calls than all injectors have connections never wait at a time. */
    private static final int WAITING_THREADS = 256;

    private final TThreadedSelectorServer server;
    private final Thread thread;

    private EchoServer(TThreadedSelectorServer server) {
        this.server = server;
        this.thread = new Thread(server::serve, "echo-server");
    }

    /**
     * Begins to serve.
     *
     * @param delayMicros service time of each call, in which it uses no processor
     * @param log counts what was answered
     * @throws TTransportException when the port is taken
     */
    public static EchoServer start(int port, int delayMicros, RampLog log) throws TTransportException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        TThreadedSelectorServer.Args settings = new TThreadedSelectorServer.Args(new TNonblockingServerSocket(address))
                .processor(new EchoProcessor(asked -> answer(asked, delayMicros, log)))
                .selectorThreads(SELECTOR_THREADS);
        if (delayMicros > 0) {
            settings.executorService(Executors.newFixedThreadPool(WAITING_THREADS));
        } else {
            settings.workerThreads(0);
        }
        EchoServer started = new EchoServer(new TThreadedSelectorServer(settings));
        started.thread.start();
        return started;
    }

    private static Echo answer(Echo asked, int delayMicros, RampLog log) {
        long begin = System.nanoTime();
        long end = begin + delayMicros * 1000L;
        log.started();
        for (long left = end - System.nanoTime(); delayMicros > 0 && left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        log.verified(System.nanoTime() - begin);
        return asked;
    }

    @Override
    public void close() {
        server.stop();
    }

    /** Serves until it is ended: {@code PORT DELAY_MICROS LOG}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != ARGUMENTS) {
            System.err.println("usage: EchoServer PORT DELAY_MICROS LOG");
            System.exit(2);
        }
        RampLog log = RampLog.open(Path.of(arguments[2]));
        start(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]), log);
    }
}
