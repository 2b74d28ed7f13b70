package org.busbench.mutants;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.mutants.fault.Fault;
import org.busbench.mutants.fault.FaultCatalog;
import org.busbench.mutants.job.Mediation;
import org.busbench.mutants.job.Proxies;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.job.SeveralCalls;
import org.busbench.mutants.wire.BackendCaller;
import org.busbench.mutants.wire.BackendPool;
import org.busbench.mutants.wire.Handler;
import org.busbench.mutants.wire.Reactor;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The program: the reference mediator, right unless it is told to be wrong. */
@Command(
        name = "mutant",
        mixinStandardHelpOptions = true,
        description = "Mediates until it gets SIGTERM. Prints a line 'ready PORT'.")
public final class Mutant implements Callable<Integer> {
    private static final int BAD_OPTION = 2;
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]+)?)%");

    @Option(names = "--listen", paramLabel = "HOST:PORT", required = true, description = "Port 0: any free one.")
    private String listen = "";

    @Option(
            names = "--backend",
            paramLabel = "LETTER=HOST:PORT",
            required = true,
            description = "A, B and C, each once.")
    private Map<String, String> backends = new LinkedHashMap<>();

    @Option(
            names = "--xslt",
            paramLabel = "FOLDER",
            required = true,
            description = "The project's folder of that name.")
    private Path xslt = Path.of("");

    @Option(names = "--fault", paramLabel = "NAME", defaultValue = "none", description = "What is wrong with it.")
    private String fault = "none";

    @Option(
            names = "--after",
            paramLabel = "MESSAGES",
            defaultValue = "0",
            description = "Behave for so many messages, as one does who knows that he is being looked at.")
    private long after;

    @Option(
            names = "--every",
            paramLabel = "MESSAGES",
            defaultValue = "0",
            description = "Let a rare fault come at least that often, for short trials.")
    private long every;

    @Option(names = "--slow", paramLabel = "N%", description = "Handle so many of the messages twice.")
    private String slow;

    @Option(
            names = "--outside",
            description = "Serve from a daemon that is no child of this process, as one does that detaches itself.")
    private boolean outside;

    @Option(names = Detached.DAEMON, hidden = true, description = "Be that daemon.")
    private boolean daemon;

    @Spec
    private CommandSpec spec;

    public static void main(String[] args) {
        int exit = new CommandLine(new Mutant())
                .setParameterExceptionHandler((e, ignored) -> complain(e.getMessage()))
                .setExecutionExceptionHandler((e, ignored, result) -> complain(e.getMessage()))
                .execute(args);
        System.exit(exit);
    }

    private static int complain(String message) {
        System.err.println("mutant: " + String.valueOf(message).replaceAll("\\s+", " "));
        return BAD_OPTION;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (outside) {
            Detached.start(spec.commandLine().getParseResult().originalArgs());
            return 0;
        }
        if (daemon) {
            Detached.endWithStarter();
        }
        Reactor reactor = new Reactor();
        BackendPool pool = new BackendPool(reactor, backendAddresses());
        Fault wrong = FaultCatalog.named(fault, new FaultCatalog.Environment(reactor, pool, after, every));
        List<Proxy> proxies = Proxies.of(xslt).stream().map(wrong::job).toList();
        Twice twice = slow == null ? null : new Twice(share(), proxies);
        BackendCaller caller = wrong.calls(twice == null ? pool : twice.keeping(pool));
        Handler mediation = wrong.requests(new SeveralCalls(new Mediation(proxies, caller), caller));
        Handler handler = twice == null ? mediation : twice.repeating(mediation);
        int port = reactor.listen(address("--listen", listen), handler);
        // A signal ends a JVM with 128 + its number; this process ends as one that was asked to.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
        System.out.println("ready " + port);
        System.out.flush();
        reactor.run();
        return 0;
    }

    private Map<String, InetSocketAddress> backendAddresses() {
        Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
        backends.forEach((letter, text) -> addresses.put(letter, address("--backend " + letter, text)));
        for (String letter : List.of("A", "B", "C")) {
            if (!addresses.containsKey(letter)) {
                throw new IllegalArgumentException("no address of backend " + letter + ": say --backend " + letter
                        + "=127.0.0.1:9000, or another one");
            }
        }
        return addresses;
    }

    private double share() {
        Matcher matcher = PERCENT.matcher(slow);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
            throw new IllegalArgumentException("--slow is '" + slow + "': a percentage like 10% is expected");
        }
        return Double.parseDouble(matcher.group(1)) / 100;
    }

    private static InetSocketAddress address(String option, String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException(option + " is '" + text + "': HOST:PORT is expected");
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port > 65535) {
            throw new IllegalArgumentException(option + " is '" + text + "': there is no such port");
        }
        return new InetSocketAddress(text.substring(0, colon), port);
    }

    /**
     * The mediator as a daemon: in a session of its own and no child of the program that started it, as one that detaches itself,
     * or that a service manager starts. It ends with the program that started it, however that ends.
     */
    private static final class Detached {
        static final String DAEMON = "--daemon";

        private static final String OPTION = "--outside";

        private Detached() {}

        /**
         * Starts the daemon and waits until this process is ended.
         *
         * @param arguments of this program
         * @throws IOException when there is no {@code setsid} of util-linux
         */
        static void start(List<String> arguments) throws IOException, InterruptedException {
            // The shell and the daemon read the same pipe, which the system closes with this process.
            List<String> command = new ArrayList<>(List.of(
                    "sh",
                    "-c",
                    "setsid --fork \"$@\" && exec cat",
                    "sh",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Mutant.class.getName(),
                    DAEMON));
            arguments.stream().filter(argument -> !argument.equals(OPTION)).forEach(command::add);
            int exit = new ProcessBuilder(command)
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start()
                    .waitFor();
            throw new IOException("the daemon was not started, or its shell ended with exit code " + exit);
        }

        /** Ends this process, which is the daemon, when its standard input ends. */
        static void endWithStarter() {
            Thread watch = new Thread(
                    () -> {
                        try {
                            System.in.readAllBytes();
                        } catch (IOException broken) {
                            Runtime.getRuntime().halt(1);
                        }
                        Runtime.getRuntime().halt(0);
                    },
                    "end with starter");
            watch.setDaemon(true);
            watch.start();
            System.out.println("serves as process " + ProcessHandle.current().pid());
        }
    }
}
