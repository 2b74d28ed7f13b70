package org.busbench.mediation;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.log4j.Logger;
import org.busbench.mediation.admin.AdminServer;
import org.busbench.mediation.admin.ManagedMediator.ReloadRefused;
import org.busbench.mediation.axiom.BoundedParsers;
import org.busbench.mediation.config.Axis2File;
import org.busbench.mediation.config.BadConfigException;
import org.busbench.mediation.config.ListenAddress;
import org.busbench.mediation.config.SynapseHome;
import org.busbench.mediation.config.TlsSettings;
import org.busbench.mediation.config.TlsSettings.Store;
import org.busbench.mediation.wire.TurnLoop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Starts the mediator on a Synapse home. Prints {@code ready URL} on stdout when requests are answered. SIGTERM and SIGINT answer what is in
 * flight and exit with 0; bad input is one line on stderr and exit code 2.
 */
@Command(
        name = "mediator",
        mixinStandardHelpOptions = true,
        version = "busbench mediator 0.1.0",
        description = "A non-blocking mediator that runs Synapse configurations.")
public final class Mediator implements Callable<Integer> {

    private static final int BAD_INPUT = 2;
    private static final int CANNOT_GO_ON = 70;
    private static final byte[] NO_MEMORY =
            "mediator: thread heap-check ended by java.lang.OutOfMemoryError; the process ends: start it anew\n"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_LOOPS = 256;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "DIR",
            description = "a folder that holds synapse-config/ or synapse.xml, one of these themselves,"
                    + " or an installation of Synapse")
    private Path config;

    @Option(
            names = "--registry",
            paramLabel = "DIR",
            description = "a folder in the place of a registry of WSO2's: conf:a names DIR/config/a, gov:a names"
                    + " DIR/governance/a, other keys name files in DIR")
    private Path registry;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "where to listen (default: 127.0.0.1:8280)")
    private String listen;

    @Mixin
    private TlsOptions tls;

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "how long messages in flight may take when it is stopped (default: ${DEFAULT-VALUE})")
    private int drainSeconds;

    @Option(
            names = "--lanes",
            paramLabel = "WHICH",
            defaultValue = "fast",
            description =
                    "fast: proxies that are known are compiled to the fast lane; engine: none is (default: ${DEFAULT-VALUE})")
    private String lanes;

    @Option(
            names = "--transport",
            paramLabel = "WHICH",
            defaultValue = "${sys:busbench.transport:-auto}",
            description =
                    "what moves the bytes; auto: nio. nio: the JDK's selectors. uring: Linux's io_uring, on Java 22 and"
                            + " Linux 6.17 or newer; a machine that cannot have it gets nio (default: auto)")
    private String transport;

    @Option(
            names = "--loops",
            paramLabel = "N",
            description =
                    "event loops: threads that each serve connections of their own (default: half of the processors)")
    private Integer loops;

    @Option(
            names = "--admin",
            paramLabel = "[HOST:]PORT",
            description = "where operators ask for /health, /metrics, /threads and POST to /reload; off unless given,"
                    + " on 127.0.0.1 unless a host is named")
    private String admin;

    @Option(
            names = "--access-log",
            paramLabel = "FILE",
            description = "append a line for each message; off unless given. Reopened with each reload")
    private Path accessLog;

    @Option(
            names = "--limit",
            paramLabel = "NAME=VALUE",
            description = "a limit, such as message=16m or connect-timeout=2s; docs/mediator.md lists them all")
    private Map<String, String> limits = Map.of();

    @Option(names = "--explain", description = "print which lane each proxy gets and why, and end")
    private boolean explain;

    private Mediator() {}

    /**
     * Runs the mediator until it is stopped.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        // Before the first class of Synapse loads: its XSLT engine, and a log that is quiet unless asked.
        setDefault("javax.xml.transform.TransformerFactory", "org.busbench.mediation.engine.ClosedTransformerFactory");
        setDefault("busbench.mediation.log", "ERROR");
        Thread.setDefaultUncaughtExceptionHandler(Mediator::threadEnded);
        loadBeside();
        CommandLine command = new CommandLine(new Mediator());
        command.setParameterExceptionHandler((problem, ignoredArgs) -> complain(command, problem.getMessage()));
        command.setExecutionExceptionHandler((problem, line, parsed) -> {
            if (problem instanceof BadConfigException || problem instanceof IllegalArgumentException) {
                return complain(line, problem.getMessage());
            }
            throw problem;
        });
        int code = command.execute(args);
        if (code != 0) {
            // Synapse's threads may be up already when it finds fault with the configuration.
            Runtime.getRuntime().halt(code);
        }
    }

    /** A loop that cannot go on, or memory that no message gives back, ends the process: a supervisor starts it anew. */
    private static void threadEnded(Thread thread, Throwable cause) {
        boolean fatal = cause instanceof TurnLoop.LoopFailedError || cause instanceof OutOfMemoryError;
        try {
            String what = fatal ? "; the process ends: start it anew" : "";
            System.err.println("mediator: thread " + thread.getName() + " ended by " + cause + what);
        } catch (OutOfMemoryError e) {
            // Not even for the words is there memory.
            System.err.write(NO_MEMORY, 0, NO_MEMORY.length);
            System.err.flush();
        } finally {
            if (fatal) {
                Runtime.getRuntime().halt(CANNOT_GO_ON);
            }
        }
    }

    /** Has another thread load what each start needs and what takes a twentieth to a tenth of a second: the log, and the JVM's MBeans, among which Synapse shows its endpoints. */
    private static void loadBeside() {
        Thread loader = new Thread(
                () -> {
                    Logger.getRootLogger();
                    OMAbstractFactory.getOMFactory();
                    ManagementFactory.getPlatformMBeanServer();
                },
                "loader");
        loader.setDaemon(true);
        loader.start();
    }

    private static int complain(CommandLine command, String message) {
        PrintWriter err = command.getErr();
        err.println("mediator: " + message.replaceAll("\\s+", " "));
        err.flush();
        return BAD_INPUT;
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    @Override
    public Integer call() throws BadConfigException, InterruptedException {
        if (drainSeconds < 0) {
            throw new BadConfigException("--drain " + drainSeconds + ": seconds cannot be negative");
        }
        SynapseHome home = SynapseHome.at(config).withRegistry(registry);
        ListenAddress address = tls.plain(listen, "127.0.0.1:8280", home);
        if (!lanes.equals("fast") && !lanes.equals("engine")) {
            throw new BadConfigException("--lanes " + lanes + ": say fast or engine");
        }
        if (loops != null && (loops < 1 || loops > MOST_LOOPS)) {
            throw new BadConfigException("--loops " + loops + ": say 1 to " + MOST_LOOPS);
        }
        Limits all = Limits.of(limits);
        all.http();
        BoundedParsers.use(all.xml());
        LogFiles logs = new LogFiles(accessLog, all.logLines());
        Gateway gateway = new Gateway(
                new Gateway.Settings(
                        address,
                        home,
                        lanes.equals("fast"),
                        tls.settings(home),
                        tls.processors(home),
                        transport,
                        loops == null ? usualLoops() : loops,
                        all),
                logs);
        if (explain) {
            StartupLog log = new StartupLog();
            gateway.read();
            gateway.check();
            log.release(logs.queue());
            gateway.explain(System.out);
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
        AdminServer operators = admin == null ? null : admin(gateway);
        StartupLog log = new StartupLog();
        gateway.start();
        log.release(logs.queue());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(gateway, operators, logs), "drain"));
        onHangUp(() -> reload(gateway));
        if (gateway.chosenTransport().refused()) {
            System.err.println(
                    "mediator: nio serves, " + gateway.chosenTransport().reason());
        }
        System.out.println("ready http://" + address);
        ListenAddress encrypted = gateway.encrypted();
        if (encrypted != null) {
            System.out.println("ready https://" + encrypted);
        }
        if (operators != null) {
            System.out.println("admin http://" + operators.address().getHostString() + ":"
                    + operators.address().getPort());
        }
        System.out.println("transport " + gateway.chosenTransport());
        System.out.flush();
        new CountDownLatch(1).await();
        return 0;
    }

    /** One loop serves tens of thousands of messages a second. Each further loop costs wake-ups, for which two cores have no time. */
    private static int usualLoops() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    private AdminServer admin(Gateway gateway) throws BadConfigException {
        ListenAddress where = ListenAddress.parse(admin.matches("[0-9]+") ? "127.0.0.1:" + admin : admin);
        try {
            return new AdminServer(new InetSocketAddress(where.bareHost(), where.port()), gateway);
        } catch (IOException e) {
            throw new BadConfigException("--admin " + admin + ": " + e.getMessage(), e);
        }
    }

    private static void reload(Gateway gateway) {
        try {
            System.out.println(gateway.reload());
            System.out.flush();
        } catch (ReloadRefused e) {
            System.err.println("mediator: " + e.getMessage());
        }
    }

    /**
     * Runs an action on a thread of its own for each SIGHUP. The JDK offers this only in its module {@code jdk.unsupported}; the compiler warns when it is
     * named, hence the reflection.
     */
    private static void onHangUp(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object receiver =
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (self, method, args) -> {
                        action.run();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), receiver);
        } catch (ReflectiveOperationException e) {
            // Windows has no SIGHUP, and -Xrs turns it off. The admin port remains.
            return;
        }
    }

    private void drain(Gateway gateway, AdminServer operators, LogFiles logs) {
        try {
            boolean drained = gateway.stop(Duration.ofSeconds(drainSeconds));
            if (operators != null) {
                operators.stop();
            }
            logs.close();
            if (!drained) {
                System.err.println(
                        "mediator: some messages were still in flight after " + drainSeconds + " s and are lost");
            }
            // The JVM would report the signal; a stop that was asked for is a success.
            Runtime.getRuntime().halt(drained ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The options of HTTPS. Synapse's own {@code axis2.xml} gives what they leave out. */
    static final class TlsOptions {

        @Option(
                names = "--tls-listen",
                paramLabel = "HOST:PORT",
                description = "where to listen for HTTPS; off unless given here or in the axis2.xml")
        String listen;

        @Option(
                names = "--tls-key",
                paramLabel = "FILE",
                description = "key and certificates shown to clients: PKCS #12, JKS, or PEM with a PKCS #8 key")
        Path key;

        @Option(
                names = "--tls-password-file",
                paramLabel = "FILE",
                description = "its first line is the password of --tls-key, a second one that of the key in it;"
                        + " without it $BUSBENCH_TLS_PASSWORD is taken")
        Path passwordFile;

        @Option(
                names = "--tls-trust",
                paramLabel = "FILE",
                description = "certificates that backends may have, or their issuers: PKCS #12, JKS or PEM;"
                        + " without it those that the JDK trusts")
        Path trust;

        @Option(
                names = "--tls-trust-password-file",
                paramLabel = "FILE",
                description =
                        "its first line is the password of --tls-trust; without it $BUSBENCH_TLS_TRUST_PASSWORD is taken")
        Path trustPasswordFile;

        @Option(
                names = "--axis2",
                paramLabel = "FILE",
                description =
                        "an axis2.xml of Synapse: addresses, key and trust stores of its http and https transports, and"
                                + " builders and formatters of messages are taken from there")
        Path axis2;

        /** Combines the options and the file. */
        TlsSettings settings(SynapseHome home) throws BadConfigException {
            TlsSettings base = axis2 == null ? TlsSettings.NONE : new Axis2File(axis2, home.folder()).tls();
            return new TlsSettings(
                    listen == null ? base.listen() : ListenAddress.parse(listen),
                    key == null ? base.own() : Store.of(key, passwordFile, "BUSBENCH_TLS_PASSWORD"),
                    base.clients(),
                    base.clientsNeedCertificates(),
                    base.shown(),
                    trust == null
                            ? base.backends()
                            : Store.of(trust, trustPasswordFile, "BUSBENCH_TLS_TRUST_PASSWORD"));
        }

        /** Returns the builders and formatters of messages that the file adds. */
        List<Axis2File.Processor> processors(SynapseHome home) throws BadConfigException {
            List<Axis2File.Processor> there = new ArrayList<>();
            for (Axis2File.Processor one : axis2 == null ? there : new Axis2File(axis2, home.folder()).processors()) {
                if (one.isThere()) {
                    there.add(one);
                } else {
                    System.err.println("mediator: " + axis2 + ": its " + one.element() + " for " + one.contentType()
                            + " is not used, since " + one.className() + " is not there: put its jar into lib/");
                }
            }
            return there;
        }

        /** Returns the address for plain HTTP: the option, else that of the file, else the default. */
        ListenAddress plain(String option, String usual, SynapseHome home) throws BadConfigException {
            if (option != null) {
                return ListenAddress.parse(option);
            }
            ListenAddress inFile = axis2 == null ? null : new Axis2File(axis2, home.folder()).http();
            return inFile == null ? ListenAddress.parse(usual) : inFile;
        }
    }
}
