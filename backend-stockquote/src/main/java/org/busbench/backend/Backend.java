package org.busbench.backend;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.busbench.backend.axis2.Axis2Engine;
import org.busbench.backend.files.FileServiceDefinition;
import org.busbench.backend.files.FileServiceDefinition.NoncePlace;
import org.busbench.backend.files.FileServiceDefinition.NonceSyntax;
import org.busbench.backend.instance.Delay;
import org.busbench.backend.instance.Engine;
import org.busbench.backend.instance.Instance;
import org.busbench.backend.quote.Nonces;
import org.busbench.backend.quote.StockQuoteService;
import org.busbench.backend.wire.WireEngine;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The SimpleStockQuote backend: named instances of the service, each at an address of its own, in one process. */
@Command(
        name = "backend",
        mixinStandardHelpOptions = true,
        description = "Serves SimpleStockQuoteService until it gets SIGTERM. Prints a line 'ready NAME URL' for each"
                + " listener, then a line 'ready'.")
public final class Backend implements Callable<Integer> {
    private static final int BAD_OPTION = 2;
    private static final char[] STORE_PASSWORD = "changeit".toCharArray();

    /** The HTTP engine that serves the messages. */
    enum EngineName {
        wire,
        axis2
    }

    @Option(names = "--engine", defaultValue = "wire", description = "wire (default) or axis2.")
    private EngineName engineName = EngineName.wire;

    @Option(
            names = "--listen",
            paramLabel = "NAME=HOST:PORT",
            defaultValue = "backend-A=127.0.0.1:9000,backend-B=127.0.0.1:9001,backend-C=127.0.0.1:9002",
            split = ",",
            converter = ListenAddress.Reader.class,
            description = "An instance and where it listens; port 0: any free one. Default: ${DEFAULT-VALUE}.")
    private List<ListenAddress> listen = List.of();

    @Option(
            names = "--tls",
            paramLabel = "NAME=FILE",
            description =
                    "This instance speaks TLS with the key and the certificate of a PKCS12 file, whose password is"
                            + " 'changeit'. Only with the wire engine.")
    private Map<String, Path> tls = Map.of();

    @Option(
            names = "--delay",
            defaultValue = "none",
            converter = DelayReader.class,
            description = "How long answers are held back: none, fixed:500ms, uniform:5ms..20ms, exponential:20ms. With"
                    + " axis2 each answer that waits holds one of its worker threads.")
    private Delay delay = Delay.NONE;

    @Option(names = "--io-threads", defaultValue = "1", description = "Threads of the wire engine. Default: 1.")
    private int ioThreads = 1;

    @ArgGroup(
            exclusive = false,
            multiplicity = "0..*",
            heading = "%nA service that is made of files, served beside the"
                    + " quotes on all instances; may be given several times. Only with the wire engine.%n")
    private List<FileOptions> answers = new ArrayList<>();

    public static void main(String[] args) {
        int exit = new CommandLine(new Backend())
                .setParameterExceptionHandler((e, ignored) -> {
                    System.err.println("backend: " + oneLine(e.getMessage()));
                    return BAD_OPTION;
                })
                .execute(args);
        System.exit(exit);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Instance> instances = new ArrayList<>();
        Engine engine;
        try {
            engine = start(instances);
        } catch (IllegalArgumentException | IOException wrong) {
            System.err.println("backend: " + oneLine(wrong.getMessage()));
            return BAD_OPTION;
        }
        serve(engine, instances, System.out);
        return 0;
    }

    /** Starts what serves the instances, which are added to the list. */
    private Engine start(List<Instance> instances) throws IOException {
        requireFit();
        List<FileServiceDefinition> files = new ArrayList<>();
        for (FileOptions options : answers) {
            files.add(options.definition());
        }
        requireFree(files);
        Nonces nonces = new Nonces();
        try {
            for (ListenAddress address : listen) {
                instances.add(instance(address, nonces));
            }
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IOException("--tls " + tls + " cannot be used: " + unusable, unusable);
        }
        Engine engine = engineName == EngineName.wire
                ? new WireEngine(instances, ioThreads, files)
                : new Axis2Engine(instances);
        engine.start();
        return engine;
    }

    private static void serve(Engine engine, List<Instance> instances, PrintStream out) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        // A signal ends a JVM with 128 + its number; the work done, the process ends as one that was asked to.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            engine.close();
            stopped.countDown();
            Runtime.getRuntime().halt(0);
        }));
        for (Instance instance : instances) {
            out.println("ready " + instance.name() + " " + instance.url(engine.port(instance)));
        }
        out.println("ready");
        out.flush();
        stopped.await();
    }

    private Instance instance(ListenAddress address, Nonces nonces) throws GeneralSecurityException, IOException {
        Path store = tls.get(address.name());
        return new Instance(
                new StockQuoteService(address.name(), nonces),
                address.host(),
                address.port(),
                delay,
                store == null ? Optional.empty() : Optional.of(context(store)));
    }

    private static SSLContext context(Path store) throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(store.toFile(), STORE_PASSWORD), STORE_PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private void requireFit() {
        if (ioThreads < 1 || ioThreads > 64) {
            throw new IllegalArgumentException("--io-threads is not between 1 and 64: " + ioThreads);
        }
        if (engineName == EngineName.axis2 && !answers.isEmpty()) {
            throw new IllegalArgumentException("--answer-path needs --engine wire");
        }
        List<String> names = listen.stream().map(ListenAddress::name).toList();
        if (!tls.isEmpty() && (engineName == EngineName.axis2 || !names.containsAll(tls.keySet()))) {
            throw new IllegalArgumentException("--tls needs --engine wire, and names an instance of --listen: " + tls);
        }
        for (String name : names) {
            if (names.indexOf(name) != names.lastIndexOf(name)) {
                throw new IllegalArgumentException("--listen names an instance twice: " + name);
            }
        }
    }

    private static void requireFree(List<FileServiceDefinition> files) {
        Set<String> taken = new HashSet<>(WireEngine.OWN_PATHS);
        for (FileServiceDefinition file : files) {
            String place = file.method() == null ? file.path() : file.method() + " " + file.path();
            if (!taken.add(place)) {
                throw new IllegalArgumentException("--answer-path " + place + " is taken already: choose another path");
            }
        }
    }

    private static String oneLine(String message) {
        return message == null ? "failed without a message" : message.replaceAll("\\s+", " ");
    }

    static final class FileOptions {
        @Option(
                names = "--answer-path",
                required = true,
                paramLabel = "PATH",
                description = "Its path. A $${nonce} in it must be the request's.")
        private String path;

        @Option(
                names = "--answer-method",
                paramLabel = "METHOD",
                description = "The only method that it answers. Default: any but HEAD.")
        private String method;

        @Option(
                names = "--answer-nonce",
                required = true,
                paramLabel = "KIND=WHERE",
                description =
                        "Where a request carries its nonce: pointer=/a/b, xpath=//b, or regex=..., whose first group"
                                + " it is. Of a request without a body, the target is searched.")
        private String nonce;

        @Option(
                names = "--answer-accepts",
                paramLabel = "TEXT",
                description = "A text without which a request is refused with 400. $${nonce} in it is the request's.")
        // Not a list to begin with: picocli would give the one list to all services.
        private List<String> accepts;

        @Option(
                names = "--answer-body",
                required = true,
                paramLabel = "FILE",
                description = "The answer. $${nonce}, $${backend}, $${request} (its body) and $${fill} are filled in.")
        private Path body;

        @Option(names = "--answer-type", required = true, paramLabel = "TYPE", description = "Its Content-Type.")
        private String type;

        @Option(names = "--answer-status", description = "Its status. Default: 200.")
        private int status = 200;

        @Option(names = "--answer-chunked", description = "Sends it in chunks.")
        private boolean chunked;

        @Option(
                names = "--answer-delay",
                converter = DelayReader.class,
                description = "How long it is held back; none (default): as long as quotes are, see --delay.")
        private Delay delay = Delay.NONE;

        @Option(
                names = "--answer-size",
                paramLabel = "BYTES",
                description = "The bytes of the body that $${fill} makes up. 0 (default): there is no $${fill}.")
        private int size;

        FileServiceDefinition definition() throws IOException {
            try {
                return new FileServiceDefinition(
                        method,
                        path,
                        place(),
                        accepts == null ? List.of() : accepts,
                        new FileServiceDefinition.Answer(template(), type, status, chunked, delay, size));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException("--answer-path " + path + ": " + wrong.getMessage(), wrong);
            }
        }

        private NoncePlace place() {
            int split = nonce.indexOf('=');
            String kind = split < 0 ? nonce : nonce.substring(0, split);
            String where = nonce.substring(split + 1);
            return switch (kind) {
                case "pointer" -> new NoncePlace(NonceSyntax.POINTER, where);
                case "xpath" -> new NoncePlace(NonceSyntax.XPATH, where);
                case "regex" -> new NoncePlace(NonceSyntax.REGEX, where);
                default ->
                    throw new IllegalArgumentException(
                            "--answer-nonce is '" + nonce + "': pointer=..., xpath=... or regex=... is expected");
            };
        }

        private String template() throws IOException {
            try {
                return Files.readString(body);
            } catch (IOException unreadable) {
                throw new IOException("--answer-body " + body + " cannot be read: " + unreadable, unreadable);
            }
        }
    }

    static final class DelayReader implements CommandLine.ITypeConverter<Delay> {
        @Override
        public Delay convert(String value) {
            try {
                return Delay.parse(value);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException("'" + value + "' is not a delay: " + e.getMessage());
            }
        }
    }

    /**
     * An instance's name and where it listens.
     *
     * @param host a host name or address; an IPv6 address stands in brackets on the command line
     * @param port 0: any free one
     */
    private record ListenAddress(String name, String host, int port) {
        private static final Pattern SYNTAX = Pattern.compile(
                "([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(?:\\[([0-9a-fA-F:.]+)]|([A-Za-z0-9.-]+)):([0-9]{1,5})");
        private static final int HIGHEST_PORT = 65535;

        /** Lets picocli read one. */
        static final class Reader implements CommandLine.ITypeConverter<ListenAddress> {
            @Override
            public ListenAddress convert(String value) {
                Matcher matcher = SYNTAX.matcher(value);
                if (!matcher.matches()) {
                    throw new CommandLine.TypeConversionException("'" + value + "' is not NAME=HOST:PORT");
                }
                int port = Integer.parseInt(matcher.group(4));
                if (port > HIGHEST_PORT) {
                    throw new CommandLine.TypeConversionException("'" + value + "' has no valid port (0 to 65535)");
                }
                String host = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
                return new ListenAddress(matcher.group(1), host, port);
            }
        }
    }
}
