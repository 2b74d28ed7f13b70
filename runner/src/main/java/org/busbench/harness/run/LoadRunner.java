package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.Injector.Mark;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.load.SampleLog;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.CostCommand;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.InstructionCounters;
import org.busbench.harness.measure.InstructionCounters.CountersException;
import org.busbench.harness.measure.InstructionCounters.Instructions;
import org.busbench.harness.measure.LiveHeap;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.harness.measure.Sampler;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.probe.Probe;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.process.BackendProcess;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.verify.Target;
import org.busbench.record.ProcessUse.Sample;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/** Puts load on a system and marks the window that counts. */
final class LoadRunner {

    /** The plan is asked to run longer than needed and is ended from here, so that it never ends inside the window. */
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** After a death the load goes on for a moment, so that the record shows what clients see. */
    private static final Duration AFTER_DEATH = Duration.ofMillis(500);

    private final Path plans;
    private final Suite suite;
    private final TestBed testBed;
    private final Injector injector;
    private final CpuLayout layout;
    private final Meter meter = new Meter();

    LoadRunner(Project project, Suite suite, TestBed testBed, Injector injector, CpuLayout layout) {
        this.plans = project.plans();
        this.suite = suite;
        this.testBed = testBed;
        this.injector = injector;
        this.layout = layout;
    }

    /**
     * Load that is not recorded, so that JIT compilers and pools have seen this kind of message.
     *
     * @return what became of its requests; empty when the injector does not count them, or there was no load
     */
    Optional<Totals> prime(SystemUnderTest system, Target target, Cell cell, Path scratch)
            throws IOException, InterruptedException {
        Duration primer = suite.phases().primer();
        if (primer.isZero()) {
            return Optional.empty();
        }
        Path samples = scratch.resolve("primer.jtl");
        Map<ProcessRole, CostSource> sources = sources(system);
        ProcessWatch watch = watch(system);
        List<Totals> all = new ArrayList<>();
        Primer.load(primer, length -> {
            Reading start = meter.read(sources);
            long compiled = Primer.compilerNanos(start);
            injector.begin(request(target, cell, length, samples, false, newSalt()));
            watch.sleepWhileAlive(length);
            Optional<Totals> slice = injector.end();
            Reading end = meter.read(sources);
            Files.deleteIfExists(samples);
            slice.ifPresent(all::add);
            return Primer.Slice.of(
                    slice.map(Totals::verified).orElse(0L),
                    meter.between(start, end).processes().get(ProcessRole.MEDIATOR),
                    Primer.compilerNanos(end) - compiled);
        });
        return all.stream().reduce(Totals::plus);
    }

    /** Load with a measured window. The injector's logs are complete on return. */
    LoadWindow run(SystemUnderTest system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        long salt = newSalt();
        Map<ProcessRole, CostSource> sources = sources(system);
        Duration length = suite.trial(cell.scenario(), cell.payload(), cell.concurrency())
                .plus(CommandBeside.longest(sources.get(ProcessRole.MEDIATOR)));
        injector.begin(request(target, cell, length, samples, true, salt));
        Instant startedAt = Instant.now();
        try (Probe probe = Probe.beside(suite.load().probeRatePerSecond(), target, cell.payload())) {
            return measured(system, target, cell, sources, startedAt, probe, samples, salt);
        }
    }

    private LoadWindow measured(
            SystemUnderTest system,
            Target target,
            Cell cell,
            Map<ProcessRole, CostSource> sources,
            Instant startedAt,
            Probe probe,
            Path logged,
            long salt)
            throws IOException, InterruptedException {
        ProcessWatch watch = watch(system);
        boolean warm = watch.sleepWhileAlive(suite.warmup(cell.scenario(), cell.payload(), cell.concurrency()));
        CommandBeside command = CommandBeside.begin(sources.get(ProcessRole.MEDIATOR));
        Reading start = meter.read(sources);
        // Both ends of the window lie just after a reading, so the time that a reading takes cancels out.
        Mark marked = injector.mark();
        long startMillis = warm ? marked.millis() : startedAt.toEpochMilli();
        if (probe != null) {
            probe.openWindow();
        }
        try (Sampler sampler = Sampler.start(start, testBed.backendPorts())) {
            boolean complete = warm && watch.sleepWhileAlive(suite.phases().measure());
            if (!complete) {
                Thread.sleep(AFTER_DEATH.toMillis());
            }
            Reading end = meter.read(sources);
            Mark ended = injector.mark();
            Window window = new Window(startMillis, ended.millis());
            if (probe != null) {
                // Before the cost command, which may take seconds.
                probe.endWindow();
            }
            Readings readings = new Readings();
            start.tell("start", readings);
            end.tell("end", readings);
            WindowCost cost = command.end(meter.between(start, end), window, readings);
            Optional<ProbeResult> probed = probe == null ? Optional.empty() : Optional.of(probe.finish());
            Optional<CountedStretch> counted = complete ? counted(sources, watch, readings) : Optional.empty();
            Held held = complete && target.sends().backend().isOurs() ? held(cell, window, marked, ended) : null;
            Optional<Totals> totals = injector.end();
            if (totals.isEmpty() && LoadLog.of(suite.load().injector(), logged) instanceof SampleLog samples) {
                totals = Optional.of(samples.totals());
            }
            Map<ProcessRole, List<Sample>> seconds = sampler.finish();
            readings.addAll(sampler.readings());
            Long liveHeap =
                    LiveHeap.collected(end.pids(ProcessRole.MEDIATOR), readings).orElse(null);
            return new LoadWindow(
                    startedAt,
                    window,
                    cost.cost(),
                    cost.notMeasured(),
                    counted,
                    seconds,
                    sampler.foreignShares(),
                    sampler.waitedSeconds(),
                    totals.map(sent -> new LoadWindow.Sender(salt, sent)).stream()
                            .toList(),
                    marked.limited() == null
                            ? null
                            : new Injector.LimitedKey(
                                    ended.limited().letThrough()
                                            - marked.limited().letThrough(),
                                    ended.limited().allowed() - marked.limited().allowed(),
                                    ended.limited().burst()),
                    probed,
                    held,
                    liveHeap,
                    layout.asSet(pids(sources)),
                    complete,
                    List.of(),
                    readings.lines());
        }
    }

    private Optional<CountedStretch> counted(
            Map<ProcessRole, CostSource> sources, ProcessWatch watch, Readings readings)
            throws IOException, InterruptedException {
        Duration length = suite.phases().count();
        CostSource mediator = sources.get(ProcessRole.MEDIATOR);
        return mediator == null
                        || mediator instanceof CostSource.None
                        || mediator instanceof CostSource.Told
                        || length.isZero()
                ? Optional.empty()
                : CountedStretch.take(mediator, length, watch, injector, readings);
    }

    /** Null for an injector that does not count answers while the load goes on. */
    private Held held(Cell cell, Window window, Mark start, Mark end) throws IOException, InterruptedException {
        if (start.verified() == null || end.verified() == null || end.verified() <= start.verified()) {
            return null;
        }
        boolean closed = cell.comparison().ratePerSecond() == null
                && suite.load().think().isZero();
        int users = closed ? cell.concurrency() : 0;
        double answersPerSecond = (end.verified() - start.verified()) / window.seconds();
        return new EarlyAnswers(testBed.counter(), injector).look(users, answersPerSecond);
    }

    Meter meter() {
        return meter;
    }

    static long newSalt() {
        return ThreadLocalRandom.current().nextLong();
    }

    private LoadRequest request(Target target, Cell cell, Duration length, Path samples, boolean recorded, long salt) {
        Optional<Integer> rate = Optional.ofNullable(cell.comparison().ratePerSecond());
        LoadRequest.Pace pace = new LoadRequest.Pace(
                rate.isPresent() ? Duration.ZERO : suite.load().think(), rate);
        return new LoadRequest(
                plan(target, cell),
                target.url(),
                target.reach().access(),
                cell.concurrency(),
                length.plus(MARGIN),
                target.route(),
                samples,
                pace,
                null,
                recorded,
                salt);
    }

    /** A recorded load of at least this length; {@code salt} parts its nonces from all others. */
    LoadRequest recorded(Target target, Cell cell, Duration length, Path samples, long salt) {
        return request(target, cell, length, samples, true, salt);
    }

    private LoadRequest.Plan plan(Target target, Cell cell) {
        return switch (suite.load().injector()) {
            case NIO -> LoadRequest.Plan.of(plans.resolve("nio"), target.sends(), cell.payload());
            case JMETER_HTTP -> LoadRequest.Plan.of(plans, target.sends(), cell.payload());
            case GATLING -> LoadRequest.Plan.ofScenario(target.sends(), cell.payload());
        };
    }

    ProcessWatch watch(SystemUnderTest... systems) {
        List<ProcessHandle> watched = new ArrayList<>(List.of(testBed.backend().handle(), injector.handle()));
        for (SystemUnderTest system : systems) {
            system.process().ifPresent(process -> watched.add(process.handle()));
        }
        return new ProcessWatch(watched);
    }

    Map<ProcessRole, CostSource> sources(SystemUnderTest system) throws IOException {
        Map<ProcessRole, CostSource> sources = new EnumMap<>(ProcessRole.class);
        sources.put(
                ProcessRole.BACKEND, new CostSource.Tree(testBed.backend().id().pid()));
        sources.put(ProcessRole.INJECTOR, new CostSource.Tree(injector.handle().pid()));
        system.cost().ifPresent(cost -> sources.put(ProcessRole.MEDIATOR, cost));
        return sources;
    }

    /** One process id for each party; the first of a party with several. */
    static Map<ProcessRole, Long> pids(Map<ProcessRole, CostSource> sources) {
        Map<ProcessRole, Long> pids = new EnumMap<>(ProcessRole.class);
        sources.forEach((role, source) -> source.pids().stream().findFirst().ifPresent(pid -> pids.put(role, pid)));
        return pids;
    }

    /**
     * Looks, under full load and after the measured window, whether clients get answers that the backend has not given: it
     * holds its answers back for a moment, in which a mediator that waits for them has none to pass on. The clients are counted before
     * the backend, so that the look is exact: no order of events and no delay can make it accuse a mediator that waits. For the run's
     * thread; blocks for as long as the look takes.
     */
    record EarlyAnswers(BackendProcess backend, Injector injector) {
        private static final Duration SHORTEST = Duration.ofMillis(60);
        private static final Duration LONGEST = Duration.ofMillis(500);
        /** Answers under way arrive within one round; a mediator that does not wait then has time for more. */
        private static final int ROUNDS = 4;
        /** The time after which the window opens by itself if this process dies. */
        private static final Duration SAFETY = Duration.ofMillis(500);

        /**
         * Looks once.
         *
         * @param users clients of a closed load, each of which waits for its answer; 0 for an open one
         * @return counts of both ends since they began to count; null when one of them does not
         */
        Held look(int users, double answersPerSecond) throws IOException, InterruptedException {
            Duration length = length(users, answersPerSecond);
            try {
                backend.hold(length.plus(SAFETY));
                Thread.sleep(length.toMillis());
                Mark clients = injector.mark();
                BackendStats counts = backend.count();
                if (clients.verified() == null || counts.given() == null) {
                    return null;
                }
                long rival = clients.rivalVerified() == null ? 0 : clients.rivalVerified();
                return new Held(clients.verified() + rival, counts.given());
            } finally {
                backend.hold(Duration.ZERO);
                if (users == 0) {
                    // An open load has become late by that, and has to catch up before it may end.
                    Thread.sleep(2 * length.toMillis());
                }
            }
        }

        static Duration length(int users, double answersPerSecond) {
            if (users == 0 || !(answersPerSecond > 0)) {
                return SHORTEST;
            }
            long millis = Math.round(1000.0 * ROUNDS * users / answersPerSecond);
            return Duration.ofMillis(Math.max(SHORTEST.toMillis(), Math.min(LONGEST.toMillis(), millis)));
        }
    }

    /**
     * What all parties cost.
     *
     * @param notMeasured why the mediator is not in it; null when it is, or there is no mediator
     */
    private record WindowCost(Cost cost, String notMeasured) {}

    /** The cost of a mediator of which a command tells: it is run before and after the window. */
    private record CommandBeside(
            Optional<CostCommand> command, Optional<CostCommand.Answer> before, String notMeasured) {

        /** How much longer the load goes on for it. */
        static Duration longest(CostSource mediator) {
            return mediator instanceof CostSource.Told ? CostCommand.LIMIT.multipliedBy(2) : Duration.ZERO;
        }

        /** Before the window; {@code mediator} may be null. */
        static CommandBeside begin(CostSource mediator) throws InterruptedException {
            if (mediator instanceof CostSource.Told told) {
                return new CommandBeside(
                        Optional.of(told.command()), Optional.of(told.command().ask()), null);
            }
            String why = mediator instanceof CostSource.None none ? none.why() : null;
            return new CommandBeside(Optional.empty(), Optional.empty(), why);
        }

        /** After the window; {@code measured} is the cost of what runs here. */
        WindowCost end(Cost measured, Window window, Readings readings) throws InterruptedException {
            if (command.isEmpty()) {
                return new WindowCost(measured, notMeasured);
            }
            CostCommand.Answer after = command.get().ask();
            before.orElseThrow().tell("start", readings);
            after.tell("end", readings);
            CostCommand.Told told = CostCommand.between(before.orElseThrow(), after, window.seconds());
            return new WindowCost(
                    told.cost()
                            .map(cost -> measured.and(ProcessRole.MEDIATOR, cost))
                            .orElse(measured),
                    told.why());
        }
    }

    /** Waits while processes live. */
    static final class ProcessWatch {

        private final CompletableFuture<Object> firstEnd;

        ProcessWatch(Collection<ProcessHandle> processes) {
            this.firstEnd = CompletableFuture.anyOf(
                    processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
        }

        /** Sleeps for this long; false when one of the processes has ended, then at once. */
        boolean sleepWhileAlive(Duration length) throws InterruptedException {
            try {
                firstEnd.get(Math.max(0, length.toNanos()), TimeUnit.NANOSECONDS);
                return false;
            } catch (TimeoutException stillAlive) {
                return true;
            } catch (ExecutionException e) {
                throw new IllegalStateException("the end of a process cannot be watched: " + e.getMessage(), e);
            }
        }
    }

    /**
     * Instructions of a mediator over a stretch of the load that lies behind the window: counters make it slower, and no time
     * is measured here.
     *
     * @param window from mark to mark of the injector, so that its log tells what was verified within
     * @param instructions of the mediator and its descendants between two readings, each just before a mark
     */
    record CountedStretch(Window window, Instructions instructions) {

        /**
         * Counts now. Called by the thread that runs the trial, which it blocks, while the load goes on.
         *
         * @return empty where nothing can be counted, or a process ended
         */
        static Optional<CountedStretch> take(
                CostSource mediator, Duration length, ProcessWatch watch, Injector injector, Readings readings)
                throws IOException, InterruptedException {
            try (InstructionCounters counters = InstructionCounters.attach(mediator)) {
                Instructions before = counters.read();
                Moment begun = Moment.now("count-start");
                long start = injector.mark().millis();
                if (!watch.sleepWhileAlive(length)) {
                    return Optional.empty();
                }
                Instructions after = counters.read();
                Moment ended = Moment.now("count-end");
                long end = injector.mark().millis();
                before.tell(begun, readings);
                after.tell(ended, readings);
                return Optional.of(new CountedStretch(new Window(start, end), after.minus(before)));
            } catch (CountersException notHere) {
                // The doctor says why, and the report that nothing was counted.
                return Optional.empty();
            }
        }
    }
}
