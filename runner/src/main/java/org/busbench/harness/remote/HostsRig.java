package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.load.InjectorException;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.ProcessPool;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.run.Accounts;
import org.busbench.harness.run.Calibration;
import org.busbench.harness.run.LoadWindow;
import org.busbench.harness.run.ManagedSystem;
import org.busbench.harness.run.Rig;
import org.busbench.harness.run.RunFacts;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.Verifications;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.ScenarioPlan;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.LoadShape;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.ConfigProblem;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;
import org.busbench.harness.verify.Verification;
import org.busbench.record.Calibration.Subject;
import org.busbench.record.Host;
import org.busbench.record.Host.Part;
import org.busbench.record.Reconciliation;
import org.busbench.record.Trial.Totals;

/**
 * The rig on several hosts: every mediator on one, the backend on another, and the load from any number of injectors together. For
 * the run's thread.
 */
public final class HostsRig implements Rig {
    /** For what is started or verified. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private final RunSettings settings;
    private final RunDirectory directory;
    private final Consumer<String> notes;
    private final HostSession session;
    private final Place place;
    private final HostsLoad load;
    private final ProcessPool<ManagedSystem> pool;

    private HostsRig(
            RunSettings settings,
            RunDirectory directory,
            Consumer<String> notes,
            HostSession session,
            Place place,
            JsonNode prepared) {
        this.settings = settings;
        this.directory = directory;
        this.notes = notes;
        this.session = session;
        this.place = place;
        this.load = new HostsLoad(session, settings.suite());
        this.pool = new ProcessPool<>(
                settings.adapters().stream()
                        .<ManagedSystem>map(adapter -> new RemoteSystem(
                                adapter, prepared.path("systems").path(adapter.name())))
                        .toList(),
                prepared.path("roomBytes").asLong());
    }

    /** A system on the mediator's host, as its agent has prepared it. */
    private final class RemoteSystem implements ManagedSystem {
        private final Adapter adapter;
        private final JsonNode prepared;
        private final Map<String, Target> targets = new HashMap<>();
        private boolean up;
        private String fault;

        RemoteSystem(Adapter adapter, JsonNode prepared) {
            this.adapter = adapter;
            this.prepared = prepared;
        }

        @Override
        public Adapter adapter() {
            return adapter;
        }

        @Override
        public Target target(Scenario scenario) {
            return targets.computeIfAbsent(
                    scenario.name(),
                    name -> RemoteHost.target(prepared.path("scenarios").path(name), settings.project()));
        }

        /** What its agent told last: when it was started, or after a load that failed. */
        @Override
        public Optional<String> fault() {
            return Optional.ofNullable(fault);
        }

        @Override
        public long footprintBytes() {
            return prepared.path("footprintBytes").asLong();
        }

        @Override
        public boolean hasProcess() {
            return up;
        }

        @Override
        public void start() throws InterruptedException {
            fault = ask("start", this).path("fault").textValue();
            up = fault == null;
        }

        @Override
        public void stop() throws InterruptedException {
            ask("stop", this);
            up = false;
        }

        /** Asks what became of it in a load that failed; where its host is lost, that is no fault of its own. */
        void look() throws InterruptedException {
            if (!session.agent(Part.MEDIATOR).isLost()) {
                fault = ask("fault", this).path("fault").textValue();
            }
        }
    }

    private JsonNode ask(String verb, ManagedSystem system) throws InterruptedException {
        return session.agent(Part.MEDIATOR).call(verb, RemoteHost.question().put("adapter", system.name()), LIMIT);
    }

    /**
     * What starts it, with an agent on each host.
     *
     * @param cpus to how many CPUs of its host each mediator is kept; empty for all
     * @param sshConfig configuration of ssh; empty for the user's own
     * @throws Problem when the suite asks for what hosts cannot do
     */
    public static Rig.Starter on(Hosts hosts, Optional<Integer> cpus, Optional<Path> sshConfig, RunSettings asked) {
        requireSupported(asked, hosts);
        return (settings, directory, notes) -> {
            settings.suite().scenarios().forEach(ScenarioPlan::bringUpToDate);
            HostSession session =
                    HostSession.open(sshConfig, directory.id(), directory.path().resolve("logs"));
            try {
                session.startAll(settings.project(), hosts, notes);
                Place place = place(session, settings, notes);
                HostsRig rig = new HostsRig(
                        settings,
                        directory,
                        notes,
                        session,
                        place,
                        startParts(session, question(settings, hosts, cpus), notes));
                rig.startSystems();
                return rig;
            } catch (Throwable failed) {
                session.close();
                throw failed;
            }
        };
    }

    private static void requireSupported(RunSettings settings, Hosts hosts) {
        Suite suite = settings.suite();
        LoadShape shape = suite.load();
        refuse(
                shape.injector() != InjectorKind.NIO,
                "the injector " + shape.injector().key()
                        + (shape.injector() == InjectorKind.GATLING
                                ? ", which is not copied to hosts"
                                : ", whose logs have no histograms that add up"),
                "--injector nio");
        refuse(shape.duets().isPresent(), "duets, whose stretches are cut on one clock", "a suite without 'duets'");
        int injectors = hosts.injectors().size();
        refuse(
                shape.calibrate() && injectors == 1,
                "a calibration of one injector",
                "two or more, or a suite without 'calibrate'");
        for (int users : suite.concurrency()) {
            refuse(users < injectors, users + " clients for " + injectors + " injectors", "--clients " + injectors);
        }
        List<Integer> rates = new ArrayList<>(shape.rates());
        shape.fixedRate().flatMap(LoadShape.FixedRate::ratePerSecond).ifPresent(rates::add);
        for (int rate : rates) {
            refuse(rate < injectors, rate + " requests/s for " + injectors + " injectors", "a higher rate");
        }
        for (Scenario scenario : suite.scenarios()) {
            refuse(scenario.limit().isPresent(), "the limit of a key: " + scenario.name(), "one host");
            refuse(scenario.tls(), "TLS, whose keys one host makes: " + scenario.name(), "one host");
            refuse(
                    !scenario.folder().startsWith(settings.project().root().resolve("configs/scenarios"))
                            || !scenario.backend().isOurs(),
                    "the scenario " + scenario.name(),
                    "scenarios of configs/scenarios that a backend of busbench answers");
        }
        for (Adapter adapter : settings.adapters()) {
            requireListening(adapter, suite);
            refuse(
                    adapter.reach().running()
                            || !adapter.folder()
                                    .startsWith(settings.project().root().resolve("configs/adapters")),
                    "the adapter " + adapter.name() + ", which is not started from configs/adapters",
                    "--adapter with others");
        }
    }

    /** Where its URLs name 127.0.0.1 the injectors would ask their own hosts. */
    private static void requireListening(Adapter adapter, Suite suite) {
        for (Scenario scenario : suite.scenarios()) {
            if (adapter.service(scenario.name()) instanceof Adapter.Service.Served served
                    && served.url().names().stream()
                            .noneMatch(name -> name.equals(Expressions.LISTEN) || name.startsWith("backend."))) {
                throw new ConfigProblem(
                        adapter.file(),
                        served.url().line(),
                        adapter.name() + " is reached at " + served.url().text()
                                + ", which is no address of its host: write ${listen} there and where it listens");
            }
        }
    }

    private static void refuse(boolean asked, String what, String instead) {
        if (asked) {
            throw new Problem("a run with --hosts does not know " + what + ": use " + instead);
        }
    }

    /** Looks at the hosts before anything of a run is started there. */
    private static Place place(HostSession session, RunSettings settings, Consumer<String> notes)
            throws IOException, InterruptedException {
        List<Host> hosts = new ArrayList<>();
        MachineFacts ofMediator = null;
        for (RemoteHost agent : session.agents()) {
            ClockDifference clock = agent.clock();
            notes.accept("clock of " + agent.name() + ": " + clock.words()
                    + (clock.isWrong() ? "; its times are converted" : ""));
            JsonNode told = agent.call("facts", RemoteHost.question());
            MachineFacts machine = RemoteHost.tree(told.path("machine"), MachineFacts.class);
            ofMediator = agent.host().role() == Part.MEDIATOR ? machine : ofMediator;
            hosts.add(new Host(
                    agent.host().role(),
                    agent.host().name(),
                    machine.os(),
                    machine.kernel(),
                    machine.cpu(),
                    machine.logicalCpus(),
                    machine.memoryBytes(),
                    told.path("java").asText(),
                    clock.recorded()));
        }
        return new Place(new RunFacts(settings.project()).environment(ofMediator, null), Map.of(), hosts);
    }

    private static ObjectNode question(RunSettings settings, Hosts hosts, Optional<Integer> cpus) {
        ObjectNode question = RemoteHost.question()
                .put("backendAddress", hosts.backend().address())
                .put("firstPort", Backends.usual().ports().get("A"))
                .put("listen", hosts.mediator().address());
        ArrayNode adapters = question.putArray("adapters");
        settings.adapters().forEach(adapter -> adapters.add(adapter.name()));
        ArrayNode scenarios = question.putArray("scenarios");
        settings.suite().scenarioNames().forEach(scenarios::add);
        ArrayNode jvm = question.putArray("jvmOptions");
        settings.suite().jvmOptions().forEach(jvm::add);
        cpus.ifPresent(count -> question.put("cpus", count));
        return question;
    }

    /** Starts backend and injectors; returns what the mediator's host has prepared. */
    private static JsonNode startParts(HostSession session, ObjectNode question, Consumer<String> notes)
            throws InterruptedException {
        RemoteHost backend = session.agent(Part.BACKEND);
        notes.accept("starting the backend on " + backend.host().name());
        backend.call("backend", question.deepCopy(), LIMIT);
        Map<RemoteHost, CompletableFuture<JsonNode>> injectors = new LinkedHashMap<>();
        for (RemoteHost injector : session.agents(Part.INJECTOR)) {
            notes.accept("starting an injector on " + injector.host().name());
            injectors.put(injector, injector.ask("injector", RemoteHost.question()));
        }
        JsonNode prepared = session.agent(Part.MEDIATOR).call("prepare", question, LIMIT);
        for (Map.Entry<RemoteHost, CompletableFuture<JsonNode>> injector : injectors.entrySet()) {
            injector.getKey().await(injector.getValue(), "injector", LIMIT);
        }
        return prepared;
    }

    private void startSystems() throws InterruptedException {
        String host = session.agent(Part.MEDIATOR).host().name();
        pool.startAll(
                system -> notes.accept("starting " + system.name() + " on " + host),
                system -> system.fault().ifPresent(fault -> notes.accept("failed: " + fault)));
    }

    @Override
    public ProcessPool<ManagedSystem> systems() {
        return pool;
    }

    @Override
    public org.busbench.record.Adapter described(ManagedSystem system) throws IOException, InterruptedException {
        return RemoteHost.tree(ask("describe", system).path("described"), org.busbench.record.Adapter.class);
    }

    @Override
    public Place place() {
        return place;
    }

    /** The backend's host asks: it knows what the backend got. */
    @Override
    public List<Verification> verify(List<Verifications.Asked> asked, Path evidence)
            throws IOException, InterruptedException {
        RemoteHost agent = session.agent(Part.BACKEND);
        ObjectNode question = RemoteHost.question();
        ArrayNode all = question.putArray("asked");
        for (Verifications.Asked one : asked) {
            all.add(RemoteHost.question(one.target()).put("size", one.size()).put("fault", one.fault()));
        }
        JsonNode found = agent.call("verify", question, LIMIT).path("found");
        List<Verification> verifications = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            String folder = found.path(i).path("evidence").textValue();
            if (folder != null) {
                agent.fetch(folder, evidence.resolve(folder));
            }
            verifications.add(new Verification(
                    asked.get(i).target(),
                    asked.get(i).size(),
                    found.path(i).path("reason").textValue(),
                    found.path(i).path("limit").textValue(),
                    folder));
        }
        return verifications;
    }

    @Override
    public BackendStats count(boolean remember) throws IOException, InterruptedException {
        return unlessHostFails(() -> RemoteHost.tree(
                session.agent(Part.BACKEND)
                        .call("count", RemoteHost.question().put("remember", remember))
                        .path("stats"),
                BackendStats.class));
    }

    @Override
    public void calibrate(Collection<Verification> verified) throws IOException, InterruptedException {
        Accounts accounts = new Accounts(this, InjectorKind.NIO);
        for (ManagedSystem system : pool.systems()) {
            Optional<Verification> served = verified.stream()
                    .filter(found -> found.target().adapter().equals(system.name()) && found.served())
                    .findFirst();
            if (served.isEmpty()) {
                notes.accept("no injectors are calibrated on " + system.name() + ", which serves nothing");
            } else {
                pool.raise(system);
                calibrate(accounts, system, served.get());
            }
        }
    }

    /** The same load from one injector, from two, from all of them, and back again, with the most clients of the suite. */
    private void calibrate(Accounts accounts, ManagedSystem system, Verification served)
            throws IOException, InterruptedException {
        Suite suite = settings.suite();
        int clients = Collections.max(suite.concurrency());
        Target target = served.target();
        Cell cell = new Comparison(target.scenario(), served.payload(), clients, null).of(system.name());
        prime(system, target, cell, directory.path());
        int all = session.agents(Part.INJECTOR).size();
        for (int i = 0; i < 2 * all; i++) {
            int injectors = i < all ? i + 1 : 2 * all - i;
            notes.accept("calibrating " + injectors + " of " + all + " injectors on " + system.name());
            calibrate(accounts, injectors, system, target, cell);
        }
    }

    /** Every message is accounted for, or the run ends. */
    private void calibrate(Accounts accounts, int injectors, ManagedSystem system, Target target, Cell cell)
            throws IOException, InterruptedException {
        Path folder = Calibration.folder(directory, system.name() + "-" + injectors);
        Path samples = folder.resolve("samples.jtl");
        accounts.open(target.sends());
        LoadWindow window = load(injectors, system, target, cell, samples);
        LoadLog log = LoadLog.of(InjectorKind.NIO, samples);
        Reconciliation counts =
                accounts.close(List.of(Map.entry(target, window))).orElseThrow().get(0);
        if (counts.verdict() != Reconciliation.Verdict.EXACT) {
            throw new Problem(
                    "the calibration with " + injectors + " injectors does not reconcile: " + counts.explanation());
        }
        Calibration.record(
                directory,
                new Subject(InjectorKind.NIO.key(), system.name(), cell.payload(), cell.concurrency(), null, injectors),
                window,
                log,
                folder);
    }

    @Override
    public Optional<Totals> settle() throws IOException, InterruptedException {
        return unlessHostFails(() -> {
            Totals all = null;
            for (RemoteHost injector : session.agents(Part.INJECTOR)) {
                JsonNode told =
                        injector.call("settle", RemoteHost.question(), LIMIT).path("totals");
                if (told.isObject()) {
                    Totals own = RemoteHost.tree(told, Totals.class);
                    all = all == null ? own : all.plus(own);
                }
            }
            return Optional.ofNullable(all);
        });
    }

    @Override
    public Optional<Totals> prime(ManagedSystem system, Target target, Cell cell, Path folder)
            throws IOException, InterruptedException {
        return lookedAt(system, () -> load.prime(system.name(), target, cell));
    }

    @Override
    public LoadWindow load(ManagedSystem system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        return load(session.agents(Part.INJECTOR).size(), system, target, cell, samples);
    }

    LoadWindow load(int injectors, ManagedSystem system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        return lookedAt(system, () -> load.run(injectors, system.name(), target, cell, samples));
    }

    /** A load; where it fails the system may have died of it. */
    private static <T> T lookedAt(ManagedSystem system, Step<T> step) throws IOException, InterruptedException {
        try {
            return unlessHostFails(step);
        } catch (InjectorException failed) {
            if (system instanceof RemoteSystem remote) {
                remote.look();
            }
            throw failed;
        }
    }

    @FunctionalInterface
    private interface Step<T> {
        T take() throws IOException, InterruptedException;
    }

    /** What one host says in words ends the load alone. */
    private static <T> T unlessHostFails(Step<T> step) throws IOException, InterruptedException {
        try {
            return step.take();
        } catch (Problem failed) {
            throw new InjectorException(failed.getMessage());
        }
    }

    @Override
    public Optional<String> noAnswer(Target target) throws InterruptedException {
        try {
            session.agents(Part.INJECTOR)
                    .get(0)
                    .call(
                            "reach",
                            RemoteHost.question()
                                    .put("address", target.url().getHost())
                                    .put("port", target.url().getPort()));
            return Optional.empty();
        } catch (Problem unreached) {
            return Optional.of(unreached.getMessage());
        }
    }

    @Override
    public boolean live() throws InterruptedException {
        if (load.isStuck()) {
            return false;
        }
        try {
            for (RemoteHost agent : session.agents()) {
                agent.call("live", RemoteHost.question());
            }
            return true;
        } catch (Problem gone) {
            return false;
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
