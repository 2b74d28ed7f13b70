package org.busbench.harness.run;

import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.common.tls.ClientTls;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Adapter.Service;
import org.busbench.harness.adapter.AdapterProgram;
import org.busbench.harness.measure.ControlGroup;
import org.busbench.harness.measure.CostCommand;
import org.busbench.harness.measure.CostSource;
import org.busbench.harness.measure.ServingCheck;
import org.busbench.harness.process.Container;
import org.busbench.harness.process.Footprint;
import org.busbench.harness.process.Launch;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.StartProblem;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenarios;
import org.busbench.harness.verify.NoAnswer;
import org.busbench.harness.verify.Target;
import org.busbench.record.Role;

/** A system under test on this machine: an adapter that is up, waits to be started, or could not be. For the run's thread. */
public final class SystemUnderTest implements ManagedSystem {

    /** Why there are no facts of processes of what runs already. */
    static final String RAN_ALREADY = "it ran already, and busbench did not start it";

    private final Adapter adapter;
    private final Launch launch;
    private final Scenarios scenarios;
    private final String version;
    private final Map<String, String> artifacts;
    private final Supervisor supervisor;
    private ManagedProcess process;
    private String startFault;

    SystemUnderTest(
            Adapter adapter,
            Launch launch,
            String version,
            Map<String, String> artifacts,
            Supervisor supervisor,
            Scenarios scenarios) {
        this.adapter = adapter;
        this.scenarios = scenarios;
        this.launch = launch;
        this.version = version;
        this.artifacts = Collections.unmodifiableMap(new LinkedHashMap<>(artifacts));
        this.supervisor = supervisor;
    }

    @Override
    public Adapter adapter() {
        return adapter;
    }

    /** Its version, as its file states it or as the program itself says. */
    public String version() {
        return version;
    }

    @Override
    public Target target(Scenario scenario) {
        boolean mediator = adapter.role() == Role.MEDIATOR;
        if (adapter.service(scenario.name()) instanceof Service.Served served) {
            URI url = launch.urls().get(scenario.name());
            String route = served.route().orElse(null);
            Scenario sends = served.sends().equals(scenario.name()) ? scenario : scenarios.find(served.sends());
            return new Target(
                    adapter.name(),
                    mediator,
                    scenario.name(),
                    sends,
                    url,
                    route,
                    (ClientTls.isMeantBy(url) ? launch.overTls() : adapter.reach())
                            .publishing(Optional.ofNullable(launch.wsdls().get(scenario.name()))));
        }
        return new Target(adapter.name(), mediator, scenario.name(), scenario, null, null);
    }

    /** Its process; empty for a control without one, while it is stopped, and when it never came up. */
    public Optional<ManagedProcess> process() {
        return Optional.ofNullable(process);
    }

    /**
     * Where its cost is read. It is looked anew who serves its URLs, which takes some milliseconds: not within a window.
     *
     * @return empty for a control without a process, and while it is stopped
     * @throws IOException when the system does not tell who serves
     */
    public Optional<CostSource> cost() throws IOException {
        if (adapter.reach().running()) {
            Set<Long> servers = ServingCheck.servers(launch.urls().values());
            return Optional.of(
                    launch.cost().isEmpty()
                            ? new CostSource.None(RAN_ALREADY, servers)
                            : new CostSource.Told(new CostCommand(launch.cost()), servers));
        }
        return process == null
                ? Optional.empty()
                : Optional.of(ServingCheck.of(source(process), launch.urls().values()));
    }

    /** Whether it is a container that clients reach by ports which the engine publishes. */
    boolean publishesPorts() {
        return adapter.program() instanceof AdapterProgram.Container own
                && !own.ports().isEmpty();
    }

    /** The hosts with their ports, as the URLs of its scenarios name them. */
    List<String> hosts() {
        return launch.urls().values().stream().map(URI::getAuthority).distinct().toList();
    }

    private static CostSource source(ManagedProcess process) throws IOException {
        if (process.spec().container().isEmpty()) {
            return new CostSource.Tree(process.id().pid());
        }
        Container container = process.spec().container().get();
        Optional<Long> init = container.init();
        if (init.isEmpty() || ProcessHandle.of(init.get()).isEmpty()) {
            return new CostSource.None(
                    "the processes of the container " + container.name() + " are not on this machine", Set.of());
        }
        Optional<ControlGroup> group = ControlGroup.of(init.get());
        return group.isPresent() ? new CostSource.Group(init.get(), group.get()) : new CostSource.Tree(init.get());
    }

    @Override
    public Optional<String> fault() {
        if (startFault != null) {
            return Optional.of(startFault);
        }
        return process().filter(started -> !started.isAlive()).map(ManagedProcess::end);
    }

    @Override
    public boolean hasProcess() {
        return process != null;
    }

    /** Starts its process; what goes wrong is its {@link #fault} from then on. Blocks until it is up. */
    @Override
    public void start() throws InterruptedException {
        if (launch.process().isEmpty()) {
            return;
        }
        try {
            process = launch.start(supervisor).orElseThrow();
        } catch (StartProblem e) {
            startFault = e.getMessage();
        }
    }

    /** Looks for one that runs already; what stands in the way is its {@link #fault} from then on. Blocks. */
    void look() throws InterruptedException {
        if (!adapter.reach().running()) {
            return;
        }
        startFault = NoAnswer.of(launch.urls().values(), adapter.reach()).orElse(null);
        if (startFault == null && launch.ready().isPresent()) {
            startFault = launch.ready()
                    .get()
                    .awaited()
                    .map(missing -> launch.ready().get().url() + " is not ready: " + missing)
                    .orElse(null);
        }
    }

    /** Ends its process, if it has one, until it is started again. Blocks. */
    @Override
    public void stop() {
        if (process != null) {
            process.stop();
            process = null;
        }
    }

    /** The memory that its process may take, in bytes; 0 without a process. */
    @Override
    public long footprintBytes() {
        return launch.process().map(Footprint::of).orElse(0L);
    }

    /** SHA-256 of what it needs beside its folder, by coordinates or origin. */
    Map<String, String> artifacts() {
        return artifacts;
    }
}
