package org.busbench.mediation;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import org.apache.synapse.config.SynapseConfiguration;
import org.busbench.mediation.admin.ManagedMediator;
import org.busbench.mediation.admin.ManagedMediator.ReloadRefused;
import org.busbench.mediation.compile.Formats;
import org.busbench.mediation.config.Axis2File;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.config.TlsSettings;
import org.busbench.mediation.config.TlsSettings.Store;
import org.busbench.mediation.engine.Engine;
import org.busbench.mediation.engine.JsonBuilder;
import org.busbench.mediation.engine.JsonFormatter;
import org.busbench.mediation.fastlane.FastLane;
import org.busbench.mediation.http.HttpCounts;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.traffic.MessageCounters;
import org.busbench.mediation.traffic.MessageCounts;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.Wire;
import org.busbench.mediation.wire.tls.Keys;
import org.busbench.mediation.wire.tls.TlsAcceptor;
import org.busbench.mediation.wire.tls.TlsContext;
import org.busbench.mediation.xslt.Stylesheet;

/**
 * Both lanes behind one address: one server takes every request, and hands it to the fast lane or to the engine.
 *
 * <p>One thread starts it and one stops it; what {@link ManagedMediator} asks is for any thread.
 */
final class Gateway implements ManagedMediator {

    private final Settings settings;
    private final LogFiles logs;
    private volatile State state = State.STARTING;
    private volatile FastLane lane;
    private volatile TlsContext clients;
    private Lanes lanes;
    private Engine engine;
    private MessageCounters traffic;
    private volatile Transport transport;
    private Wire wire;
    private HttpServer server;

    Gateway(Settings settings, LogFiles logs) {
        this.settings = settings;
        this.logs = logs;
    }

    /**
     * When this returns, requests are answered.
     *
     * @throws BadConfigException when the port is taken or the configuration cannot be used
     */
    void start() throws BadConfigException {
        settings.address().requireFree();
        ListenAddress encrypted = settings.tls().listen();
        if (encrypted != null) {
            encrypted.requireFree();
        }
        TlsContexts tls = new TlsContexts(settings.tls(), settings.limits().tlsTimeout());
        clients = encrypted == null ? null : tls.clients();
        read();
        listen(tls);
        state = State.READY;
    }

    /**
     * Reads the configuration and finds the lanes; nothing listens. What needs Saxon at once is compiled while Synapse's classes read, since each takes a
     * good part of the time and neither needs the other. The engine starts only when a proxy or an API is in its lane, or the configuration is active by
     * itself.
     *
     * @throws BadConfigException when the configuration cannot be used
     */
    void read() throws BadConfigException {
        transport = Transport.chosen(settings.transport());
        Set<Path> stylesheets = settings.home().checkFiles();
        FutureTask<Void> compiled = new FutureTask<>(() -> {
            compile(stylesheets);
            return null;
        });
        Thread compiler = new Thread(compiled, "stylesheets");
        compiler.setDaemon(true);
        compiler.start();
        engine = new Engine(
                settings.address(),
                settings.home(),
                settings.processors(),
                settings.limits().lanes());
        BadConfigException refused = null;
        try {
            SynapseConfiguration first = readConfiguration();
            lanes = new Lanes(first, settings.formats(), settings.noFastLane());
            if (lanes.needEngine() || Engine.isActive(first)) {
                engine.start(first);
            } else {
                engine.replace(first, false);
            }
        } catch (BadConfigException e) {
            refused = e;
        }
        // Synapse, too, may refuse the configuration for a stylesheet, and would say less of it.
        requireDone(compiled);
        if (refused != null) {
            throw refused;
        }
    }

    private SynapseConfiguration readConfiguration() throws BadConfigException {
        SynapseConfiguration read = engine.read();
        engine.notes().forEach(note -> System.err.println("mediator: " + note));
        return read;
    }

    /**
     * Does what {@link #read()} leaves for the first message that needs it: starts the engine, and has Saxon compile every stylesheet.
     *
     * @throws BadConfigException when either refuses the configuration
     */
    void check() throws BadConfigException {
        engine.start();
        SynapseHome.compile(settings.home().checkFiles());
    }

    /** Has Saxon compile the stylesheets that are not known to be good without it. */
    private static void compile(Set<Path> stylesheets) throws BadConfigException {
        Set<Path> unknown = new LinkedHashSet<>();
        for (Path stylesheet : stylesheets) {
            try {
                if (!Stylesheet.isStreamable(Files.readAllBytes(stylesheet))) {
                    unknown.add(stylesheet);
                }
            } catch (IOException e) {
                throw new BadConfigException(stylesheet + ": cannot be read: " + e.getMessage(), e);
            }
        }
        SynapseHome.compile(unknown);
    }

    private static void requireDone(FutureTask<Void> compiled) throws BadConfigException {
        try {
            compiled.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadConfigException("the start was interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BadConfigException bad) {
                throw bad;
            }
            throw new IllegalStateException("stylesheets could not be compiled: " + e.getCause(), e);
        }
    }

    private void listen(TlsContexts tls) throws BadConfigException {
        ListenAddress encrypted = settings.tls().listen();
        try {
            Transport.Started started =
                    transport.start(settings.loops(), settings.limits().wire());
            transport = started.transport();
            wire = started.wire();
            traffic = new MessageCounters(wire.loops().size(), logs.access());
            lane = fastLane(lanes, tls);
            server = new HttpServer(wire, settings.limits().http(), lane);
            engine.sendThrough(server, wire.loops().get(0));
            engine.upstreamTls(tls::upstreams);
            if (encrypted != null) {
                server.listen(socket(encrypted), inner -> new TlsAcceptor(() -> clients, inner));
            }
            server.listen(socket(settings.address()));
        } catch (IOException e) {
            throw new BadConfigException(e.getMessage(), e);
        }
    }

    private FastLane fastLane(Lanes which, TlsContexts tls) {
        return new FastLane(
                which.flows(),
                settings.limits().xml(),
                settings.limits().lanes(),
                engine.handler(),
                tls::upstreams,
                traffic,
                logs.queue(),
                lane);
    }

    private static InetSocketAddress socket(ListenAddress address) {
        return new InetSocketAddress(address.bareHost(), address.port());
    }

    /** The address for HTTPS clients, or null. */
    ListenAddress encrypted() {
        return settings.tls().listen();
    }

    /** The transport; after {@link #read()}. */
    Transport chosenTransport() {
        return transport;
    }

    /** Prints a line for each proxy: its name, its lane, and why it has no other, and one for the transport; after {@link #read()}. */
    void explain(PrintStream out) {
        lanes.explain(out);
        out.println("(transport)\t" + transport.name() + "\t" + transport.reason());
        out.println("(loops)\t" + settings.loops() + "\tevent loops");
    }

    /** Messages in flight keep their configuration; new messages take the new one. */
    @Override
    public synchronized String reload() throws ReloadRefused {
        logs.reopen();
        try {
            if (state != State.READY) {
                throw new BadConfigException("the mediator does not serve: it cannot take another configuration");
            }
            compile(settings.home().checkFiles());
            SynapseConfiguration next = readConfiguration();
            Lanes found = new Lanes(next, settings.formats(), settings.noFastLane());
            TlsContexts tls = new TlsContexts(settings.tls(), settings.limits().tlsTimeout());
            TlsContext shown = settings.tls().listen() == null ? null : tls.clients();
            FastLane compiled = fastLane(found, tls);
            engine.replace(next, found.needEngine());
            engine.upstreamTls(tls::upstreams);
            server.handler(compiled);
            clients = shown;
            lane = compiled;
            lanes = found;
            return "reloaded " + settings.home().configFolder() + ": " + found;
        } catch (BadConfigException | RuntimeException e) {
            String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            throw new ReloadRefused("not reloaded, the old configuration goes on: " + why, e);
        }
    }

    /**
     * Answers what is in flight, then ends.
     *
     * @param patience how long that may take
     * @return whether everything was answered
     * @throws InterruptedException when the waiting thread is interrupted
     */
    boolean stop(Duration patience) throws InterruptedException {
        state = State.DRAINING;
        long deadline = System.nanoTime() + patience.toNanos();
        boolean answered = wire == null || wire.stop(patience);
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        return engine.stop(left) && answered;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public List<? extends EventLoop> loops() {
        return state == State.STARTING || wire == null ? List.of() : wire.loops();
    }

    @Override
    public HttpCounts http(EventLoop loop) {
        return server.counts(loop);
    }

    @Override
    public List<MessageCounts> messages(EventLoop loop) {
        return traffic.counts(loop.index());
    }

    @Override
    public String transport() {
        return transport == null ? "" : transport.name();
    }

    @Override
    public String transportReason() {
        return transport == null ? "" : transport.reason();
    }

    @Override
    public int offloadWaiting() {
        return lane == null ? 0 : lane.offloadWaiting();
    }

    @Override
    public long linesDropped() {
        return logs.dropped();
    }

    /**
     * The settings of a gateway.
     *
     * @param home of the configuration
     * @param fast whether there is a fast lane at all
     * @param processors of messages in the engine lane, beside the usual ones
     * @param transport what was asked for
     * @param loops how many event loops; at least 1
     */
    record Settings(
            ListenAddress address,
            SynapseHome home,
            boolean fast,
            TlsSettings tls,
            List<Axis2File.Processor> processors,
            String transport,
            int loops,
            Limits limits) {

        /** What the engine reads and writes by them. */
        Formats formats() {
            Set<String> written = processors.stream()
                    .filter(one -> one.element().equals("messageFormatter"))
                    .map(Axis2File.Processor::contentType)
                    .collect(Collectors.toSet());
            return new Formats(
                    written,
                    names("messageBuilder", JsonBuilder.class.getName()),
                    names("messageFormatter", JsonFormatter.class.getName()));
        }

        private boolean names(String element, String ofJson) {
            List<String> named = processors.stream()
                    .filter(one ->
                            one.element().equals(element) && one.contentType().equals(Formats.JSON))
                    .map(Axis2File.Processor::className)
                    .toList();
            return named.equals(List.of(ofJson));
        }

        /** Why all proxies are in the engine, or null when they are not. */
        String noFastLane() {
            if (!fast) {
                return "--lanes engine";
            }
            return processors.stream().anyMatch(Axis2File.Processor::changesSoap)
                    ? "the axis2.xml has its own builder or formatter of SOAP"
                    : null;
        }
    }

    /** Keys and certificates, read from the files that the settings name. Each reload reads them again, so that a renewed certificate needs no restart. */
    private static final class TlsContexts {
        private final TlsSettings settings;
        private final Duration handshakeTimeout;
        private TlsContext upstreams;

        /** Reads the named files. The JDK's own certificates are read on demand, since that takes a tenth of a second. */
        TlsContexts(TlsSettings settings, Duration handshakeTimeout) {
            this.handshakeTimeout = handshakeTimeout;
            this.settings = settings;
            if (settings.shown() != null || settings.backends() != null) {
                upstreams();
            }
        }

        TlsContext clients() {
            return security(settings.own(), settings.clients(), settings.clientsNeedCertificates());
        }

        /** The TLS context for HTTPS upstreams; for any thread. */
        synchronized TlsContext upstreams() {
            if (upstreams == null) {
                upstreams = security(settings.shown(), settings.backends(), false);
            }
            return upstreams;
        }

        private TlsContext security(Store own, Store trusted, boolean needed) {
            try {
                return new TlsContext(Keys.context(keys(own), keys(trusted)), needed, handshakeTimeout);
            } catch (IOException e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }

        private static Keys keys(Store store) {
            return store == null ? null : new Keys(store.file(), store.password(), store.keyPassword());
        }
    }
}
