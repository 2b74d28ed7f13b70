package org.busbench.mediation;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.busbench.mediation.compile.Compiler;
import org.busbench.mediation.compile.Flow;
import org.busbench.mediation.compile.Lane;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.engine.Engine;
import org.busbench.mediation.fastlane.FastLane;
import org.busbench.mediation.http.HttpLimits;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.WireLimits;
import org.busbench.mediation.wire.nio.NioWire;

/**
 * Both lanes behind one address. Clients talk to the fast lane's server; what it does not mediate itself goes on to the engine, which listens on a port
 * of its own that only this machine can reach.
 *
 * <p>Not thread-safe: one thread starts it and one stops it.
 */
final class Gateway {

    private final ListenAddress address;
    private final SynapseHome home;
    private final boolean fast;
    private final Map<String, Lane> lanes = new TreeMap<>();
    private Engine engine;
    private Wire wire;

    /**
     * @param address where clients reach it
     * @param home what is mediated
     * @param fast whether there is a fast lane at all
     */
    Gateway(ListenAddress address, SynapseHome home, boolean fast) {
        this.address = address;
        this.home = home;
        this.fast = fast;
    }

    /**
     * When this returns, requests are answered.
     *
     * @throws BadConfigException when the port is taken or the configuration cannot be used
     */
    void start() throws BadConfigException {
        address.requireFree();
        ListenAddress inside = fast ? new ListenAddress("127.0.0.1", freePort()) : address;
        engine = new Engine(inside, address, home);
        engine.start();
        Map<String, Flow> flows = new HashMap<>();
        new Compiler(engine.configuration()).lanes().forEach((name, lane) -> {
            if (!fast) {
                lanes.put(name, new Lane.Engine("--lanes engine"));
                return;
            }
            lanes.put(name, lane);
            if (lane instanceof Lane.Fast compiled) {
                flows.put(name, compiled.flow());
            }
        });
        if (fast) {
            listen(new FastLane(flows, new InetSocketAddress(inside.bareHost(), inside.port())));
        }
    }

    private void listen(FastLane lane) throws BadConfigException {
        try {
            wire = new NioWire(loops(), WireLimits.USUAL);
            new HttpServer(wire, HttpLimits.USUAL, lane)
                    .listen(new InetSocketAddress(address.bareHost(), address.port()));
        } catch (IOException e) {
            throw new BadConfigException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
    }

    /** One loop carries tens of thousands of messages a second; each further one costs wake-ups that two cores do not have to spare. */
    private static int loops() {
        return Integer.getInteger(
                "busbench.mediation.loops", Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /** Prints a line for each proxy: its name, its lane, and why it has no other. */
    void explain(PrintStream out) {
        lanes.forEach((name, lane) -> {
            String which = lane instanceof Lane.Engine behind ? "engine\t" + behind.reason() : "fast";
            out.println(name + "\t" + which);
        });
    }

    /**
     * Answers what is in flight, then ends.
     *
     * @param patience how long that may take
     * @return whether everything was answered
     * @throws InterruptedException when the waiting thread is interrupted
     */
    boolean stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean answered = wire == null || wire.stop(patience);
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        return engine.stop(left) && answered;
    }

    private static int freePort() throws BadConfigException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new BadConfigException("no free port for the engine: " + e.getMessage(), e);
        }
    }
}
