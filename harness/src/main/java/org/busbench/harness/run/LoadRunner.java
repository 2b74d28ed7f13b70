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
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.load.Totals;
import org.busbench.harness.load.Window;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.Reading;
import org.busbench.harness.measure.Role;
import org.busbench.harness.measure.Sampler;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Problem;
import org.busbench.harness.verify.Target;

/** Puts load on a contender and marks the window that counts. */
final class LoadRunner {

    /** The plan is asked to run longer than needed and is ended from here, so that it never ends inside the window. */
    private static final Duration MARGIN = Duration.ofSeconds(5);
    /** After a death the load goes on for a moment, so that the record shows what clients see. */
    private static final Duration AFTER_DEATH = Duration.ofMillis(500);

    private final Path plans;
    private final Path messages;
    private final Suite suite;
    private final Rig rig;
    private final Meter meter = new Meter();

    LoadRunner(Project project, Suite suite, Rig rig) {
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

    /** Load that is not recorded, so that JIT compilers and pools have seen this kind of message. */
    void prime(Contender contender, Target target, Cell cell, Path scratch) throws IOException, InterruptedException {
        Path samples = scratch.resolve("primer.jtl");
        rig.injector().begin(request(target, cell, suite.phases().primer(), samples, false));
        watch(contender).lives(suite.phases().primer());
        rig.injector().end();
        Files.deleteIfExists(samples);
    }

    /** Load with a measured window. The injector's logs are complete on return. */
    LoadWindow run(Contender contender, Target target, Cell cell, Path samples)
            throws IOException, InterruptedException {
        Duration length = suite.phases().warmup().plus(suite.phases().measure());
        rig.injector().begin(request(target, cell, length, samples, true));
        Instant startedAt = Instant.now();
        try (ProbeBeside probe = ProbeBeside.start(messages, suite.load(), target, cell.payload())) {
            return measured(contender, startedAt, probe);
        }
    }

    private LoadWindow measured(Contender contender, Instant startedAt, ProbeBeside probe)
            throws IOException, InterruptedException {
        Map<Role, Long> pids = pids(contender);
        Watch watch = watch(contender);
        boolean warm = watch.lives(suite.phases().warmup());
        Reading start = meter.read(pids);
        // Both ends of the window lie just after a reading, so the time that a reading takes cancels out.
        long marked = rig.injector().mark();
        long startMillis = warm ? marked : startedAt.toEpochMilli();
        probe.openWindow();
        try (Sampler sampler = Sampler.start(start, rig.stack().backendPorts())) {
            boolean complete = warm && watch.lives(suite.phases().measure());
            if (!complete) {
                Thread.sleep(AFTER_DEATH.toMillis());
            }
            Reading end = meter.read(pids);
            Window window = new Window(startMillis, rig.injector().mark());
            probe.closeWindow();
            Optional<Totals> totals = rig.injector().end();
            return new LoadWindow(
                    startedAt,
                    window,
                    meter.between(start, end),
                    sampler.finish(),
                    totals,
                    probe.finish(),
                    rig.layout().asSet(pids),
                    complete);
        }
    }

    private LoadRequest request(Target target, Cell cell, Duration length, Path samples, boolean recorded) {
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
                recorded);
    }

    private Path folder() {
        return switch (suite.load().injector()) {
            case NIO -> plans.resolve("nio");
            case JMETER_HTTP -> plans;
        };
    }

    private Watch watch(Contender contender) {
        List<ProcessHandle> processes = new ArrayList<>(
                List.of(rig.stack().backend().handle(), rig.injector().handle()));
        contender.process().ifPresent(process -> processes.add(process.handle()));
        return new Watch(processes);
    }

    private Map<Role, Long> pids(Contender contender) {
        Map<Role, Long> pids = new EnumMap<>(Role.class);
        pids.put(Role.BACKEND, rig.stack().backend().id().pid());
        pids.put(Role.INJECTOR, rig.injector().handle().pid());
        contender
                .process()
                .ifPresent(process -> pids.put(Role.MEDIATOR, process.id().pid()));
        return pids;
    }
}
