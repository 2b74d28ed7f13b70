package org.busbench.harness.run;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.busbench.harness.adapter.Adapter;
import org.busbench.harness.adapter.Scenario;
import org.busbench.harness.adapter.Service;
import org.busbench.harness.artifact.ResolvedArtifact;
import org.busbench.harness.process.Launch;
import org.busbench.harness.process.ManagedProcess;
import org.busbench.harness.process.StartProblem;
import org.busbench.harness.process.Supervisor;
import org.busbench.harness.verify.Target;

/** An adapter that was started, or that could not be. A control may have no process at all. For the run's thread. */
public final class Contender {

    private final Adapter adapter;
    private final Launch launch;
    private final String version;
    private final List<ResolvedArtifact> artifacts;
    private ManagedProcess process;
    private String startFault;

    Contender(
            Adapter adapter,
            Launch launch,
            String version,
            List<ResolvedArtifact> artifacts,
            ManagedProcess process,
            String startFault) {
        this.adapter = adapter;
        this.launch = launch;
        this.version = version;
        this.artifacts = List.copyOf(artifacts);
        this.process = process;
        this.startFault = startFault;
    }

    /**
     * What it was made from.
     *
     * @return the adapter
     */
    public Adapter adapter() {
        return adapter;
    }

    /**
     * Its version, as its file states it or as the program itself says.
     *
     * @return the version
     */
    public String version() {
        return version;
    }

    /**
     * Where a scenario is reached, whether it is up or not.
     *
     * @param scenario the job
     * @return without a URL when the adapter does not offer it
     */
    public Target target(Scenario scenario) {
        boolean mediator = adapter.role() == Adapter.Role.MEDIATOR;
        if (adapter.services().get(scenario) instanceof Service.Served served) {
            URI url = launch.urls().get(scenario);
            String route = served.route().orElse(null);
            return new Target(
                    adapter.name(), mediator, scenario.label(), served.sends().label(), url, route);
        }
        return new Target(adapter.name(), mediator, scenario.label(), scenario.label(), null, null);
    }

    /**
     * Why the adapter does not offer a scenario, in its own words.
     *
     * @param scenario the job
     * @return empty when it offers it
     */
    public Optional<String> declaredNotServed(Scenario scenario) {
        Service service = adapter.services().get(scenario);
        if (service == null) {
            return Optional.of("the adapter says nothing of this scenario");
        }
        return service instanceof Service.NotServed notServed ? Optional.of(notServed.reason()) : Optional.empty();
    }

    /**
     * Its process.
     *
     * @return empty for a control without one, and when it never came up
     */
    public Optional<ManagedProcess> process() {
        return Optional.ofNullable(process);
    }

    /**
     * Why it cannot be asked any more, or never could.
     *
     * @return empty while it is up
     */
    public Optional<String> fault() {
        if (startFault != null) {
            return Optional.of(startFault);
        }
        return process().filter(started -> !started.isAlive()).map(ManagedProcess::end);
    }

    /** Ends its process and starts it anew; what goes wrong is its {@link #fault} from then on. Blocks until it is up. */
    void restart(Supervisor supervisor) throws InterruptedException {
        if (process == null) {
            return;
        }
        process.stop();
        try {
            process = launch.start(supervisor).orElseThrow();
        } catch (StartProblem e) {
            startFault = e.getMessage();
        }
    }

    List<ResolvedArtifact> artifacts() {
        return artifacts;
    }
}
