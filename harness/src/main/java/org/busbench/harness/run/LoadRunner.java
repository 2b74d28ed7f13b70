package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.busbench.harness.load.Injector.Mark;
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.load.Totals;
import org.busbench.harness.load.Window;
import org.busbench.harness.measure.JvmThreads;
import org.busbench.harness.measure.LiveHeap;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.ProcessCost;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.ProcessSample;
import org.busbench.harness.measure.Reading;
import org.busbench.harness.measure.Sampler;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.probe.ProbeResult;
import org.busbench.harness.reconcile.Held;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;

/** Puts load on a system and marks the window that counts. */
final class LoadRunner {

    /** The plan is asked to run longer than needed and is ended from here, so that it never ends inside the window. */
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** After a death the load goes on for a moment, so that the record shows what clients see. */
    private static final Duration AFTER_DEATH = Duration.ofMillis(500);

    private final Path plans;
    private final Path messages;
    private final Suite suite;
    private final RunProcesses rig;
    private final Meter meter = new Meter();

    LoadRunner(Project project, Suite suite, RunProcesses rig) {
        this.plans = project.plans();
        this.messages = project.messages();
        this.suite = suite;
        this.rig = rig;
        boolean paced = suite.load().open()
                || !suite.load().think().isZero()
                || !suite.load().frontier().isEmpty()
                || suite.load().fixedRate().isPresent();
        if (paced && suite.load().injector() != InjectorKind.NIO) {
            throw new Problem("the injector " + suite.load().injector().label() + " knows neither rates nor think time,"
                    + " which " + suite.file() + " asks for: use the injector " + InjectorKind.NIO.label());
        }
    }

    /**
     * Load that is not recorded, so that JIT compilers and pools have seen this kind of message.
     *
     * @param ended gets what became of the requests of each slice
     */
    void prime(SystemUnderTest system, Target target, Cell cell, Path scratch, Consumer<Totals> ended)
            throws IOException, InterruptedException {
        Duration slice = suite.phases().primer().dividedBy(2);
        if (slice.isZero()) {
            return;
        }
        Primer primer = new Primer();
        Primer.Slice last;
        do {
            last = primed(system, target, cell, slice, scratch.resolve("primer.jtl"), ended);
        } while (!primer.endedWith(last));
    }

    private Primer.Slice primed(
            SystemUnderTest system, Target target, Cell cell, Duration slice, Path samples, Consumer<Totals> ended)
            throws IOException, InterruptedException {
        Map<ProcessRole, Long> pids = pids(system);
        rig.injector().begin(request(target, cell, slice, samples, false, newSalt()));
        Reading start = meter.read(pids);
        long compiled = compilerNanos(start);
        watch(system).lives(slice);
        Reading end = meter.read(pids);
        ProcessCost cost = meter.between(start, end).processes().get(ProcessRole.MEDIATOR);
        double compilerMicros = Math.max(0, compilerNanos(end) - compiled) / 1e3;
        Optional<Totals> totals = rig.injector().end();
        totals.ifPresent(ended);
        Files.deleteIfExists(samples);
        if (cost == null) {
            return new Primer.Slice(OptionalDouble.empty(), 0);
        }
        long verified = totals.isPresent() ? totals.get().verified() : 0;
        return new Primer.Slice(
                verified > 0 ? OptionalDouble.of(cost.cpuMicrosPerMessage(verified)) : OptionalDouble.empty(),
                compilerMicros / Math.max(1, cost.userMicros() + cost.systemMicros()));
    }

    private static long compilerNanos(Reading reading) {
        return reading.pids(ProcessRole.MEDIATOR).stream()
                .mapToLong(JvmThreads.COMPILERS::cpuNanos)
                .filter(nanos -> nanos > 0)
                .sum();
    }

    /** Load with a measured window. The injector's logs are complete on return. */
    LoadWindow run(SystemUnderTest system, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        Duration length = suite.phases().trial();
        long salt = newSalt();
        rig.injector().begin(request(target, cell, length, samples, true, salt));
        Instant startedAt = Instant.now();
        try (ProbeBeside probe = ProbeBeside.start(messages, suite.load(), target, cell.payload())) {
            return measured(system, cell, startedAt, probe, salt);
        }
    }

    private LoadWindow measured(SystemUnderTest system, Cell cell, Instant startedAt, ProbeBeside probe, long salt)
            throws IOException, InterruptedException {
        Map<ProcessRole, Long> pids = pids(system);
        Watch watch = watch(system);
        boolean warm = watch.lives(suite.phases().warmup());
        Reading start = meter.read(pids);
        // Both ends of the window lie just after a reading, so the time that a reading takes cancels out.
        Mark marked = rig.injector().mark();
        long startMillis = warm ? marked.millis() : startedAt.toEpochMilli();
        probe.openWindow();
        try (Sampler sampler = Sampler.start(start, rig.testBed().backendPorts())) {
            boolean complete = warm && watch.lives(suite.phases().measure());
            if (!complete) {
                Thread.sleep(AFTER_DEATH.toMillis());
            }
            Reading end = meter.read(pids);
            Mark ended = rig.injector().mark();
            Window window = new Window(startMillis, ended.millis());
            probe.closeWindow();
            Optional<ProbeResult> probed = probe.finish();
            Optional<CountedStretch> counted = complete ? counted(pids, watch) : Optional.empty();
            Held held = complete ? held(cell, window, marked, ended) : null;
            Optional<Totals> totals = rig.injector().end();
            Map<ProcessRole, List<ProcessSample>> samples = sampler.finish();
            return new LoadWindow(
                    startedAt,
                    window,
                    meter.between(start, end),
                    counted,
                    samples,
                    sampler.foreignShares(),
                    sampler.waitedSeconds(),
                    totals,
                    probed,
                    held,
                    salt,
                    liveHeap(end),
                    rig.layout().asSet(pids),
                    complete);
        }
    }

    private Optional<CountedStretch> counted(Map<ProcessRole, Long> pids, Watch watch)
            throws IOException, InterruptedException {
        Duration length = suite.phases().count();
        return pids.containsKey(ProcessRole.MEDIATOR) && !length.isZero()
                ? CountedStretch.take(pids.get(ProcessRole.MEDIATOR), length, watch, rig.injector())
                : Optional.empty();
    }

    /** Where nobody counts answers while the load goes on, there is nothing to compare. */
    private Held held(Cell cell, Window window, Mark start, Mark end) throws IOException, InterruptedException {
        if (start.verified() == null || end.verified() == null || end.verified() <= start.verified()) {
            return null;
        }
        boolean closed = cell.comparison().ratePerSecond() == null
                && suite.load().think().isZero();
        int users = closed ? cell.concurrency() : 0;
        double answersPerSecond = (end.verified() - start.verified()) / window.seconds();
        return new EarlyAnswers(rig.testBed().counter(), rig.injector()).look(users, answersPerSecond);
    }

    private static Long liveHeap(Reading end) throws InterruptedException {
        return LiveHeap.collected(end.pids(ProcessRole.MEDIATOR)).orElse(null);
    }

    private static long newSalt() {
        return ThreadLocalRandom.current().nextLong();
    }

    private LoadRequest request(Target target, Cell cell, Duration length, Path samples, boolean recorded, long salt) {
        Path plan = folder().resolve(target.sends() + ".jmx");
        Optional<Integer> rate = Optional.ofNullable(cell.comparison().ratePerSecond());
        LoadRequest.Pace pace = new LoadRequest.Pace(
                rate.isPresent() ? Duration.ZERO : suite.load().think(), rate);
        return new LoadRequest(
                plan,
                target.url(),
                cell.payload(),
                cell.concurrency(),
                length.plus(MARGIN),
                target.route(),
                samples,
                pace,
                recorded,
                salt);
    }

    private Path folder() {
        return switch (suite.load().injector()) {
            case NIO -> plans.resolve("nio");
            case JMETER_HTTP -> plans;
        };
    }

    private Watch watch(SystemUnderTest system) {
        List<ProcessHandle> processes = new ArrayList<>(
                List.of(rig.testBed().backend().handle(), rig.injector().handle()));
        system.process().ifPresent(process -> processes.add(process.handle()));
        return new Watch(processes);
    }

    private Map<ProcessRole, Long> pids(SystemUnderTest system) {
        Map<ProcessRole, Long> pids = new EnumMap<>(ProcessRole.class);
        pids.put(ProcessRole.BACKEND, rig.testBed().backend().id().pid());
        pids.put(ProcessRole.INJECTOR, rig.injector().handle().pid());
        system.process()
                .ifPresent(
                        process -> pids.put(ProcessRole.MEDIATOR, process.id().pid()));
        return pids;
    }
}
