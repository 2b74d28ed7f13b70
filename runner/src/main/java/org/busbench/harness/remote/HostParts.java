package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.busbench.common.http.Access;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.Injector.Mark;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.run.CpuLayout;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunFacts;
import org.busbench.harness.run.RunProcesses;
import org.busbench.harness.run.SystemUnderTest;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.harness.verify.Verifier;
import org.busbench.record.Trial.Totals;

/**
 * What an {@link Agent} can do on its host: be the backend, have the mediators, send load, and tell what that costs. All
 * instants are of this host's clock. Safe for several threads. Closing it ends all that it started.
 */
final class HostParts implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PIECE_BYTES = 512 * 1024;
    private static final Duration REACH_LIMIT = Duration.ofSeconds(3);
    private static final long POLL_MILLIS = 20;

    private final Project project;
    private final Path folder;
    private final Meter meter = new Meter();
    private final Map<String, SystemUnderTest> systems = new HashMap<>();
    private final List<ServerSocket> doors = new ArrayList<>();
    private Supervisor supervisor;
    private BackendProcess backend;
    private Injector injector;
    private boolean closed;
    /** Whether mediators are kept to some CPUs. */
    private volatile boolean kept;

    /** Starts nothing yet; {@code folder} gets the files of this host in this run. */
    HostParts(Project project, Path folder) throws IOException {
        this.project = project;
        this.folder = folder;
        Files.createDirectories(folder.resolve("logs"));
    }

    /**
     * Answers a question.
     *
     * @throws Problem when it cannot be done, with the reason for people
     */
    ObjectNode obey(String verb, JsonNode question) throws IOException, InterruptedException {
        return switch (verb) {
            case "facts" -> facts();
            case "free" -> free(question);
            case "open" -> open(question);
            case "reach" -> reach(question);
            case "shut" -> shut();
            case "backend" -> startBackend(question);
            case "mediator" -> startMediator(question);
            case "verify" -> verify(question);
            case "count" -> count(question);
            case "injector" -> startInjector();
            case "begin" -> begin(question);
            case "window" -> window(question);
            case "cost" -> cost(question);
            case "files" -> files(question);
            case "read" -> read(question);
            default ->
                throw new Problem("the agent does not know '" + verb + "': is another version of busbench there?");
        };
    }

    private static ObjectNode facts() {
        ObjectNode facts = JSON.createObjectNode().put("java", System.getProperty("java.version"));
        return facts.set("machine", JSON.valueToTree(MachineFacts.read()));
    }

    private static ObjectNode free(JsonNode question) throws IOException {
        String address = question.path("address").asText();
        requireOwn(address);
        ArrayNode taken = JSON.createArrayNode();
        for (JsonNode port : question.path("ports")) {
            try {
                new PortClaim(port.asInt(), question.path("what").asText(), null, 0, address).requireFree();
            } catch (Problem inUse) {
                taken.add(inUse.getMessage());
            }
        }
        return JSON.createObjectNode().set("taken", taken);
    }

    private static void requireOwn(String address) throws IOException {
        InetAddress own = InetAddress.getByName(address);
        if (!own.isAnyLocalAddress() && NetworkInterface.getByInetAddress(own) == null) {
            throw new Problem(
                    "its address is " + address + ", which is none of this host's: 'ip addr' lists them there");
        }
    }

    /** Listens for a moment, so that others can try whether they get here. */
    private synchronized ObjectNode open(JsonNode question) throws IOException {
        ServerSocket door = new ServerSocket();
        doors.add(door);
        door.bind(new InetSocketAddress(
                question.path("address").asText(), question.path("port").asInt()));
        return JSON.createObjectNode();
    }

    private static ObjectNode reach(JsonNode question) {
        String address = question.path("address").asText();
        int port = question.path("port").asInt();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), Math.toIntExact(REACH_LIMIT.toMillis()));
            return JSON.createObjectNode();
        } catch (IOException unreached) {
            throw new Problem(
                    "does not reach " + address + " port " + port + ": " + Problem.brief(unreached), unreached);
        }
    }

    private synchronized ObjectNode shut() throws IOException {
        for (ServerSocket door : doors) {
            door.close();
        }
        doors.clear();
        return JSON.createObjectNode();
    }

    private synchronized Supervisor supervisor() throws IOException {
        if (closed) {
            throw new Problem("the agent is ending");
        }
        if (supervisor == null) {
            Files.createDirectories(project.state());
            supervisor = Supervisor.open(project.state());
        }
        return supervisor;
    }

    private TestBed.Settings settings(JsonNode question) {
        String address = question.path("backendAddress").asText();
        List<String> jvm = words(question.path("jvmOptions"));
        return new TestBed.Settings(
                project,
                folder,
                Backends.from(question.path("firstPort").asInt()).at(address, address),
                adapters(question),
                scenarios(question),
                jvm);
    }

    private List<Adapter> adapters(JsonNode question) {
        return words(question.path("adapters")).stream()
                .map(name -> project.catalog().find(name))
                .toList();
    }

    private List<Scenario> scenarios(JsonNode question) {
        return words(question.path("scenarios")).stream()
                .map(name -> project.scenarios().find(name))
                .toList();
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }

    private ObjectNode startBackend(JsonNode question) throws IOException, InterruptedException {
        TestBed.Settings settings = settings(question);
        requireOwn(settings.backends().listen());
        BackendProcess started = BackendProcess.start(supervisor(), TestBed.backend(settings), settings.backends());
        synchronized (this) {
            backend = started;
        }
        return JSON.createObjectNode().put("pid", started.process().id().pid());
    }

    private synchronized BackendProcess backend() {
        if (backend == null || !backend.process().isAlive()) {
            throw new Problem(
                    backend == null
                            ? "no backend was started"
                            : backend.process().end());
        }
        return backend;
    }

    /** Starts the adapters one after another; one that does not come up has its fault in place of addresses. */
    private ObjectNode startMediator(JsonNode question) throws IOException, InterruptedException {
        String listen = question.path("listen").asText();
        requireOwn(listen);
        TestBed.Settings settings = settings(question).listeningOn(listen);
        if (question.has("cpus")) {
            settings =
                    settings.keptTo(CpuLayout.ofMediator(question.path("cpus").asInt()));
            kept = true;
        }
        ObjectNode answer = JSON.createObjectNode();
        for (Adapter adapter : settings.adapters()) {
            TestBed.Prepared prepared = TestBed.prepared(settings, adapter, System.err::println);
            SystemUnderTest system = prepared.system(supervisor());
            system.start();
            synchronized (this) {
                systems.put(adapter.name(), system);
            }
            ObjectNode told = answer.putObject(adapter.name());
            system.fault().ifPresent(fault -> told.put("fault", fault));
            told.set("described", JSON.valueToTree(new RunFacts(project).adapter(system)));
            ObjectNode scenarios = told.putObject("scenarios");
            for (Scenario scenario : settings.scenarios()) {
                Optional<String> refused = system.declaredNotServed(scenario);
                Target target = system.target(scenario);
                ObjectNode place = scenarios.putObject(scenario.name());
                if (refused.isPresent() || target.url() == null) {
                    place.put("notServed", refused.orElse("it does not offer this scenario"));
                } else {
                    place.put("url", target.url().toString())
                            .put("route", target.route())
                            .put("sends", target.sends().name());
                }
            }
        }
        return answer;
    }

    /** Asks a mediator real messages; the backend's host does, since it knows what the backend got. */
    private ObjectNode verify(JsonNode question) throws IOException, InterruptedException {
        BackendProcess asked = backend();
        Map<String, URI> urls = new LinkedHashMap<>();
        asked.backends()
                .ports()
                .keySet()
                .forEach(letter ->
                        urls.put(Backends.nameOf(letter), asked.backends().url(letter)));
        Target target = new Target(
                question.path("adapter").asText(),
                question.path("mediator").asBoolean(),
                question.path("scenario").asText(),
                project.scenarios().find(question.path("sends").asText()),
                URI.create(question.path("url").asText()),
                question.path("route").isTextual() ? question.path("route").asText() : null);
        Verification verification = new Verifier(urls, folder, asked)
                .verify(target, question.path("payload").asText());
        return JSON.createObjectNode().put("reason", verification.reason()).put("evidence", verification.evidence());
    }

    private ObjectNode count(JsonNode question) {
        BackendStats stats = question.path("remember").asBoolean()
                ? backend().countAndRemember()
                : backend().count();
        return JSON.createObjectNode().set("stats", JSON.valueToTree(stats));
    }

    private ObjectNode startInjector() throws IOException, InterruptedException {
        Injector started = RunProcesses.injector(project, InjectorKind.NIO, folder.resolve("logs"));
        synchronized (this) {
            injector = started;
        }
        return JSON.createObjectNode().put("pid", started.handle().pid());
    }

    private synchronized Injector injector() throws InjectorException {
        if (injector == null || !injector.isAlive()) {
            throw new InjectorException(
                    injector == null ? "no injector was started" : "its injector ended; see its logs");
        }
        return injector;
    }

    /** Begins a load, and answers when it runs. It goes on until a window was measured. */
    private ObjectNode begin(JsonNode question) throws IOException, InterruptedException {
        Path own = Files.createDirectories(below(question.path("folder").asText()));
        injector().begin(request(question, own.resolve(MergedLog.FAILURES)));
        return JSON.createObjectNode();
    }

    /** Opens and closes a window of the load at instants that were agreed with others, and ends the load. */
    private ObjectNode window(JsonNode question) throws IOException, InterruptedException {
        Waiting waiting = new Waiting();
        Injector loaded = injector();
        Map<ProcessRole, CostSource> source =
                Map.of(ProcessRole.INJECTOR, new CostSource.Tree(loaded.handle().pid()));
        waiting.until(question.path("fromMillis").asLong(), loaded);
        Reading before = meter.read(source);
        Mark opened = loaded.mark();
        waiting.until(question.path("toMillis").asLong(), loaded);
        Reading after = meter.read(source);
        Mark shut = loaded.mark();
        Totals totals =
                loaded.end().orElseThrow(() -> new InjectorException("its injector did not count its requests"));
        if (!question.path("recorded").asBoolean()) {
            Files.deleteIfExists(below(question.path("folder").asText()).resolve(MergedLog.FAILURES));
        }
        ObjectNode answer =
                JSON.createObjectNode().put("fromMillis", opened.millis()).put("toMillis", shut.millis());
        answer.set("totals", JSON.valueToTree(totals));
        answer.set("cost", JSON.valueToTree(meter.between(before, after)));
        return answer;
    }

    private LoadRequest request(JsonNode question, Path samples) {
        Scenario sends = project.scenarios().find(question.path("sends").asText());
        return new LoadRequest(
                LoadRequest.Plan.of(
                        project.plans().resolve("nio"),
                        sends,
                        question.path("payload").asText()),
                URI.create(question.path("url").asText()),
                Access.USUAL,
                question.path("users").asInt(),
                Duration.ofMillis(question.path("lengthMillis").asLong()),
                question.path("route").isTextual() ? question.path("route").asText() : null,
                samples,
                new LoadRequest.Pace(Duration.ZERO, Optional.empty()),
                null,
                question.path("recorded").asBoolean(),
                Long.parseUnsignedLong(question.path("salt").asText(), 16));
    }

    /** Waits for instants of this host's clock as it is now: a clock that is set meanwhile makes no wait longer. */
    private static final class Waiting {
        private final long beganNanos = System.nanoTime();
        private final long beganMillis = System.currentTimeMillis();

        /** Returns early, with a fault, when the injector has ended; null for none to watch. */
        void until(long millis, Injector watched) throws IOException, InterruptedException {
            for (long left = left(millis); left > 0; left = left(millis)) {
                if (watched != null && !watched.isAlive()) {
                    throw new InjectorException("its injector ended under load; see its logs");
                }
                Thread.sleep(Math.min(left, POLL_MILLIS));
            }
        }

        private long left(long millis) {
            return millis - beganMillis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
        }
    }

    /** The use of a mediator and the backend over a window; a mediator without a process costs nothing here. */
    private ObjectNode cost(JsonNode question) throws IOException, InterruptedException {
        Waiting waiting = new Waiting();
        SystemUnderTest system;
        BackendProcess server;
        synchronized (this) {
            system = systems.get(question.path("adapter").asText());
            server = backend;
        }
        Map<ProcessRole, CostSource> sources = new EnumMap<>(ProcessRole.class);
        if (server != null && question.path("backend").asBoolean()) {
            sources.put(
                    ProcessRole.BACKEND,
                    new CostSource.Tree(server.process().id().pid()));
        }
        String notMeasured = null;
        if (system != null) {
            Optional<CostSource> source = system.cost();
            source.ifPresent(found -> sources.put(ProcessRole.MEDIATOR, found));
            notMeasured = source.map(found -> found instanceof CostSource.None none ? none.why() : null)
                    .orElse(null);
        }
        waiting.until(question.path("fromMillis").asLong(), null);
        Reading before = meter.read(sources);
        waiting.until(question.path("toMillis").asLong(), null);
        Reading after = meter.read(sources);
        Cost cost = meter.between(before, after);
        if (system != null && system.fault().isPresent()) {
            throw new Problem(system.fault().get());
        }
        if (sources.containsKey(ProcessRole.BACKEND)) {
            backend();
        }
        ObjectNode answer = JSON.createObjectNode().put("notMeasured", notMeasured);
        answer.set("cost", JSON.valueToTree(cost));
        if (kept && system != null && system.process().isPresent()) {
            Affinity.of(system.process().get().id().pid()).ifPresent(list -> answer.put("cpus", list));
        }
        return answer;
    }

    private Path below(String name) {
        Path path = folder.resolve(name).normalize();
        if (!path.startsWith(folder)) {
            throw new Problem("'" + name + "' is not below the folder of this run");
        }
        return path;
    }

    /** The files of a folder, with their sizes. */
    private ObjectNode files(JsonNode question) throws IOException {
        Path wanted = below(question.path("folder").asText());
        ObjectNode sizes = JSON.createObjectNode();
        if (Files.isDirectory(wanted)) {
            try (Stream<Path> all = Files.walk(wanted)) {
                for (Path file :
                        (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
                    sizes.put(wanted.relativize(file).toString(), Files.size(file));
                }
            }
        }
        return JSON.createObjectNode().set("files", sizes);
    }

    /** A piece of a file. */
    private ObjectNode read(JsonNode question) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(below(question.path("file").asText()).toFile(), "r")) {
            long offset = question.path("offset").asLong();
            byte[] piece = new byte[(int) Math.max(0, Math.min(PIECE_BYTES, file.length() - offset))];
            file.seek(offset);
            file.readFully(piece);
            return JSON.createObjectNode().put("bytes", piece);
        }
    }

    @Override
    public void close() {
        Supervisor ended;
        Injector last;
        synchronized (this) {
            closed = true;
            ended = supervisor;
            last = injector;
        }
        if (last != null) {
            last.close();
        }
        if (ended != null) {
            ended.close();
        }
    }
}
