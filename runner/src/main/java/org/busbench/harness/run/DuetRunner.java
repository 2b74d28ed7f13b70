package org.busbench.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.busbench.harness.load.Figures;
import org.busbench.harness.load.Injector;
import org.busbench.harness.load.Injector.BothTotals;
import org.busbench.harness.load.Injector.Mark;
import org.busbench.harness.load.LoadLog;
import org.busbench.harness.load.LoadRequest;
import org.busbench.harness.load.SampleLog;
import org.busbench.harness.measure.Cost;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.LiveHeap;
import org.busbench.harness.measure.Meter;
import org.busbench.harness.measure.Meter.Reading;
import org.busbench.harness.measure.ProcessRole;
import org.busbench.harness.measure.Readings;
import org.busbench.harness.measure.Readings.Moment;
import org.busbench.harness.measure.Sampler;
import org.busbench.harness.plan.Cell;
import org.busbench.harness.run.LoadRunner.EarlyAnswers;
import org.busbench.harness.run.LoadRunner.ProcessWatch;
import org.busbench.harness.suite.LoadShape.Duets;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.verify.Target;
import org.busbench.record.Duet;
import org.busbench.record.ProcessUse.Sample;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Trial.Totals;
import org.busbench.record.Window;

/**
 * Puts load on two systems at the same time and cuts the window into short stretches, in each of which both are measured: what
 * the machine does to one it does to the other, so their ratio is known far better than from trials that follow each other.
 * Source: Bulej, Horky, Tuma, Farquet, Prokopec 2020, Duet benchmarking: improving measurement accuracy in the cloud (ICPE).
 * For the run's thread.
 */
public record DuetRunner(LoadRunner load, Suite suite, Duets duets, LocalRig rig) {

    /** One side; {@code samples} is where its logs go. */
    record Side(ManagedSystem managed, Target target, Path samples) {}

    /**
     * The measurements of one side.
     *
     * @param edges of the stretches, one more than there are stretches
     */
    record Played(LoadWindow window, List<Edge> edges) {

        List<Duet.Stretch> stretches(LoadLog log) throws IOException {
            List<Duet.Stretch> stretches = new ArrayList<>();
            for (int i = 1; i < edges.size(); i++) {
                Edge from = edges.get(i - 1);
                Edge to = edges.get(i);
                if (to.millis() > from.millis()) {
                    Figures figures = log.within(new Window(from.millis(), to.millis()));
                    stretches.add(new Duet.Stretch(
                            from.millis(),
                            to.millis(),
                            figures.verified(),
                            to.cpuMicrosSince(from),
                            figures.latency() == null ? null : figures.latency().p50()));
                }
            }
            return stretches;
        }
    }

    /** The instant between two stretches, and the mediator's CPU time until then. */
    record Edge(Moment moment, long millis, OptionalLong cpuNanos) {
        private Long cpuMicrosSince(Edge before) {
            return cpuNanos.isEmpty() || before.cpuNanos.isEmpty()
                    ? null
                    : Long.valueOf(Math.round((cpuNanos.getAsLong() - before.cpuNanos.getAsLong()) / 1e3));
        }
    }

    /** Why two targets cannot be under one load; empty when they can. The injector asks both alike, so they must be asked alike. */
    static Optional<String> obstacle(Target first, Target second) {
        boolean plain = first.url().getScheme().equals("http")
                && second.url().getScheme().equals("http")
                && first.url().getPort() > 0
                && second.url().getPort() > 0;
        if (!plain || !first.reach().access().equals(second.reach().access())) {
            return Optional.of("both sides of a duet must be asked by plain http at a named port, with the same header"
                    + " fields: " + first.url() + ", " + second.url());
        }
        if (!first.sends().equals(second.sends()) || !Objects.equals(first.route(), second.route())) {
            return Optional.of("the sides of a duet must get the same messages for the same backend");
        }
        return Optional.empty();
    }

    /** Load with the measured window on both, in the order in which they are dealt users. The injector's logs are complete on return. */
    List<Played> run(Side first, Side second, Cell cell) throws IOException, InterruptedException {
        long salt = LoadRunner.newSalt();
        long rivalSalt = LoadRunner.newSalt();
        SystemUnderTest own = rig.testBed().system(first.managed());
        SystemUnderTest rival = rig.testBed().system(second.managed());
        Map<ProcessRole, CostSource> sources = load.sources(own);
        rival.cost().ifPresent(cost -> sources.put(ProcessRole.RIVAL, cost));
        Injector injector = rig.injector();
        injector.begin(load.recorded(first.target(), cell, suite.duet(), first.samples(), salt)
                .beside(new LoadRequest.Rival(
                        second.target().url(), second.samples().getParent(), rivalSalt)));
        Instant startedAt = Instant.now();
        ProcessWatch watch = load.watch(own, rival);
        boolean warm = watch.sleepWhileAlive(suite.phases().warmup());
        Meter meter = load.meter();
        Reading start = meter.read(sources);
        Edges edges = new Edges(sources);
        Mark begun = edges.mark(injector);
        try (Sampler sampler = Sampler.start(start, rig.testBed().backendPorts())) {
            boolean complete = warm && play(edges, watch, injector);
            Reading end = meter.read(sources);
            Mark ended = edges.mark(injector);
            Window window = new Window(warm ? begun.millis() : startedAt.toEpochMilli(), ended.millis());
            Cost cost = meter.between(start, end);
            Readings readings = new Readings();
            start.tell("start", readings);
            end.tell("end", readings);
            edges.tell(readings);
            Held held = complete ? held(cell, window, begun, ended) : null;
            BothTotals totals = injector.endDuet();
            new SampleLog(first.samples()).partRival(second.samples());
            Map<ProcessRole, List<Sample>> samples = sampler.finish();
            readings.addAll(sampler.readings());
            Map<String, String> pinning = rig.layout().asSet(LoadRunner.pids(sources));
            List<Played> played = new ArrayList<>();
            for (ProcessRole role : List.of(ProcessRole.MEDIATOR, ProcessRole.RIVAL)) {
                boolean dealtFirst = role == ProcessRole.MEDIATOR;
                Totals counts = dealtFirst ? totals.own() : totals.rival();
                Readings ofSide = new Readings();
                ofSide.addAll(dealtFirst ? readings.lines() : Readings.ofRival(readings.lines()));
                Long liveHeap = LiveHeap.collected(end.pids(role), ofSide).orElse(null);
                LoadWindow sideWindow = new LoadWindow(
                        startedAt,
                        window,
                        dealtFirst ? cost : cost.ofRival(),
                        notMeasured(sources.get(role)),
                        Optional.empty(),
                        dealtFirst ? samples : ofRival(samples),
                        sampler.foreignShares(),
                        sampler.waitedSeconds(),
                        List.of(new LoadWindow.Sender(dealtFirst ? salt : rivalSalt, counts)),
                        null,
                        Optional.empty(),
                        held,
                        liveHeap,
                        pinning,
                        complete,
                        List.of(),
                        ofSide.lines());
                played.add(new Played(sideWindow, edges.of(role)));
            }
            return played;
        }
    }

    /** Sleeps from stretch to stretch, but for the last one's end; false when a process has ended. */
    private boolean play(Edges edges, ProcessWatch watch, Injector injector) throws IOException, InterruptedException {
        long stretches = duets.measure().dividedBy(duets.window());
        long begun = System.nanoTime();
        for (long i = 1; i <= stretches; i++) {
            Duration left = duets.window().multipliedBy(i).minusNanos(System.nanoTime() - begun);
            if (!watch.sleepWhileAlive(left.isNegative() ? Duration.ZERO : left)) {
                return false;
            }
            if (i < stretches) {
                edges.mark(injector);
            }
        }
        return true;
    }

    private Held held(Cell cell, Window window, Mark start, Mark end) throws IOException, InterruptedException {
        double verified = end.verified() - start.verified() + end.rivalVerified() - start.rivalVerified();
        return verified > 0
                ? new EarlyAnswers(rig.testBed().counter(), rig.injector())
                        .look(2 * cell.concurrency(), verified / window.seconds())
                : null;
    }

    private static String notMeasured(CostSource source) {
        if (source instanceof CostSource.None none) {
            return none.why();
        }
        return source instanceof CostSource.Told ? "a duet's stretches are too short to ask its cost command" : null;
    }

    private static Map<ProcessRole, List<Sample>> ofRival(Map<ProcessRole, List<Sample>> samples) {
        Map<ProcessRole, List<Sample>> swapped = new EnumMap<>(ProcessRole.class);
        samples.forEach((role, list) -> swapped.put(role.ofRival(), list));
        return swapped;
    }

    /** The clocks of both mediators at the instants that part the stretches. */
    private static final class Edges {
        private final Map<ProcessRole, CostSource> sources = new EnumMap<>(ProcessRole.class);
        private final Map<ProcessRole, List<Edge>> edges = new EnumMap<>(ProcessRole.class);

        private Edges(Map<ProcessRole, CostSource> all) {
            for (ProcessRole role : List.of(ProcessRole.MEDIATOR, ProcessRole.RIVAL)) {
                edges.put(role, new ArrayList<>());
                if (all.containsKey(role)) {
                    sources.put(role, all.get(role));
                }
            }
        }

        /** Reads both clocks, then parts the injector's counts. */
        private Mark mark(Injector injector) throws IOException, InterruptedException {
            Map<ProcessRole, OptionalLong> clocks = Meter.cpuNanos(sources);
            Moment read = Moment.now("mark");
            Mark mark = injector.mark();
            edges.forEach((role, list) ->
                    list.add(new Edge(read, mark.millis(), clocks.getOrDefault(role, OptionalLong.empty()))));
            return mark;
        }

        void tell(Readings readings) {
            edges.forEach((role, list) -> {
                for (int i = 0; i < list.size(); i++) {
                    Edge edge = list.get(i);
                    readings.of(edge.moment().called("mark-" + i), role, "stretch", "clock_getcpuclockid")
                            .add("markMillis", edge.millis())
                            .addKnown("cpuNanos", edge.cpuNanos());
                }
            });
        }

        private List<Edge> of(ProcessRole role) {
            return List.copyOf(edges.get(role));
        }
    }
}
