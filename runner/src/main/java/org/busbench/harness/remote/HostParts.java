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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.measure.AvailableMemory;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.measure.Sampler;
import org.busbench.harness.probe.Probe;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.Backends;
import org.busbench.harness.process.PortClaim;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.run.CpuLayout;
import org.busbench.harness.run.LocalRig;
import org.busbench.harness.run.Primer;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunFacts;
import org.busbench.harness.run.SystemUnderTest;
import org.busbench.harness.run.TestBed;
import org.busbench.harness.run.Verifications;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.text.Listing;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.ProcessUse.Sample;
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
    private Verifications verifications;
    private Injector injector;
    private boolean closed;
    /** Whether mediators are kept to some CPUs. */
    private volatile boolean kept;

    private volatile Set<Integer> backendPorts = Set.of();

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
            case "prepare" -> prepare(question);
            case "start", "stop", "fault", "describe" -> system(verb, question);
            case "verify" -> verify(question);
            case "count" -> count(question);
            case "injector" -> startInjector();
            case "settle" -> settle();
            case "begin" -> begin(question);
            case "window" -> JSON.createObjectNode().set("watched", JSON.valueToTree(window(question)));
            case "live" -> live();
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
        Backends backends = Backends.from(question.path("firstPort").asInt()).at(address, address);
        backendPorts = Set.copyOf(backends.ports().values());
        return new TestBed.Settings(
                project,
                folder,
                backends,
                adapters(question),
                scenarios(question),
                words(question.path("jvmOptions")),
                kept ? CpuLayout.ofMediator(question.path("cpus").asInt()) : CpuLayout.FREE,
                AvailableMemory.bytes(),
                0,
                question.path("listen").asText());
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
            verifications = new Verifications(started, folder);
        }
        return JSON.createObjectNode();
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

    /** Makes the systems ready to be started, and tells where their scenarios are reached. */
    private ObjectNode prepare(JsonNode question) throws IOException, InterruptedException {
        kept = question.has("cpus");
        TestBed.Settings settings = settings(question);
        requireOwn(settings.listen());
        ObjectNode answer = JSON.createObjectNode().put("roomBytes", settings.memoryBytes());
        ObjectNode all = answer.putObject("systems");
        for (Adapter adapter : settings.adapters()) {
            SystemUnderTest system =
                    TestBed.prepared(settings, adapter, System.err::println).system(supervisor());
            keep(system);
            ObjectNode scenarios = all.putObject(adapter.name())
                    .put("footprintBytes", system.footprintBytes())
                    .putObject("scenarios");
            settings.scenarios()
                    .forEach(scenario -> scenarios.set(scenario.name(), RemoteHost.question(system.target(scenario))));
        }
        return answer;
    }

    /** Does something with a system; the answer has its fault. */
    private ObjectNode system(String verb, JsonNode question) throws IOException, InterruptedException {
        SystemUnderTest system = system(question);
        ObjectNode answer = JSON.createObjectNode();
        switch (verb) {
            case "start" -> system.start();
            case "stop" -> system.stop();
            case "describe" -> answer.set("described", JSON.valueToTree(new RunFacts(project).adapter(system)));
            default -> {}
        }
        keep(system);
        return answer.put("fault", system.fault().orElse(null));
    }

    /** So that other threads see what it is now. */
    private synchronized void keep(SystemUnderTest system) {
        systems.put(system.name(), system);
    }

    private synchronized SystemUnderTest system(JsonNode question) {
        return Optional.ofNullable(systems.get(question.path("adapter").asText()))
                .orElseThrow(() -> new Problem("no system was prepared for " + question));
    }

    /** Verifies a system; the backend's host does, since it knows what the backend got. */
    private ObjectNode verify(JsonNode question) throws IOException, InterruptedException {
        backend();
        List<Verifications.Asked> asked = new ArrayList<>();
        for (JsonNode one : question.path("asked")) {
            Target target = RemoteHost.target(one, project);
            asked.add(new Verifications.Asked(
                    project.scenarios().find(target.scenario()),
                    target,
                    one.path("size").asText(),
                    one.path("fault").textValue()));
        }
        ArrayNode found = JSON.createArrayNode();
        for (Verification one : verifications.ask(asked)) {
            found.addObject()
                    .put("reason", one.reason())
                    .put("limit", one.limit())
                    .put("evidence", one.evidence());
        }
        return JSON.createObjectNode().set("found", found);
    }

    private ObjectNode count(JsonNode question) {
        BackendStats stats = question.path("remember").asBoolean()
                ? backend().countAndRemember()
                : backend().count();
        return JSON.createObjectNode().set("stats", JSON.valueToTree(stats));
    }

    private ObjectNode startInjector() throws IOException, InterruptedException {
        Injector started = LocalRig.injector(project, InjectorKind.NIO, folder.resolve("logs"));
        synchronized (this) {
            injector = started;
        }
        return JSON.createObjectNode();
    }

    private synchronized Injector injector() throws InjectorException {
        if (injector == null || !injector.isAlive()) {
            throw new InjectorException(
                    injector == null ? "no injector was started" : "its injector ended; see its logs");
        }
        return injector;
    }

    /** Ends a load whose end was not seen. */
    private ObjectNode settle() throws IOException, InterruptedException {
        ObjectNode answer = JSON.createObjectNode();
        injector().settle().ifPresent(totals -> answer.set("totals", JSON.valueToTree(totals)));
        return answer;
    }

    /** Fails when what was started here has ended. */
    private synchronized ObjectNode live() throws InjectorException {
        if (backend != null) {
            backend();
        }
        if (injector != null) {
            injector();
        }
        return JSON.createObjectNode();
    }

    /** Begins a load, and answers when it runs. It goes on until a window was measured. */
    private ObjectNode begin(JsonNode question) throws IOException, InterruptedException {
        Path own = Files.createDirectories(below(question.path("folder").asText()));
        injector().begin(request(question, own.resolve(MergedLog.FAILURES)));
        return JSON.createObjectNode();
    }

    private LoadRequest request(JsonNode question, Path samples) {
        Target target = RemoteHost.target(question, project);
        JsonNode rate = question.path("rate");
        return new LoadRequest(
                LoadRequest.Plan.of(
                        project.plans().resolve("nio"),
                        target.sends(),
                        question.path("payload").asText()),
                target.url(),
                target.reach().access(),
                question.path("users").asInt(),
                Duration.ofMillis(question.path("lengthMillis").asLong()),
                target.route(),
                samples,
                new LoadRequest.Pace(
                        Duration.ofMillis(question.path("thinkMillis").asLong()),
                        rate.isInt() ? Optional.of(rate.asInt()) : Optional.empty()),
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

    /**
     * What was seen here over a window.
     *
     * @param fromMillis the injector's mark, or the instant that was asked for
     * @param toMillis likewise
     * @param probe null where none was asked for
     * @param totals what became of the injector's requests; null where it is not here
     * @param notMeasured why the mediator has no part in the cost; null when it has, or is not here
     * @param cpus list of those that the mediator is kept to; null when it is kept to none
     * @param compilerNanos CPU time of the mediator's compilers
     * @param samples by role and second of the window
     * @param foreignShares by second, how much of the machine went to strangers
     * @param waitedSeconds by second, how long threads waited for a CPU
     * @param readings of clocks and counters here, on this host's clocks
     */
    record Watched(
            long fromMillis,
            long toMillis,
            ProbeResult probe,
            Totals totals,
            Cost cost,
            String notMeasured,
            String cpus,
            long compilerNanos,
            Map<ProcessRole, List<Sample>> samples,
            List<Double> foreignShares,
            List<Double> waitedSeconds,
            List<Readings.Line> readings) {}

    /** Watches a mediator, the backend or the injector over a window that was agreed with others, and ends the load. */
    private Watched window(JsonNode question) throws IOException, InterruptedException {
        Map<ProcessRole, CostSource> sources = new EnumMap<>(ProcessRole.class);
        switch (question.path("role").asText()) {
            case "injector" -> {
                Injector loaded = injector();
                sources.put(
                        ProcessRole.INJECTOR,
                        new CostSource.Tree(loaded.handle().pid()));
                Optional<Integer> rate =
                        Optional.ofNullable(question.get("probeRate")).map(JsonNode::asInt);
                Target asked = rate.isEmpty() ? null : RemoteHost.target(question, project);
                try (Probe probe =
                        Probe.beside(rate, asked, question.path("payload").asText())) {
                    return window(question, sources, null, loaded, probe);
                }
            }
            case "backend" -> {
                sources.put(
                        ProcessRole.BACKEND,
                        new CostSource.Tree(backend().process().id().pid()));
                return window(question, sources, null, null, null);
            }
            default -> {
                SystemUnderTest system = system(question);
                system.cost().ifPresent(found -> sources.put(ProcessRole.MEDIATOR, found));
                // Where one machine has several roles, what belongs to the others is no stranger.
                sources.put(ProcessRole.INJECTOR, new CostSource.None("it has an agent of its own", otherAgents()));
                return window(question, sources, system, null, null);
            }
        }
    }

    /** What is not here is null. */
    private Watched window(
            JsonNode question,
            Map<ProcessRole, CostSource> sources,
            SystemUnderTest system,
            Injector loaded,
            Probe probe)
            throws IOException, InterruptedException {
        Waiting waiting = new Waiting();
        long from = question.path("fromMillis").asLong();
        long to = question.path("toMillis").asLong();
        waiting.until(from, loaded);
        Reading before = meter.read(sources);
        long compiled = Primer.compilerNanos(before);
        from = loaded == null ? from : loaded.mark().millis();
        if (probe != null) {
            probe.openWindow(from - question.path("aheadMillis").asLong());
        }
        try (Sampler sampler = Sampler.start(before, backendPorts)) {
            waiting.until(to, loaded);
            Reading after = meter.read(sources);
            to = loaded == null ? to : loaded.mark().millis();
            if (probe != null) {
                probe.endWindow();
            }
            long compilers = Primer.compilerNanos(after) - compiled;
            Map<ProcessRole, List<Sample>> samples = sampler.finish();
            Readings readings = new Readings();
            before.tell("start", readings);
            after.tell("end", readings);
            readings.addAll(sampler.readings());
            live();
            if (system != null && system.fault().isPresent()) {
                throw new Problem(system.fault().get());
            }
            return new Watched(
                    from,
                    to,
                    probe == null ? null : probe.finish(),
                    loaded == null ? null : ended(loaded, question),
                    meter.between(before, after),
                    sources.get(ProcessRole.MEDIATOR) instanceof CostSource.None none ? none.why() : null,
                    cpus(system),
                    compilers,
                    samples,
                    sampler.foreignShares(),
                    sampler.waitedSeconds(),
                    readings.lines());
        }
    }

    private Totals ended(Injector loaded, JsonNode question) throws IOException, InterruptedException {
        Totals totals =
                loaded.end().orElseThrow(() -> new InjectorException("its injector did not count its requests"));
        if (!question.path("recorded").asBoolean()) {
            Files.deleteIfExists(below(question.path("folder").asText()).resolve(MergedLog.FAILURES));
        }
        return totals;
    }

    private String cpus(SystemUnderTest system) {
        return system == null || !kept
                ? null
                : system.process()
                        .flatMap(process -> Affinity.of(process.id().pid()))
                        .orElse(null);
    }

    /** The other agents on this machine, with all that they started. */
    private static Set<Long> otherAgents() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(
                            process -> process.pid() != ProcessHandle.current().pid()
                                    && process.info().commandLine().orElse("").contains(Agent.class.getName()))
                    .flatMap(agent -> Stream.concat(Stream.of(agent), agent.descendants()))
                    .map(ProcessHandle::pid)
                    .collect(Collectors.toSet());
        }
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
            for (Path file : Listing.files(wanted)) {
                sizes.put(wanted.relativize(file).toString(), Files.size(file));
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
