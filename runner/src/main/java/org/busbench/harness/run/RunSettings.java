package org.busbench.harness.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.busbench.common.http.Access;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.artifact.Supply;
import org.busbench.harness.measure.AvailableMemory;
import org.busbench.harness.plan.Plan;
import org.busbench.harness.process.Affinity;
import org.busbench.harness.process.Backends;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.suite.InjectorKind;
import org.busbench.harness.suite.Suite;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.Problem;
import org.busbench.record.RunInfo.Unavailable;

/**
 * What a run is to do.
 *
 * @param adapters those that can be started here, in the suite's order
 * @param id name of the run; null for one made of time and suite
 * @param baseline name of the adapter against which the others are judged; null for the first mediator
 * @param memoryBytes that everything which is up together may take
 */
public record RunSettings(
        Project project,
        Suite suite,
        List<Adapter> adapters,
        List<Unavailable> unavailable,
        Backends backends,
        String id,
        String baseline,
        long memoryBytes) {

    /**
     * Makes the lists unchangeable, and settles what each adapter offers in the suite's scenarios.
     *
     * @throws Problem when an adapter cannot be reached by the suite's injector as its file says
     */
    public RunSettings {
        adapters =
                adapters.stream().map(adapter -> adapter.in(suite.scenarios())).toList();
        unavailable = List.copyOf(unavailable);
        requirePace(suite);
        requireJudgedLimits(suite);
        switch (suite.load().injector()) {
            case NIO -> {}
            case JMETER_HTTP -> adapters.forEach(RunSettings::requireReachedByJmeter);
            case GATLING -> requireReachedByGatling(suite, adapters);
        }
    }

    private static void requirePace(Suite suite) {
        boolean paced = suite.load().open()
                || !suite.load().think().isZero()
                || !suite.load().frontier().isEmpty()
                || suite.load().fixedRate().isPresent();
        if (paced && suite.load().injector() != InjectorKind.NIO) {
            throw new Problem("the injector " + suite.load().injector().key() + " knows neither rates nor think time,"
                    + " which " + suite.file() + " asks for: use the injector " + InjectorKind.NIO.key());
        }
    }

    /** The limit of a key is judged by the count of all answers within the window. */
    private static void requireJudgedLimits(Suite suite) {
        boolean counted = suite.load().injector() == InjectorKind.NIO
                && suite.load().rates().isEmpty()
                && suite.load().duets().isEmpty();
        suite.scenarios().stream()
                .filter(scenario -> scenario.limit().isPresent() && !counted)
                .findFirst()
                .ifPresent(scenario -> {
                    throw new Problem(scenario.file() + ": " + scenario.name() + " has a limit, which is judged under a"
                            + " closed load of the injector nio: leave out 'rates' and 'duets', or choose another"
                            + " scenario");
                });
    }

    /** Gatling's terms of TLS are those of a whole process, and ours are those of each server. */
    private static void requireReachedByGatling(Suite suite, List<Adapter> adapters) {
        Stream.concat(
                        suite.scenarios().stream()
                                .filter(Scenario::tls)
                                .map(scenario -> scenario.file() + ": " + scenario.name()),
                        adapters.stream()
                                .filter(Adapter::isTargetOverTls)
                                .map(adapter -> adapter.file() + ": " + adapter.name()))
                .findFirst()
                .ifPresent(reached -> {
                    throw new Problem(reached + " is reached over TLS, and the injector gatling asks by plain http:"
                            + " choose the injector nio");
                });
    }

    /**
     * JMeter's own sampler takes any certificate for any name (CustomX509TrustManager of JMeter 5.6.3 refuses none), and its
     * plans send the header fields of the scenario alone.
     */
    private static void requireReachedByJmeter(Adapter adapter) {
        Access access = adapter.reach().access();
        String missing = null;
        if (!access.fields().isEmpty()) {
            missing = "wants header fields, which the injector jmeter-http does not send: choose the injector nio";
        } else if (access.tls().identity() != null) {
            missing =
                    "wants a client's certificate, which the injector jmeter-http does not show: choose the injector nio";
        } else if (adapter.isTargetOverTls() && !access.tls().insecure()) {
            missing =
                    "is reached over TLS, and the injector jmeter-http checks no certificate: choose the injector nio, or"
                            + " write 'target: {insecure: true}'";
        }
        if (missing != null) {
            throw new Problem(adapter.file() + ": " + adapter.name() + " " + missing);
        }
    }

    /**
     * A run that may take all memory which the machine can give now.
     *
     * @param id name of the run; null for one made of time and suite
     */
    public RunSettings(
            Project project,
            Suite suite,
            List<Adapter> adapters,
            List<Unavailable> unavailable,
            Backends backends,
            String id) {
        this(project, suite, adapters, unavailable, backends, id, null, AvailableMemory.bytes());
    }

    /**
     * The same without the adapters that need what cannot be had. What is not here yet is downloaded now.
     *
     * @throws Problem when no adapter is left, or what the injector needs cannot be had
     */
    public RunSettings supplied(Consumer<String> progress) {
        List<Adapter> complete = new ArrayList<>();
        List<Unavailable> without = new ArrayList<>(unavailable);
        try (Supply supply = Supply.fetching(progress)) {
            if (suite.load().injector() == InjectorKind.GATLING) {
                supply.locked(project.gatlingLock());
            }
            for (Adapter adapter : adapters) {
                supply.shortage(adapter)
                        .ifPresentOrElse(
                                missing -> without.add(new Unavailable(adapter.name(), missing.getMessage(), null)),
                                () -> complete.add(adapter));
            }
        }
        if (complete.isEmpty()) {
            throw new Problem("no adapter is left to measure; " + without.get(0).adapter() + ": "
                    + without.get(0).reason());
        }
        return new RunSettings(project, suite, complete, without, backends, id, baseline, memoryBytes);
    }

    /**
     * The same with another baseline.
     *
     * @param name of an adapter; null for the first mediator
     * @throws Problem when the run has no such adapter
     */
    public RunSettings withBaseline(String name) {
        List<String> names = adapters.stream().map(Adapter::name).toList();
        if (name != null && !names.contains(name)) {
            throw new Problem(
                    "the baseline '" + name + "' is none of the adapters of this run" + Nearest.hint(name, names));
        }
        return new RunSettings(project, suite, adapters, unavailable, backends, id, name, memoryBytes);
    }

    /** These settings under another name; null for one made of time and suite. */
    public RunSettings named(String name) {
        return new RunSettings(project, suite, adapters, unavailable, backends, name, baseline, memoryBytes);
    }

    /** The same adapters in another form of the suite. */
    public RunSettings of(Suite other) {
        return new RunSettings(project, other, adapters, unavailable, backends, id, baseline, memoryBytes);
    }

    /** The trials in their order. */
    public Plan plan() {
        return new Plan(suite, adapters.stream().map(Adapter::name).toList());
    }

    /**
     * How long it will take on this machine.
     *
     * @param audited whether each adapter is audited for parity first
     * @param inBlocks trials of blocks that are recorded already
     * @param atRates trials at rates that are recorded already
     */
    public Forecast forecast(boolean audited, int inBlocks, int atRates) {
        long room = memoryBytes - TestBed.BACKEND_BYTES - TestBed.INJECTOR_BYTES;
        return Forecast.of(plan(), adapters, room, audited, new Forecast.Done(inBlocks, atRates));
    }

    /** The backends and adapters of this run on this machine; their logs go into {@code runDirectory}. */
    public TestBed.Settings testBed(Path runDirectory) {
        return new TestBed.Settings(
                project,
                runDirectory,
                backends,
                adapters,
                suite.scenarios(),
                suite.jvmOptions(),
                layout(),
                memoryBytes,
                TestBed.INJECTOR_BYTES,
                Backends.HOST);
    }

    /** The CPUs of each party on this machine. */
    CpuLayout layout() {
        return Affinity.available() ? CpuLayout.of(suite.pinning(), Affinity.own()) : CpuLayout.FREE;
    }
}
