package org.busbench.mediation.engine;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.Supplier;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.ServerConfigurationInformation;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.ServerManager;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.core.axis2.ProxyService;
import org.apache.synapse.endpoints.EndpointView;
import org.apache.synapse.mediators.base.SequenceMediator;
import org.busbench.mediation.config.Axis2File;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.http.LaneLimits;
import org.busbench.mediation.soap.FaultText;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.tls.TlsContext;

/**
 * Synapse, embedded. A configuration can be read without it; Axis2 and Synapse start when {@link #start} or a message asks for them. One engine runs in a
 * JVM at a time, since Synapse keeps state in statics.
 *
 * <p>For any thread. A start takes some 0.2 s, and other calls but that of the {@link #handler} wait for it.
 */
public final class Engine {

    private static final Log LOG = LogFactory.getLog(Engine.class);

    /** Properties of Axis2's context through which {@link EngineSender} gets what Axis2 cannot give to its constructor. */
    static final String WORKERS = "busbench.workers";

    static final String LIMITS = "busbench.limits";

    static final String NO_CLIENT = "busbench.no-client";
    static final String UPSTREAM_TLS = "busbench.upstream-tls";

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final ListenAddress published;
    private final SynapseHome home;
    private final List<Axis2File.Processor> processors;
    private final OnDemandStart starter = new OnDemandStart(this);
    private final Map<String, Object> links = new HashMap<>();
    private List<String> notes = List.of();
    private SynapseConfiguration configuration;
    private ServerManager manager;
    private WorkerPool workers;
    private ConfigurationContext axis;
    private ConfigurationReload reload;
    private final LaneLimits limits;
    private final MessageBytes waiting;
    private final MessageBytes reading;

    /**
     * For one configuration.
     *
     * @param home of the configuration; {@link SynapseHome#checkFiles()} has passed
     * @param processors builders and formatters of messages beside the usual ones, or instead of those of the same content type
     */
    public Engine(ListenAddress published, SynapseHome home, List<Axis2File.Processor> processors, LaneLimits limits) {
        this.limits = limits;
        this.waiting = new MessageBytes(limits.waitingBytes());
        this.reading = new MessageBytes(limits.readingBytes());
        this.published = published;
        this.home = home;
        this.processors = List.copyOf(processors);
    }

    /**
     * Reads the configuration as it is on disk. The engine goes on with the one that it has. Where only a started engine can read, because of Synapse's
     * libraries or data sources, this starts it.
     *
     * @return the configuration, for {@link #start} or {@link #replace}
     * @throws BadConfigException when Synapse refuses it
     */
    public synchronized SynapseConfiguration read() throws BadConfigException {
        shareStatisticsThread();
        // Made first: it registers our own mediator factories, which Synapse's reading needs, too.
        ConfigurationReader reader = new ConfigurationReader(home);
        if (axis == null && PreparedController.mustRead(home)) {
            start(null);
            configuration.getProxyServices().forEach(Send::toTarget);
            return configuration;
        }
        SynapseConfiguration read = reader.read();
        notes = reader.notes();
        return read;
    }

    /** {@return what is missing in the configuration that was read last, or was put into other words, a sentence each} */
    public synchronized List<String> notes() {
        return notes;
    }

    /** {@return whether the configuration does something without a message: then the engine must start at once} */
    public static boolean isActive(SynapseConfiguration configuration) {
        return ConfigurationReload.holdsMoreThanMessages(configuration);
    }

    /**
     * Starts Axis2 and Synapse unless they have started. They do not listen: messages come through the {@link #handler}.
     *
     * @param first from {@link #read}
     * @throws BadConfigException when Synapse refuses the configuration
     */
    public synchronized void start(SynapseConfiguration first) throws BadConfigException {
        if (axis != null) {
            return;
        }
        refuseSecured(first);
        ServerManager starting = new ServerManager();
        ServerContextInformation context;
        try (EmptyRepository repository = EmptyRepository.of(published, processors)) {
            ServerConfigurationInformation info = new ServerConfigurationInformation();
            info.setServerName("busbench");
            info.setCreateNewInstance(true);
            info.setSynapseHome(home.folder().toString());
            info.setResolveRoot(home.folder().toString());
            info.setSynapseXMLLocation(home.configFolder().toString());
            info.setAxis2RepoLocation(repository.folder().toString());
            info.setAxis2Xml(repository.axis2().toString());
            info.setServerControllerProvider(PreparedController.class.getName());
            context = new ServerContextInformation(info);
            PreparedController.prepare(context, first);
            starting.init(info, context);
            starting.start();
        } catch (RuntimeException e) {
            throw new BadConfigException(home.configFolder() + ": Synapse refuses it: " + MissingLibrary.refusal(e), e);
        } catch (LinkageError e) {
            throw new BadConfigException(home.configFolder() + ": " + MissingLibrary.sentence(e), e);
        } catch (IOException e) {
            throw new BadConfigException(
                    "cannot use the temporary folder " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(),
                    e);
        }
        manager = starting;
        workers = new WorkerPool(limits.workers());
        axis = (ConfigurationContext) context.getServerContext();
        axis.setProperty(WORKERS, workers);
        axis.setProperty(LIMITS, limits);
        links.forEach(axis::setProperty);
        configuration =
                (SynapseConfiguration) axis.getAxisConfiguration().getParameterValue(SynapseConstants.SYNAPSE_CONFIG);
        reload = new ConfigurationReload(axis, context, home);
        starter.started(new OnDemandStart.Running(axis, workers));
    }

    /** Has every message of a proxy with WS-Security fail: Apache Rampart is not there, without which Synapse would refuse the configuration. */
    private static void refuseSecured(SynapseConfiguration given) {
        Collection<ProxyService> proxies = given == null ? List.of() : given.getProxyServices();
        proxies.stream().filter(ProxyService::isWsSecEnabled).forEach(proxy -> {
            SequenceMediator failing = new SequenceMediator();
            failing.addChild(new MissingStep("WS-Security in another way than signed bodies needs Apache Rampart"));
            proxy.setTargetInLineInSequence(failing);
            proxy.setPolicies(List.of());
            proxy.setWsSecEnabled(false);
        });
    }

    /**
     * Starts it, unless it has started, with the configuration that {@link #replace} set last.
     *
     * @throws BadConfigException when Synapse refuses the configuration
     */
    public synchronized void start() throws BadConfigException {
        start(configuration);
    }

    /** {@return the handler of requests; the first one starts the engine unless it has started} */
    public Handler handler() {
        return new EngineLane(starter, "http://" + published, limits, waiting, reading);
    }

    /** Sets the connections for messages without a client, such as those of tasks. */
    public void sendThrough(HttpServer server, EventLoop loop) {
        link(NO_CLIENT, new UpstreamRequest.NoClient(server, loop));
    }

    /**
     * Sets keys and trust for upstreams with TLS.
     *
     * @param upstreams called by any thread, when a message goes to such an upstream
     */
    public void upstreamTls(Supplier<TlsContext> upstreams) {
        link(UPSTREAM_TLS, upstreams);
    }

    private synchronized void link(String name, Object value) {
        links.put(name, value);
        if (axis != null) {
            axis.setProperty(name, value);
        }
    }

    /**
     * Replaces the configuration for new messages. Messages in flight keep theirs.
     *
     * @param next from {@link #read()}
     * @param needed whether the engine must run now; one that has not started starts with this configuration otherwise when a message needs it
     * @throws BadConfigException when it cannot be used; the engine continues with its present one
     */
    public synchronized void replace(SynapseConfiguration next, boolean needed) throws BadConfigException {
        if (next == configuration) {
            return;
        }
        refuseSecured(next);
        if (axis != null) {
            reload.replace(configuration, next);
        } else {
            ConfigurationReload.requireOnlyMessages(next, home.configFolder().toString());
            if (needed) {
                start(next);
            } else {
                starter.retry();
            }
        }
        configuration = next;
    }

    /**
     * Stops Synapse after the messages in flight. The HTTP server has stopped before, so that no new messages come.
     *
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public synchronized boolean stop(Duration patience) throws InterruptedException {
        if (axis == null) {
            return true;
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (workers.isBusy() && System.nanoTime() < deadline) {
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
        boolean done = !workers.isBusy();
        workers.stop();
        manager.shutdown();
        return done;
    }

    /**
     * Synapse starts a thread for each of up to ten endpoints, which counts for JMX once a minute. One thread does that for all; endpoints of later
     * configurations share it.
     */
    private static void shareStatisticsThread() {
        try {
            Field scheduler = EndpointView.class.getDeclaredField("scheduler");
            scheduler.setAccessible(true);
            if (scheduler.get(null) instanceof ScheduledThreadPoolExecutor threads) {
                threads.setCorePoolSize(1);
            }
        } catch (NoSuchFieldException | IllegalAccessException e) {
            LOG.warn("Synapse keeps a thread for each endpoint", e);
        }
    }

    /**
     * The temporary folder from which Axis2 deploys nothing. Axis2 reads it while it starts and never again. It is deleted when Synapse is up, so that a killed
     * process leaves no files.
     */
    private record EmptyRepository(Path folder) implements Closeable {

        static EmptyRepository of(ListenAddress published, List<Axis2File.Processor> processors) throws IOException {
            EmptyRepository repository = new EmptyRepository(Files.createTempDirectory("busbench-axis2-"));
            try (InputStream template = Engine.class.getResourceAsStream("axis2.xml")) {
                Files.createDirectories(repository.modules());
                Files.createDirectories(repository.services());
                // The engine has no address of its own.
                String address = "<parameter name=\"WSDLEPRPrefix\">http://" + published + "</parameter>";
                String text = new String(template.readAllBytes(), StandardCharsets.UTF_8)
                        .replace("${host}", published.bareHost())
                        .replace("${port}", Integer.toString(published.port()))
                        .replace("</transportReceiver>", address + "</transportReceiver>");
                for (Axis2File.Processor processor : processors) {
                    // The last one for a content type is used.
                    String end = "</" + processor.element() + "s>";
                    text = text.replace(
                            end,
                            "<" + processor.element() + " contentType=\"" + FaultText.escaped(processor.contentType())
                                    + "\" class=\"" + FaultText.escaped(processor.className()) + "\"/>" + end);
                }
                Files.writeString(repository.axis2(), text);
                return repository;
            } catch (IOException | RuntimeException e) {
                repository.close();
                throw e;
            }
        }

        Path axis2() {
            return folder.resolve("axis2.xml");
        }

        private Path modules() {
            return folder.resolve("modules");
        }

        private Path services() {
            return folder.resolve("services");
        }

        @Override
        public void close() throws IOException {
            for (Path path : List.of(axis2(), services(), modules(), folder)) {
                Files.deleteIfExists(path);
            }
        }
    }
}
