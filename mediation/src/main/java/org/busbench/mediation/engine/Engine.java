package org.busbench.mediation.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.synapse.ServerConfigurationInformation;
import org.apache.synapse.ServerContextInformation;
import org.apache.synapse.ServerManager;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.SynapseException;
import org.apache.synapse.config.SynapseConfiguration;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.http.Handler;
import org.busbench.mediation.http.HttpServer;
import org.busbench.mediation.wire.EventLoop;
import org.busbench.mediation.wire.tls.Security;

/**
 * Synapse, embedded. One engine runs in a JVM at a time, since Synapse keeps state in statics.
 *
 * <p>Not thread-safe: one thread starts it and one stops it.
 */
public final class Engine {

    /** Where the sender finds the workers. */
    static final String WORKERS = "busbench.workers";

    /** Where the sender finds the lines of messages that have no client. */
    static final String LINES = "busbench.lines";

    /** Where the sender finds keys and trust for backends that are reached by TLS. */
    static final String BACKENDS = "busbench.backends";

    private static final Duration LOOK = Duration.ofMillis(20);

    private final ListenAddress published;
    private final SynapseHome home;
    private final ServerManager manager = new ServerManager();
    private final Workers workers = new Workers(Tuning.workers(), Tuning.waitingMessages());
    private ConfigurationContext axis;
    private SynapseConfiguration configuration;
    private HotConfiguration hot;

    /**
     * @param published the address that clients know, which stands in the WSDLs
     * @param home what to mediate; {@link SynapseHome#check()} has passed
     */
    public Engine(ListenAddress published, SynapseHome home) {
        this.published = published;
        this.home = home;
    }

    /**
     * Starts Synapse. It listens to nothing: messages come through the {@link #handler}.
     *
     * @throws BadConfigException when Synapse refuses the configuration
     */
    public void start() throws BadConfigException {
        ServerContextInformation context;
        try (EmptyRepository repository = EmptyRepository.of(published)) {
            ServerConfigurationInformation info = new ServerConfigurationInformation();
            info.setServerName("busbench");
            info.setCreateNewInstance(true);
            info.setSynapseHome(home.folder().toString());
            info.setResolveRoot(home.folder().toString());
            info.setSynapseXMLLocation(home.configFolder().toString());
            info.setAxis2RepoLocation(repository.folder().toString());
            info.setAxis2Xml(repository.axis2().toString());
            context = new ServerContextInformation(info);
            SpareThreads.release();
            manager.init(info, context);
            manager.start();
        } catch (SynapseException e) {
            throw new BadConfigException(home.configFolder() + ": Synapse refuses it: " + innermost(e), e);
        } catch (NoClassDefFoundError e) {
            String missing = String.valueOf(e.getMessage()).replace('/', '.').replaceFirst("\\.[^.]*$", "");
            throw new BadConfigException(
                    home.configFolder() + ": it needs the library of " + missing
                            + ", which is not there: put it into lib/",
                    e);
        } catch (IOException e) {
            throw new BadConfigException(
                    "cannot use the temporary folder " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(),
                    e);
        }
        axis = (ConfigurationContext) context.getServerContext();
        axis.setProperty(WORKERS, workers);
        configuration =
                (SynapseConfiguration) axis.getAxisConfiguration().getParameterValue(SynapseConstants.SYNAPSE_CONFIG);
        hot = new HotConfiguration(axis, context, home);
    }

    /** {@return who mediates requests; after the start} */
    public Handler handler() {
        return new EngineLane(axis, workers, "http://" + published);
    }

    /**
     * Says where messages go out that no client has sent, such as those of tasks.
     *
     * @param server whose connections to backends are used
     * @param loop on which they live
     */
    public void sendThrough(HttpServer server, EventLoop loop) {
        axis.setProperty(LINES, new OwnLines(server, loop));
    }

    /**
     * Says how backends are reached by TLS from now on.
     *
     * @param backends keys and trust, asked for when there is such a backend; by any thread
     */
    public void trust(Supplier<Security> backends) {
        axis.setProperty(BACKENDS, backends);
    }

    /**
     * Reads the configuration once more; the one that runs goes on.
     *
     * @return the configuration as it is on disk, for {@link #replace}
     * @throws BadConfigException when Synapse refuses it
     */
    public SynapseConfiguration read() throws BadConfigException {
        return hot.read();
    }

    /**
     * Mediates messages that come from now on with another configuration; those that have come keep theirs.
     *
     * @param next from {@link #read()}
     * @throws BadConfigException when it cannot be used; the one before goes on
     */
    public void replace(SynapseConfiguration next) throws BadConfigException {
        hot.replace(configuration, next);
        configuration = next;
    }

    /** {@return the configuration as Synapse has read it; null before the start} */
    public SynapseConfiguration configuration() {
        return configuration;
    }

    /**
     * Ends Synapse when what it has begun is done. Its clients were answered before: whoever hands messages in has stopped.
     *
     * @param patience how long messages in flight may take
     * @return whether all of them were done
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public boolean stop(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (workers.isBusy() && System.nanoTime() < deadline) {
            Thread.sleep(LOOK.toMillis());
        }
        boolean done = !workers.isBusy();
        workers.stop();
        manager.shutdown();
        return done;
    }

    static String innermost(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).replaceAll("\\s+", " ").strip();
    }
}
