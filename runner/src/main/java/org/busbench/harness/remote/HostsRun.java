package org.busbench.harness.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Expressions;
import org.busbench.harness.forecast.EarlierRuns;
import org.busbench.harness.forecast.Forecast;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.NioLog;
import org.busbench.harness.measure.Cost.ProcessCost;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.plan.Block;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.plan.Comparison;
import org.busbench.harness.plan.PlannedTrial;
import org.busbench.harness.process.Backends;
import org.busbench.harness.record.EvidenceManifest;
import org.busbench.harness.record.RunDirectory;
import org.busbench.harness.record.RunDirectory.TrialFolder;
import org.busbench.harness.run.Project;
import org.busbench.harness.run.RunFacts;
import org.busbench.harness.run.RunListener;
import org.busbench.harness.run.RunResult;
import org.busbench.harness.run.RunResult.Outcome;
import org.busbench.harness.run.RunSettings;
import org.busbench.harness.run.TrialRecords;
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
import org.busbench.record.Calibration;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Host;
import org.busbench.record.Reconciliation;
import org.busbench.record.Role;
import org.busbench.record.Trial;
import org.busbench.record.Window;

/**
 * A suite measured over several hosts: every mediator on one, the backend on another, and the load from any number of injectors
 * together. The record is that of any other run. When a host fails the trial says which one, and the run ends. An object is for one
 * run, on the thread that calls it.
 */
public final class HostsRun {
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration VERIFY_LIMIT = Duration.ofMinutes(2);

    private final RunSettings settings;
    private final Hosts hosts;
    private final Optional<Integer> cpus;
    private final Optional<Path> sshConfig;
    private final RunListener listener;
    private TrialRecords records;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<Target, Map<String, Verification>> verifications = new HashMap<>();
    private final Map<String, Map<String, Target>> targets = new LinkedHashMap<>();
    private final Map<String, String> faults = new HashMap<>();
    private final Set<Map.Entry<String, String>> primed = new HashSet<>();
    /** False when the trial before took with it what all others need. */
    private boolean fit = true;

    /**
     * A run that has not begun.
     *
     * @param cpus to how many CPUs of its host each mediator is kept; empty for all
     * @param sshConfig configuration of ssh; empty for the user's own
     * @throws Problem when the suite asks for what hosts cannot do
     */
    public HostsRun(
            RunSettings settings, Hosts hosts, Optional<Integer> cpus, Optional<Path> sshConfig, RunListener listener) {
        this.settings = settings;
        this.hosts = hosts;
        this.cpus = cpus;
        this.sshConfig = sshConfig;
        this.listener = listener;
        requireSupported();
    }

    private void requireSupported() {
        Suite suite = settings.suite();
        LoadShape load = suite.load();
        refuse(
                load.injector() != InjectorKind.NIO,
                "the injector " + load.injector().label(),
                "--injector nio");
        refuse(load.open(), "rates", "a suite with 'concurrency'");
        refuse(!load.think().isZero(), "think time", "a suite without 'think'");
        refuse(load.probeRatePerSecond().isPresent(), "a probe", "a suite without 'probe'");
        refuse(!load.frontier().isEmpty(), "a frontier", "a suite without 'frontier'");
        refuse(load.fixedRate().isPresent(), "a fixed rate", "a suite without 'fixedRate'");
        refuse(load.duets().isPresent(), "duets", "a suite without 'duets'");
        refuse(
                load.calibrate() && hosts.injectors().size() == 1,
                "a calibration of one injector",
                "two or more, or a suite without 'calibrate'");
        refuse(suite.repeats().forks() > 1, "several forks", "--forks 1");
        refuse(
                suite.repeats().adaptive(),
                "blocks until a verdict",
                "--blocks " + suite.repeats().blocks());
        int injectors = hosts.injectors().size();
        for (int users : suite.concurrency()) {
            refuse(users < injectors, users + " clients for " + injectors + " injectors", "--clients " + injectors);
        }
        for (Scenario scenario : suite.scenarios()) {
            refuse(
                    !scenario.folder().startsWith(settings.project().root().resolve("configs/scenarios"))
                            || !scenario.backend().isOurs(),
                    "the scenario " + scenario.name(),
                    "scenarios of configs/scenarios that a backend of busbench answers");
        }
        for (Adapter adapter : settings.adapters()) {
            requireListening(adapter);
            refuse(
                    adapter.reach().running()
                            || !adapter.folder()
                                    .startsWith(settings.project().root().resolve("configs/adapters")),
                    "the adapter " + adapter.name() + ", which is not started from configs/adapters",
                    "--adapter with others");
        }
    }

    /** Where its URLs name 127.0.0.1 the injectors would ask their own hosts. */
    private void requireListening(Adapter adapter) {
        for (Scenario scenario : settings.suite().scenarios()) {
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

    /**
     * Does it all, in a run directory of its own. An interrupt of the calling thread ends it early and in order.
     *
     * @throws Problem when the user can put right what is wrong; nothing is left running
     */
    public RunResult execute() throws IOException {
        Project project = settings.project();
        settings.suite().scenarios().forEach(ScenarioPlan::bringUpToDate);
        Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        try (RunDirectory directory = RunDirectory.create(
                project.writableRuns(), settings.id(), settings.suite().name(), start)) {
            listener.planned(
                    settings.forecast(false, Forecast.Done.NOTHING, EarlierRuns.in(project.runs())), directory.path());
            Outcome outcome = Outcome.FAILED;
            String fault = null;
            try {
                outcome = measure(directory, start);
            } catch (InterruptedException | IOException e) {
                boolean interrupted = Thread.interrupted() || e instanceof InterruptedException;
                outcome = interrupted ? Outcome.INTERRUPTED : Outcome.FAILED;
                fault = (interrupted ? "interrupted" : Problem.brief(e)) + " after " + trials.size() + " trials";
            } catch (HostLost lost) {
                fault = lost.getMessage();
            } catch (Problem unfit) {
                if (trials.isEmpty()) {
                    directory.discardIfUnused();
                    throw unfit;
                }
                fault = unfit.getMessage();
            }
            if (trials.isEmpty()) {
                directory.discardIfUnused();
            }
            if (Files.exists(directory.path())) {
                directory.finish(Instant.now().truncatedTo(ChronoUnit.SECONDS), outcome.label(), outcome.exitCode());
            }
            return new RunResult(directory.path(), settings.plan(), trials, outcome, fault);
        }
    }

    /** Without one of its hosts a run cannot go on. */
    private static final class HostLost extends Problem {
        private static final long serialVersionUID = 1L;

        HostLost(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    private Outcome measure(RunDirectory directory, Instant start) throws IOException, InterruptedException {
        records = new TrialRecords(settings.suite(), directory.id());
        try (HostSession session =
                HostSession.open(sshConfig, directory.id(), directory.path().resolve("logs"))) {
            session.startAll(settings.project(), hosts, listener::note);
            Map<RemoteHost, Facts> facts = look(session);
            List<org.busbench.record.Adapter> adapters = startParts(session);
            directory.writeRun(new RunFacts(settings.project())
                    .elsewhere(
                            settings,
                            adapters,
                            directory.id(),
                            start,
                            facts.get(session.agent(Hosts.Role.MEDIATOR)).machine(),
                            facts.entrySet().stream()
                                    .map(host ->
                                            host.getValue().of(host.getKey().host()))
                                    .toList()));
            verify(session, directory);
            HostsTrial load = new HostsTrial(session, settings.suite());
            if (settings.suite().load().calibrate()) {
                calibrate(load, directory);
            }
            for (Block block : settings.plan().firstBlocks()) {
                for (PlannedTrial trial : block.trials()) {
                    Trial done = trial(session, load, directory, trial);
                    directory.append(done);
                    trials.add(done);
                    listener.recorded(done);
                    requireFit(done);
                }
            }
        }
        boolean served = trials.stream().allMatch(Trial::measured)
                && verifications.values().stream()
                        .flatMap(bySize -> bySize.values().stream())
                        .allMatch(Verification::served);
        return served ? Outcome.COMPLETE : Outcome.COMPLETE_WITH_FAILURES;
    }

    /** The facts of a host, before anything of a run is started there. */
    private record Facts(MachineFacts machine, String java, ClockDifference clock) {

        Host of(Hosts.Host host) {
            return new Host(
                    host.role().recorded(),
                    host.name(),
                    machine.os(),
                    machine.kernel(),
                    machine.cpu(),
                    machine.logicalCpus(),
                    machine.memoryBytes(),
                    java,
                    clock.recorded());
        }
    }

    private Map<RemoteHost, Facts> look(HostSession session) throws IOException, InterruptedException {
        Map<RemoteHost, Facts> facts = new LinkedHashMap<>();
        for (RemoteHost agent : session.agents()) {
            ClockDifference clock = agent.clock();
            listener.note("clock of " + agent.name() + ": " + clock.words()
                    + (clock.isWrong() ? "; its times are converted" : ""));
            JsonNode told = agent.call("facts", RemoteHost.question());
            facts.put(
                    agent,
                    new Facts(
                            RemoteHost.tree(told.path("machine"), MachineFacts.class),
                            told.path("java").asText(),
                            clock));
        }
        return facts;
    }

    private ObjectNode question() {
        Backends usual = Backends.usual();
        ObjectNode question = RemoteHost.question()
                .put("backendAddress", hosts.backend().address())
                .put("firstPort", usual.ports().get("A"))
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

    private List<org.busbench.record.Adapter> startParts(HostSession session) throws IOException, InterruptedException {
        listener.note("starting the backend on " + hosts.backend().name());
        session.agent(Hosts.Role.BACKEND).call("backend", question(), START_LIMIT);
        Map<RemoteHost, CompletableFuture<JsonNode>> injectors = new LinkedHashMap<>();
        for (RemoteHost injector : session.agents(Hosts.Role.INJECTOR)) {
            listener.note("starting an injector on " + injector.host().name());
            injectors.put(injector, injector.ask("injector", RemoteHost.question()));
        }
        listener.note("starting the mediators on " + hosts.mediator().name());
        RemoteHost mediator = session.agent(Hosts.Role.MEDIATOR);
        JsonNode told = mediator.call("mediator", question(), START_LIMIT);
        for (Map.Entry<RemoteHost, CompletableFuture<JsonNode>> injector : injectors.entrySet()) {
            injector.getKey().await(injector.getValue(), "injector", START_LIMIT);
        }
        List<org.busbench.record.Adapter> described = new ArrayList<>();
        for (Adapter adapter : settings.adapters()) {
            JsonNode own = told.path(adapter.name());
            if (own.has("fault")) {
                faults.put(adapter.name(), own.path("fault").asText());
                listener.note("failed: " + own.path("fault").asText());
            }
            described.add(RemoteHost.tree(own.path("described"), org.busbench.record.Adapter.class));
            targets.put(adapter.name(), targets(adapter, own.path("scenarios")));
        }
        return described;
    }

    /** The targets by scenario; without a URL where the adapter does not serve it. */
    private Map<String, Target> targets(Adapter adapter, JsonNode told) {
        Map<String, Target> own = new HashMap<>();
        for (Scenario scenario : settings.suite().scenarios()) {
            JsonNode place = told.path(scenario.name());
            boolean mediator = adapter.role() == Role.MEDIATOR;
            Target target;
            if (place.has("notServed")) {
                target = new Target(adapter.name(), mediator, scenario.name(), scenario, null, null);
                refusals(target, place.path("notServed").asText());
            } else {
                URI url = URI.create(place.path("url").asText());
                target = new Target(
                        adapter.name(),
                        mediator,
                        scenario.name(),
                        settings.project().scenarios().find(place.path("sends").asText()),
                        url,
                        place.path("route").textValue());
            }
            own.put(scenario.name(), target);
        }
        return own;
    }

    private void refusals(Target target, String reason) {
        for (String payload : settings.suite().payloads(settings.suite().scenario(target.scenario()))) {
            verifications
                    .computeIfAbsent(target, key -> new HashMap<>())
                    .put(payload, new Verification(target, payload, reason, null));
        }
    }

    private void verify(HostSession session, RunDirectory directory) throws IOException, InterruptedException {
        RemoteHost asker = session.agent(Hosts.Role.BACKEND);
        for (Adapter adapter : settings.adapters()) {
            for (Map.Entry<Scenario, List<String>> sizes :
                    settings.suite().sizes().entrySet()) {
                Target target = targets.get(adapter.name()).get(sizes.getKey().name());
                for (String payload : sizes.getValue()) {
                    Verification verification = verification(asker, target, payload);
                    verifications
                            .computeIfAbsent(target, key -> new HashMap<>())
                            .put(payload, verification);
                    directory.append(Verifications.record(verification));
                    listener.verified(verification);
                }
            }
        }
        asker.fetch("verify", directory.path().resolve("verify"));
    }

    private Verification verification(RemoteHost asker, Target target, String payload) throws InterruptedException {
        if (target.url() == null) {
            return verifications.get(target).get(payload);
        }
        String fault = faults.get(target.adapter());
        if (fault != null) {
            return new Verification(target, payload, fault, null);
        }
        JsonNode found = asker.call(
                "verify",
                RemoteHost.question()
                        .put("adapter", target.adapter())
                        .put("mediator", target.mediator())
                        .put("scenario", target.scenario())
                        .put("sends", target.sends().name())
                        .put("payload", payload)
                        .put("url", target.url().toString())
                        .put("route", target.route()),
                VERIFY_LIMIT);
        return new Verification(
                target,
                payload,
                found.path("reason").textValue(),
                found.path("evidence").textValue());
    }

    /**
     * The same load from one injector, from two, from all of them, and back again: of each adapter in the first cell that it
     * serves, with the most clients of the suite. Every message is accounted for, or the run ends.
     */
    private void calibrate(HostsTrial load, RunDirectory directory) throws IOException, InterruptedException {
        int all = hosts.injectors().size();
        int clients = settings.suite().concurrency().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElseThrow();
        for (Adapter adapter : settings.adapters()) {
            Optional<Verification> served = faults.containsKey(adapter.name())
                    ? Optional.empty()
                    : settings.suite().sizes().keySet().stream()
                            .flatMap(scenario ->
                                    verifications
                                            .get(targets.get(adapter.name()).get(scenario.name()))
                                            .values()
                                            .stream())
                            .filter(Verification::served)
                            .findFirst();
            if (served.isEmpty()) {
                listener.note("no injectors are calibrated on " + adapter.name() + ", which serves nothing");
                continue;
            }
            Target target = served.get().target();
            Cell cell = new Comparison(target.scenario(), served.get().payload(), clients, null).of(adapter.name());
            if (primed.add(Map.entry(target.adapter(), target.sends().name()))) {
                load.prime(target, cell);
            }
            for (int i = 0; i < 2 * all; i++) {
                int injectors = i < all ? i + 1 : 2 * all - i;
                listener.note("calibrating " + injectors + " of " + all + " injectors on " + adapter.name());
                calibrate(load, injectors, target, cell, directory, i < all ? "up" : "down");
            }
        }
    }

    private void calibrate(
            HostsTrial load, int injectors, Target target, Cell cell, RunDirectory directory, String turn)
            throws IOException, InterruptedException {
        String name = "calibration/" + target.adapter() + "-" + injectors + "-" + turn;
        Path folder = Files.createDirectories(directory.path().resolve(name));
        HostsTrial.Measured measured = load.run(injectors, target, cell, folder);
        if (measured.counts().verdict() != Reconciliation.Verdict.EXACT) {
            throw new Problem("the calibration with " + injectors + " injectors does not reconcile: "
                    + measured.counts().explanation());
        }
        NioLog log = MergedLog.write(measured.parts(), measured.window().window(), folder);
        Figures figures = log.within(measured.window().window());
        log.pack();
        ProcessCost cost = measured.window().cost().processes().get(ProcessRole.INJECTOR);
        directory.append(new Calibration(
                new Calibration.Subject(
                        InjectorKind.NIO.label(),
                        target.adapter(),
                        cell.payload(),
                        cell.concurrency(),
                        null,
                        injectors),
                new Calibration.Result(
                        new Window(
                                measured.window().window().startMillis(),
                                measured.window().window().endMillis()),
                        measured.window().window().seconds(),
                        figures.verified(),
                        figures.errorCount(),
                        figures.goodputPerSecond(),
                        figures.verified() == 0 ? null : (Double) cost.cpuMicrosPerMessage(figures.verified())),
                new EvidenceFolder(name, EvidenceManifest.write(folder))));
    }

    private Trial trial(HostSession session, HostsTrial load, RunDirectory directory, PlannedTrial trial)
            throws IOException, InterruptedException {
        Target target = targets.get(trial.cell().adapter()).get(trial.cell().scenario());
        Integer fork = fork(trial);
        String fault = faults.get(target.adapter());
        if (fault != null) {
            return records.withoutLoad(trial, fork, target, org.busbench.record.Outcome.FAILED, fault, null, null);
        }
        Verification verification = verifications.get(target).get(trial.cell().payload());
        if (!verification.served()) {
            return records.withoutLoad(
                    trial,
                    fork,
                    target,
                    org.busbench.record.Outcome.NOT_SERVED,
                    verification.reason(),
                    verification.evidence(),
                    null);
        }
        TrialFolder folder = directory.trialFolder(trial.number());
        try {
            if (primed.add(Map.entry(target.adapter(), target.sends().name()))) {
                load.prime(target, trial.cell());
            }
            HostsTrial.Measured measured = load.run(target, trial.cell(), folder.path());
            NioLog log = MergedLog.write(measured.parts(), measured.window().window(), folder.path());
            Figures figures = log.within(measured.window().window());
            if (!figures.firstFailures().isEmpty()) {
                figures.firstFailures().writeTo(folder.path().resolve("first-failures.csv"));
            }
            log.pack();
            Trial.Proof proof = new Trial.Proof(measured.window().totals().orElse(null), measured.counts(), null, null);
            return records.underLoad(
                    trial,
                    fork,
                    target,
                    measured.window(),
                    figures,
                    null,
                    null,
                    proof,
                    folder,
                    EvidenceManifest.write(folder.path()),
                    null);
        } catch (Problem failed) {
            boolean mediatorAlone = failed instanceof HostsTrial.MediatorFailed && !anyLost(session);
            if (mediatorAlone) {
                faults.put(target.adapter(), failed.getMessage());
            }
            fit = mediatorAlone || failed instanceof RemoteHost.ClockWasSet;
            return records.brokenOff(
                    trial, fork, target, failed.getMessage(), folder, EvidenceManifest.write(folder.path()), null);
        }
    }

    /** Each mediator is one process for the whole run. */
    private Integer fork(PlannedTrial trial) {
        return settings.adapters().stream()
                        .filter(adapter -> adapter.name().equals(trial.cell().adapter()))
                        .allMatch(Adapter::hasProcess)
                ? (Integer) 1
                : null;
    }

    private static boolean anyLost(HostSession session) {
        return session.agents().stream().anyMatch(RemoteHost::isLost);
    }

    /** A mediator may die, or a clock be set, and the others go on; without injectors and backend nothing can be measured. */
    private void requireFit(Trial done) {
        if (!fit) {
            throw new HostLost(
                    String.format(
                            Locale.ROOT,
                            "ended after %d trials: %s",
                            trials.size(),
                            done.result().reason()),
                    null);
        }
    }
}
