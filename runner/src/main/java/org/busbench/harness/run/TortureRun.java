package org.busbench.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.busbench.common.Folders;
import org.busbench.common.Sha256;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.measure.AvailableMemory;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.MachineFacts;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.record.IntegrityLog;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.text.Durations;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.harness.torture.Case;
import org.busbench.harness.torture.Judge;
import org.busbench.harness.torture.MixedRun;
import org.busbench.harness.torture.OverloadClients;
import org.busbench.harness.torture.ProgrammedBackend;
import org.busbench.harness.torture.TortureSession;
import org.busbench.harness.verify.Target;
import org.busbench.record.EvidenceFolder;
import org.busbench.record.Integrity;
import org.busbench.record.Integrity.Verdict;
import org.busbench.record.IntegrityRun;
import org.busbench.record.IntegrityRun.Outcome;
import org.busbench.record.IntegrityRun.Tortured;
import org.busbench.record.Objections;
import org.busbench.record.Role;

/**
 * Tortures adapters, each in a process of its own, which ends afterwards. One that good traffic does not get through
 * any more after a case is started anew for the next. The backend's ports must be free. For one thread.
 *
 * @param results is told each line when it is on disk
 */
public record TortureRun(
        TestBed.Settings plan,
        List<Case> cases,
        IntegrityLog log,
        Consumer<String> notes,
        Consumer<Integrity> results) {
    /** Where the raw bytes lie below the run directory. */
    public static final String EVIDENCE = "integrity";

    /** Adapters share the store of artifacts, and what is unpacked from it. */
    private static final Object PREPARING = new Object();

    /** Where the copy of an adapter listens: an address of this machine that nothing else uses. */
    private static final String COPY = "127.0.0.2";

    private static final int FIRST_MESSAGES = 5;
    private static final int FIRST_PAUSE_MILLIS = 500;

    public TortureRun {
        cases = List.copyOf(cases);
    }

    /**
     * Tortures one adapter with some of the cases. Nothing of it is left when this returns, or throws.
     *
     * @throws Problem when it cannot be started, good traffic does not get through it to begin with, or a port is taken
     * @throws IOException when the record cannot be written
     */
    public void of(Adapter adapter, List<Case> some) throws IOException, InterruptedException {
        with(adapter, (system, backend, session) -> {
            for (Case one : some) {
                append(played(system, session, one).line);
            }
        });
    }

    /**
     * The same, while other work goes on: with those cases that do not need the machine for themselves.
     *
     * @return the cases that are to be played alone, in order: of many clients, and those that hung when good answers were slow
     */
    List<Case> besideOthers(Adapter adapter) throws IOException, InterruptedException {
        List<Case> alone = new ArrayList<>();
        List<Case> beside = new ArrayList<>();
        cases.forEach(one -> (one.extent().overload().isPresent() ? alone : beside).add(one));
        if (beside.isEmpty()) {
            return alone;
        }
        List<Case> again = new ArrayList<>();
        with(adapter, (system, backend, session) -> {
            for (Case one : beside) {
                Played played = played(system, session, one);
                if (played.doubtful) {
                    again.add(one);
                    discard(system, one);
                } else {
                    append(played.line);
                }
            }
        });
        if (!again.isEmpty()) {
            notes.accept(adapter.name() + ": " + again.size()
                    + " cases that hung while good answers were slow are played again");
        }
        again.addAll(alone);
        return again;
    }

    /** A case that was played, and whether it has to be played again alone. */
    private record Played(Integrity line, boolean doubtful) {}

    private void discard(SystemUnderTest system, Case one) throws IOException {
        Folders.delete(plan.folder().resolve(evidence(system, one.id())));
    }

    private static String evidence(SystemUnderTest system, String id) {
        return EVIDENCE + "/" + system.name() + "/" + id;
    }

    private void append(Integrity line) throws IOException {
        log.append(line);
        results.accept(line);
    }

    /** The work on a system that is up and passes good traffic. */
    private interface Torture {
        void of(SystemUnderTest system, ProgrammedBackend backend, TortureSession session)
                throws IOException, InterruptedException;
    }

    /** A cold mediator may fail its first message, which is no finding: it gets a few more. */
    private static Optional<String> firstGood(TortureSession session, Target usual)
            throws IOException, InterruptedException {
        Optional<String> fault = session.good(usual);
        for (int i = 1; i < FIRST_MESSAGES && fault.isPresent(); i++) {
            Thread.sleep(FIRST_PAUSE_MILLIS);
            fault = session.good(usual);
        }
        return fault;
    }

    private void with(Adapter adapter, Torture torture) throws IOException, InterruptedException {
        TestBed.Prepared prepared;
        synchronized (PREPARING) {
            prepared = TestBed.prepared(plan, adapter, notes);
        }
        if (!prepared.hasProcess() && !adapter.reach().running()) {
            throw new Problem(adapter.name() + " has no process: there is nothing between client and backend");
        }
        Files.createDirectories(plan.project().state());
        try (ProgrammedBackend backend = ProgrammedBackend.open(plan.backends());
                Supervisor supervisor = Supervisor.open(plan.project().state())) {
            plan.backends().warning().ifPresent(notes);
            SystemUnderTest system = prepared.system(supervisor);
            system.start();
            system.look();
            refuseFault(system);
            keepObjections(adapter);
            try (TortureSession session =
                    new TortureSession(backend, plan.folder().resolve("work").resolve(adapter.name() + "-trap"))) {
                Target usual = system.target(plan.project().scenarios().find("virtualization"));
                firstGood(session, usual).ifPresent(fault -> {
                    throw new Problem(adapter.name() + " does not even pass good traffic: " + fault
                            + "; 'busbench verify " + adapter.name() + "' says more");
                });
                torture.of(system, backend, session);
            }
        }
    }

    /**
     * Plays all cases mixed through one adapter beside good traffic, and records one line. Nothing of it is left when this
     * returns, or throws.
     *
     * @param seed of the order in which the cases come
     * @throws Problem when it cannot be started, good traffic does not get through it to begin with, or a port is taken
     */
    public void mixed(Adapter adapter, Duration duration, long seed) throws IOException, InterruptedException {
        with(adapter, (system, backend, session) -> {
            Map<Case, Target> served = served(system);
            MixedRun mixed = new MixedRun(backend, session, served, seed);
            List<Target> good = served.values().stream().distinct().toList();
            notes.accept("mixing " + mixed.size() + " of " + cases.size() + " cases for " + Durations.show(duration)
                    + ", seed " + seed);
            long began = System.nanoTime();
            TortureSession.Result result =
                    besideCopy(adapter, seed, copy -> mixed.play(good, duration, copy, () -> pids(system)));
            EvidenceFolder kept = kept(system, result, good.get(0), MixedRun.ID, "A good request that failed");
            long millis = (System.nanoTime() - began) / 1_000_000;
            notes.accept(system.name() + ": " + result.tries() + " attacks; " + result.summary());
            Verdict verdict = Verdict.valueOf(result.finding().rating().name());
            append(line(
                    system,
                    mixed.recorded(duration),
                    verdict,
                    result.finding().reason(),
                    result,
                    result.tries(),
                    millis,
                    kept));
        });
    }

    /** Where the cases go that can be played through a system. */
    private Map<Case, Target> served(SystemUnderTest system) {
        Map<Case, Target> served = new LinkedHashMap<>();
        Set<Long> pids = pids(system);
        for (Case one : cases) {
            Scenario scenario = plan.project().scenarios().find(one.exchange().scenario());
            if (notApplicable(system, scenario)
                    .or(() -> obstacle(system, scenario, one, () -> pids))
                    .isEmpty()) {
                served.put(one, system.target(scenario));
            }
        }
        return served;
    }

    /** The work while a copy of the system is up, which may be attacked instead. */
    private interface BesideCopy {
        TortureSession.Result play(Optional<MixedRun> copy) throws IOException, InterruptedException;
    }

    /** A copy listens on another address; without one where an adapter listens on a fixed address or runs already. */
    private TortureSession.Result besideCopy(Adapter adapter, long seed, BesideCopy played)
            throws IOException, InterruptedException {
        TestBed.Settings other = new TestBed.Settings(
                plan.project(),
                plan.folder().resolve("copy"),
                plan.backends().at(COPY, COPY),
                plan.adapters(),
                plan.scenarios(),
                plan.jvmOptions(),
                CpuLayout.FREE,
                AvailableMemory.bytes(),
                0,
                COPY);
        TestBed.Prepared prepared = TestBed.prepared(other, adapter, notes);
        if (!prepared.hasProcess()
                || !prepared.launch().urls().values().stream().allMatch(url -> COPY.equals(url.getHost()))) {
            notes.accept(
                    adapter.name() + " listens on one address only: there is no copy of it to be attacked instead");
            return played.play(Optional.empty());
        }
        try (ProgrammedBackend backend = ProgrammedBackend.open(other.backends());
                Supervisor supervisor = Supervisor.open(plan.project().state());
                TortureSession session =
                        new TortureSession(backend, other.folder().resolve("trap"))) {
            SystemUnderTest copy = prepared.system(supervisor);
            copy.start();
            refuseFault(copy);
            Map<Case, Target> served = served(copy);
            for (Target target : served.values().stream().distinct().toList()) {
                firstGood(session, target).ifPresent(fault -> {
                    throw new Problem("the copy of " + adapter.name() + " passes no good traffic: " + fault);
                });
            }
            return played.play(Optional.of(new MixedRun(backend, session, served, seed)));
        }
    }

    private static void refuseFault(SystemUnderTest system) {
        system.fault().ifPresent(fault -> {
            throw new Problem(system.name() + " cannot be started: " + fault);
        });
    }

    private void keepObjections(Adapter adapter) throws IOException {
        Path objections = adapter.folder().resolve(Objections.FILE);
        if (Files.exists(objections)) {
            Path kept = objections(plan.folder(), adapter.name());
            Files.createDirectories(kept.getParent());
            Files.copy(objections, kept, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Path objections(Path folder, String adapter) {
        return folder.resolve(EVIDENCE).resolve(adapter).resolve(Objections.FILE);
    }

    /**
     * Refuses objections that are of no case.
     *
     * @param known the ids of all cases
     * @throws Problem naming file and line of the first
     */
    public static void refuseStrayObjections(Adapter adapter, Collection<String> known) {
        Path file = adapter.folder().resolve(Objections.FILE);
        for (Objections.Section section : Objections.read(file).sections()) {
            if (!known.contains(section.caseId())) {
                throw new Problem(file + ":" + section.line() + ": there is no case '" + section.caseId() + "'"
                        + Nearest.hint(section.caseId(), List.copyOf(known))
                        + "; 'busbench torture --list' prints them");
            }
        }
    }

    /**
     * How an adapter fared.
     *
     * @param reason why not every case was tried; null when every one was
     */
    public static Tortured fared(Adapter adapter, Outcome outcome, String reason, Duration taken, Path folder)
            throws IOException {
        Path kept = objections(folder, adapter.name());
        return new Tortured(
                adapter.name(),
                adapter.title(),
                outcome,
                reason,
                taken.toMillis() / 1000.0,
                Files.exists(kept) ? Sha256.of(kept) : null);
    }

    /**
     * How a run ended on this machine and with this build, now.
     *
     * @param cases the ids of which each adapter that is complete has a line
     */
    public static IntegrityRun ended(
            Project project,
            Path folder,
            Instant started,
            List<String> cases,
            List<Tortured> adapters,
            int lines,
            String sha256)
            throws IOException, InterruptedException {
        return new IntegrityRun(
                IntegrityRun.SCHEMA,
                folder.getFileName().toString(),
                started.truncatedTo(ChronoUnit.MILLIS).toString(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                new Checkout(project.root()).build(),
                MachineFacts.read().recorded(),
                cases,
                adapters,
                lines,
                sha256);
    }

    private Played played(SystemUnderTest system, TortureSession session, Case one)
            throws IOException, InterruptedException {
        Scenario scenario = plan.project().scenarios().find(one.exchange().scenario());
        Optional<String> refusal =
                notApplicable(system, scenario).or(() -> obstacle(system, scenario, one, () -> pids(system)));
        if (refusal.isPresent()) {
            return new Played(
                    line(
                            system,
                            one.recorded(),
                            Verdict.NOT_APPLICABLE,
                            refusal.get(),
                            null,
                            0,
                            0,
                            EvidenceFolder.NONE),
                    false);
        }
        long began = System.nanoTime();
        Target target = system.target(scenario);
        TortureSession.Result result = one.extent().overload().isPresent()
                ? session.overload(one, target, () -> pids(system))
                : session.run(one, target);
        Verdict verdict = Verdict.valueOf(result.finding().rating().name());
        EvidenceFolder kept = kept(system, result, target, one.id(), one.title());
        long millis = (System.nanoTime() - began) / 1_000_000;
        if (result.lasting()) {
            startAnew(system, session, target);
        }
        return new Played(
                line(system, one.recorded(), verdict, result.finding().reason(), result, result.tries(), millis, kept),
                result.doubtful());
    }

    private EvidenceFolder kept(
            SystemUnderTest system, TortureSession.Result result, Target target, String id, String title)
            throws IOException {
        boolean wrong = result.finding().rating() == Judge.Rating.WRONG;
        return wrong && result.evidence().isPresent()
                ? TortureSession.keep(result.evidence().get(), target, title, plan.folder(), evidence(system, id))
                : EvidenceFolder.NONE;
    }

    private static Optional<String> notApplicable(SystemUnderTest system, Scenario scenario) {
        Optional<String> refusal = system.declaredNotServed(scenario);
        boolean mediates = !scenario.name().equals("virtualization");
        return refusal.isEmpty() && mediates && system.adapter().role() == Role.CONTROL
                ? Optional.of("it forwards messages without reading them")
                : refusal;
    }

    /** Why so many clients cannot be played here. */
    private static Optional<String> obstacle(
            SystemUnderTest system, Scenario scenario, Case one, Supplier<Set<Long>> pids) {
        return one.extent().overload().isPresent()
                ? OverloadClients.obstacle(one, system.target(scenario), pids.get())
                : Optional.empty();
    }

    /** Its processes on this machine; empty when it runs elsewhere. */
    private static Set<Long> pids(SystemUnderTest system) {
        try {
            return system.cost().map(CostSource::pids).orElse(Set.of());
        } catch (IOException e) {
            throw new UncheckedIOException("the processes of " + system.name(), e);
        }
    }

    private void startAnew(SystemUnderTest system, TortureSession session, Target target)
            throws IOException, InterruptedException {
        if (system.process().isEmpty() && system.fault().isEmpty()) {
            throw new Problem(system.name() + " is damaged for good, and busbench did not start it: start it anew");
        }
        notes.accept(system.name() + " is damaged, starting it anew");
        if (system.hasProcess()) {
            system.stop();
            system.start();
        }
        refuseFault(system);
        session.good(target).ifPresent(fault -> {
            throw new Problem(system.name() + " passes no good traffic after it was started anew: " + fault);
        });
    }

    private static Integrity line(
            SystemUnderTest system,
            Integrity.Case one,
            Verdict verdict,
            String reason,
            TortureSession.Result result,
            int tries,
            long millis,
            EvidenceFolder kept) {
        return new Integrity(
                Integrity.SCHEMA,
                new Integrity.Subject(system.name(), system.adapter().title(), system.version()),
                one,
                verdict,
                verdict == Verdict.RIGHT ? null : reason,
                result == null ? null : result.finding().client(),
                result == null ? null : result.finding().backend(),
                tries,
                millis,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                kept,
                result == null ? Map.of() : result.figures());
    }
}
